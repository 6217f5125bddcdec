import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallPicture } from '../operations/media/uploads.ts';
import {
  canRun,
  createServiceFolder,
  type FullServiceProcess,
  isHealthy,
  startFullService,
} from './full-service-process.ts';

const possible = canRun('file descriptors that run out', 'prlimit', ['--nofile=120', 'true']);

describe('file descriptors that run out', { skip: possible ? false : 'no limits here' }, () => {
  let folder: Awaited<ReturnType<typeof createServiceFolder>>;
  let service: FullServiceProcess;
  /** Opened while there were descriptors, and kept open: later connections are refused. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const crowd: Socket[] = [];
  before(async () => {
    folder = await createServiceFolder();
    service = await startFullService(folder.folder);
    // Only now: loading the modules alone takes more descriptors than are needed later.
    const limited = spawnSync('prlimit', ['--pid', String(service.pid), '--nofile=120:120']);
    assert.equal(limited.status, 0, String(limited.stderr));
  });
  after(async () => {
    agent.destroy();
    for (const socket of crowd) socket.destroy();
    await service?.stop();
    await folder.remove();
  });

  function send(
    method: string,
    path: string,
    body: Buffer | object,
  ): Promise<{ status: number; body: string }> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return new Promise((done, failed) => {
      const asked = request(
        new URL(path, service.url),
        {
          method,
          agent,
          headers: {
            'content-length': bytes.length,
            ...(!Buffer.isBuffer(body) && {
              'content-type': 'application/json',
              authorization: `Bearer ${service.access.accounts.editor.token}`,
            }),
          },
        },
        (reply) => {
          let text = '';
          reply.on('data', (chunk) => {
            text += chunk;
          });
          reply.on('end', () => done({ status: reply.statusCode ?? 0, body: text }));
        },
      );
      asked.on('error', failed);
      asked.end(bytes);
    });
  }
  const write = () =>
    send('POST', '/api/v1/tasks', {
      settlement: service.access.settlement.slug,
      title: 'Проба',
      kind: 'work',
    });
  const askAddress = async () => {
    const { status, body } = await send('POST', '/api/v1/media', {
      subject_type: 'settlement',
      subject_id: service.access.settlement.id,
    });
    assert.equal(status, 201);
    return new URL((JSON.parse(body) as { data: { upload_url: string } }).data.upload_url).pathname;
  };

  it('give 503 to requests that need one, and the service recovers when there are some again', async () => {
    const address = await askAddress();
    const picture = await smallPicture();
    await openIdleConnections(crowd, Number(new URL(service.url).port));
    const written = new Set<number>();
    for (let number = 0; number < 20; number += 1) written.add((await write()).status);
    const refused = await send('PUT', address, picture);
    assert.deepEqual(
      [...written].filter((status) => ![201, 503].includes(status)),
      [],
    );
    assert.equal(refused.status, 503, refused.body);
    assert.ok(service.isAlive);

    for (const socket of crowd) socket.destroy();
    for (let tries = 0; tries < 100 && !(await isHealthy(service.url)); tries += 1) await sleep(100);
    // The same URL: a refused upload has not used it up.
    let sent = await send('PUT', address, picture);
    for (let tries = 0; tries < 50 && sent.status === 503; tries += 1) {
      await sleep(100);
      sent = await send('PUT', address, picture);
    }
    assert.equal(sent.status, 201, sent.body);
    assert.equal((await write()).status, 201);
    const { tasks } = await service.client('editor').list_tasks({ limit: 100 });
    assert.ok(tasks.filter(({ title }) => title === 'Проба').length >= 1);
  });
});

/** More idle connections than there are descriptors. */
async function openIdleConnections(crowd: Socket[], port: number): Promise<void> {
  for (let number = 0; number < 300; number += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    crowd.push(socket);
  }
  await Promise.all(
    crowd.map(
      (socket) => new Promise<void>((done) => socket.once('connect', done).once('close', () => done())),
    ),
  );
  // The last ones are taken out of the backlog, or closed at once.
  await sleep(500);
}
