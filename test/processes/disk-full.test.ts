import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noise } from '../media/sample-pictures.ts';
import {
  canRun,
  createServiceFolder,
  type FullServiceProcess,
  startFullService,
} from './full-service-process.ts';

const possible = canRun('a full disk', 'unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m none /mnt']);
/** The demonstration takes some 70 MB; a file fills the rest. */
const shell = 'exec unshare -rm sh -c \'mount -t tmpfs -o size=200m none "$DATA_DIR" && exec "$@"\' sh "$@"';

describe('a full disk', { skip: possible ? false : 'no mount namespaces here' }, () => {
  let folder: Awaited<ReturnType<typeof createServiceFolder>>;
  let service: FullServiceProcess;
  const kept: { id: string; body: string }[] = [];
  before(async () => {
    folder = await createServiceFolder();
    service = await startFullService(folder.folder, { shell });
  });
  after(async () => {
    await service?.stop();
    await folder.remove();
  });

  /** Writes an incompressible diary entry; returns the status. */
  async function write(): Promise<number> {
    const resident = service.client('resident');
    const { settlement } = service.access;
    const body = randomBytes(25_000).toString('base64');
    const reply = await resident
      .send('write_article', {
        settlement: settlement.slug,
        kind: 'diary',
        parcel_id: '7',
        title: 'Проба',
        body,
      })
      .catch(() => ({ status: 0, body: null }));
    if (reply.status === 201) kept.push({ id: (reply.body as { data: { id: string } }).data.id, body });
    return reply.status;
  }

  async function upload(): Promise<number> {
    const { settlement, accounts } = service.access;
    const form = new FormData();
    form.set('subject_type', 'settlement');
    form.set('subject_id', settlement.id);
    const picture = await noise(1200, 900).png().toBuffer();
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'p.png');
    const reply = await fetch(`${service.url}/api/v1/media/files`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${accounts.editor.token}` },
    }).catch(() => undefined);
    await reply?.arrayBuffer();
    return reply?.status ?? 0;
  }

  it('gives 503 while it lasts, and recovers when there is space again', async () => {
    assert.equal(await write(), 201);
    assert.equal(await upload(), 201);
    const filler = join(service.dataDir, 'filler');
    await fill(filler);
    const statuses = new Set<number>();
    for (let number = 0; number < 60; number += 1) statuses.add(await write());
    const uploads = new Set([await upload(), await upload()]);
    assert.ok(statuses.has(503), `writing: ${[...statuses]}`);
    assert.ok(uploads.has(503), `uploading: ${[...uploads]}`);
    assert.deepEqual(
      [...statuses, ...uploads].filter((status) => ![201, 503].includes(status)),
      [],
    );
    assert.ok(service.isAlive, 'the service lives');
    await rm(filler);
    for (let tries = 0; tries < 100 && (await write()) !== 201; tries += 1) await sleep(200);
    assert.equal(await write(), 201);
    assert.equal(await upload(), 201);
    const resident = service.client('resident');
    for (const { id, body } of kept) {
      const { data } = await resident.show_article({
        settlement: service.access.settlement.slug,
        article: id,
      });
      assert.ok(data.body === body, 'what was written is whole');
    }
  });
});

/** Fills all free space. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      const part = Buffer.alloc(size);
      while (
        await file.write(part).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}
