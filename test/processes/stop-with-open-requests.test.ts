import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isAlive, stopPostmaster } from '../../src/base/db/embedded/process.ts';
import { createServiceFolder, startFullService } from './full-service-process.ts';

describe('stopping the service', { timeout: 180_000 }, () => {
  let folder = '';
  let remove = async () => {};
  let postmaster = 0;

  before(async () => {
    ({ folder, remove } = await createServiceFolder());
  });
  after(async () => {
    if (postmaster > 0) await stopPostmaster(postmaster, join(folder, 'data', 'postgres'));
    await remove();
  });

  it('ends its database, too, while a client holds a request half sent', async () => {
    const service = await startFullService(folder);
    const port = Number(new URL(service.url).port);
    const socket = connect(port, '127.0.0.1');
    // The service ends it.
    socket.on('error', () => {});
    await once(socket, 'connect');
    const { token } = service.access.accounts.resident;
    socket.write(
      [
        `POST /api/v1/settlements/${service.access.settlement.slug}/articles HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        'Content-Length: 5000',
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    await once(socket, 'data');
    socket.write('{"title":');
    const pidFile = await readFile(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8');
    postmaster = Number.parseInt(pidFile, 10);
    const ended = once(socket, 'close');
    await service.stop();
    await ended;
    assert.ok(!service.isAlive);
    assert.ok(!isAlive(postmaster), 'the embedded database has ended');
  });
});
