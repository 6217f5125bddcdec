import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { pageLimits } from '../../src/features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../src/features/land-import/formats/unreadable-file.ts';
import type { LandFeature } from '../../src/features/land-import/land-feature.ts';
import { readLandInWorker } from '../../src/features/land-import/land-reader.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';
import { geoFeature, geoJson, kml, makeZip, placemark, rectangle } from './sample-files.ts';

const plot = rectangle(37.5, 56.3, 0.0005, 0.0003);
const points = (count: number) =>
  kml(`<Placemark><Polygon><coordinates>${'1,2 '.repeat(count)}</coordinates></Polygon></Placemark>`);

/** Worker threads started since the last test. */
const threads: Worker[] = [];
const note = (worker: Worker) => threads.push(worker);
before(() => process.on('worker', note));
after(() => process.off('worker', note));
afterEach(() => {
  threads.length = 0;
});
const hasEnded = ({ threadId }: Worker) => threadId === -1;

async function read(bytes: Buffer, most: Partial<typeof pageLimits> = {}, signal?: AbortSignal) {
  const file = { chunks: [bytes], system: 'auto', parameters: '', limits: { ...pageLimits, ...most } };
  const features: LandFeature[] = [];
  for await (const feature of readLandInWorker(file, signal)) features.push(feature);
  return features;
}

const refused = async (work: Promise<unknown>, en: RegExp, ru: RegExp) => {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof UnreadableFile, String(error));
    assert.match(error.text.en, en);
    assert.match(error.text.ru, ru);
    return true;
  });
  assert.equal(threads.length, 1);
  assert.ok(threads.every(hasEnded), 'no worker thread is left running');
};

describe('readLandApart: land files in a worker thread', () => {
  it('refuses a KMZ bomb without blocking other requests', async () => {
    const service = await startService();
    const village = await buildVillage(service);
    const bomb = makeZip({ 'doc.kml': points(15 * 1024 * 1024) });
    assert.ok(bomb.length < 70_000, `${bomb.length} bytes`);
    const as = [service, village.accounts.editor] as const;
    const settlement = 'berezka';
    const sent = await runActionAs(...as, import_land, {
      settlement,
      kind: 'plots',
      file_name: 'a.kmz',
      file: bomb.toString('base64'),
    });
    const show = () => runActionAs(...as, show_land_import, { settlement, import: sent.import });
    threads.length = 0;
    const [started, working] = [
      once(process, 'worker'),
      drainQueue(
        service,
        landImportWorker(() => service.app.services),
      ),
    ];
    await Promise.race([started, working.then(() => assert.fail('the file was read on the main thread'))]);
    const [reply, meanwhile] = [await fetch(`${service.url}/health`), await show()];
    assert.equal(reply.status, 200);
    assert.equal(meanwhile.state, 'checking', 'answered while the file is being read');
    await working;
    const { state, fault } = await show();
    assert.equal(state, 'unreadable');
    assert.match(fault?.en ?? '', /Placemark larger than 8 MiB/);
    assert.match(fault?.ru ?? '', /метка \(Placemark\) больше 8 МиБ/);
    assert.ok(threads.every(hasEnded));
  });

  it('stops at the point limit', () =>
    refused(read(Buffer.from(points(900_000))), /more than 500000 points/, /больше 500000 точек/));

  it('says that the file was not read to its end when the thread ends while the next part is awaited', () => {
    const parts = async function* () {
      yield Buffer.from('{"type":"FeatureCollection",');
      await threads[0]?.terminate();
      yield Buffer.from('"features":[]}');
    };
    const limits = { ...pageLimits, milliseconds: 60_000 };
    const reading = async () => {
      for await (const _ of readLandInWorker({ chunks: parts(), system: 'auto', parameters: '', limits }));
    };
    return refused(reading(), /could not be read to its end/, /не удалось прочитать до конца/);
  });

  it('refuses a file that exceeds the memory limit', () =>
    refused(
      read(Buffer.from(points(900_000)), { memoryMegabytes: 16, points: Number.POSITIVE_INFINITY }),
      /too much memory/,
      /не хватает памяти/,
    ));

  it('refuses a file that exceeds the time limit', () =>
    refused(
      read(Buffer.from(kml('<Folder/>'.repeat(400_000))), { milliseconds: 1 }),
      /too long/,
      /слишком долго/,
    ));

  it('refuses a file whose worker thread crashes', async () => {
    process.once('worker', (worker) => void worker.terminate());
    await refused(read(geoJson([])), /could not be read/, /не удалось прочитать/);
  });

  it('closes the input and the thread when the caller stops iterating', async () => {
    const bytes = geoJson(Array.from({ length: 3000 }, (_, at) => geoFeature({ cn: at }, plot)));
    let [given, isLetGo] = [0, false];
    async function* drop() {
      try {
        for (; given < bytes.length; given += 1000) yield bytes.subarray(given, given + 1000);
      } finally {
        isLetGo = true;
      }
    }
    const file = { chunks: drop(), system: 'auto', parameters: '', limits: pageLimits };
    for await (const feature of readLandInWorker(file)) {
      assert.equal(feature.number, 1);
      break;
    }
    assert.ok(isLetGo);
    assert.ok(given < bytes.length / 2, 'no more was read than requested');
    assert.ok(threads.length === 1 && threads.every(hasEnded));
  });

  it('stops when the caller aborts', async () => {
    const gone = new AbortController();
    process.once('worker', () => gone.abort(new Error('gone')));
    await assert.rejects(read(geoJson([]), {}, gone.signal), /gone/);
    assert.ok(threads.length === 1 && threads.every(hasEnded));
  });

  it('drops unknown fields and truncates long ones', async () => {
    const long = 'x'.repeat(100_000);
    const [feature] = await read(
      geoJson([{ ...geoFeature({ cn: '1', address: long, other: long }, plot), more: long }]),
    );
    assert.ok(JSON.stringify(feature).length < 2000);
    const [mark] = await read(Buffer.from(kml(placemark(`<name>${long}</name>`, [plot]))));
    assert.ok(mark && 'fields' in mark && mark.fields.plotNumber.length > 40, 'still detected as too long');
    const shared = await read(
      geoJson([
        geoFeature(
          { cn: '1' },
          Array.from({ length: 50_001 }, () => plot[0] ?? [0, 0]),
        ),
      ]),
    );
    assert.match(JSON.stringify(shared), /more than 50000 points/);
  });
});
