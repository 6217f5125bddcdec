import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type BlobStore, isStoreFailure } from '../../src/engines/media/blob-store.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { type FileFault, runWithFileFault } from '../harness/failing-files.ts';

const longAgo = new Date(Date.now() - 86_400_000);
const words = 'a file';
const limits = { maxBytes: 1000 };
const source = () => Readable.from([Buffer.from(words)]);

interface Stage {
  store: BlobStore;
  sha256: string;
  path: string;
}

interface FileCase {
  name: string;
  isThereBefore: boolean;
  isThereAfter: boolean;
  run(stage: Stage): Promise<unknown>;
}

const cases: readonly FileCase[] = [
  {
    name: 'storing',
    isThereBefore: false,
    isThereAfter: true,
    run: ({ store }) => store.put(source(), limits),
  },
  {
    name: 'storing once more',
    isThereBefore: true,
    isThereAfter: true,
    run: ({ store }) => store.put(source(), limits),
  },
  {
    name: 'opening',
    isThereBefore: true,
    isThereAfter: true,
    run: async ({ store, sha256 }) => text((await store.open(sha256)) ?? assert.fail()),
  },
  { name: 'listing', isThereBefore: true, isThereAfter: true, run: ({ store }) => store.list(undefined, 10) },
  {
    name: 'removing',
    isThereBefore: true,
    isThereAfter: false,
    run: ({ store, sha256 }) => store.remove(sha256),
  },
  {
    name: 'removing what nobody touched since',
    isThereBefore: true,
    isThereAfter: false,
    run: ({ store, sha256 }) => store.remove(sha256, { untouchedSince: new Date() }),
  },
  {
    name: 'not removing what was touched since',
    isThereBefore: true,
    isThereAfter: true,
    run: ({ store, sha256 }) => store.remove(sha256, { untouchedSince: new Date(longAgo.getTime() - 1) }),
  },
  {
    name: 'receiving what is not stored',
    isThereBefore: false,
    isThereAfter: false,
    run: async ({ store }) => (await store.receiveTemporary(source(), limits)).release(),
  },
];

describe('a disk that fails at each call', () => {
  let folder = '';
  let count = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function makeStage({ isThereBefore }: FileCase): Promise<Stage & { root: string }> {
    count += 1;
    const root = join(folder, String(count));
    const store = openFileStore(root);
    const { sha256 } = await store.put(source(), limits);
    const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await utimes(path, longAgo, longAgo);
    if (!isThereBefore) await store.remove(sha256);
    return { root, store, sha256, path };
  }

  const isWhole = async ({ store, sha256 }: Stage) => {
    const file = await store.open(sha256);
    return file === undefined ? false : (await text(file)) === words || assert.fail('half of a file');
  };

  async function tryFault(each: FileCase, fault: FileFault, name: string): Promise<void> {
    const stage = await makeStage(each);
    const { result, called } = await runWithFileFault(() => each.run(stage), fault);
    const where = `${each.name}, ${fault.code} at ${fault.at} (${name})`;
    assert.equal(called[fault.at], name, where);
    if (result.status === 'rejected') assert.ok(isStoreFailure(result.reason), `${where}: ${result.reason}`);
    const isThere = await isWhole(stage);
    if (result.status === 'fulfilled') assert.equal(isThere, each.isThereAfter, where);
    else assert.ok(isThere === each.isThereBefore || isThere === each.isThereAfter, where);
    // What is left over of a removal that failed itself is swept.
    const left = await readdir(join(stage.root, '.incoming'));
    if (name !== 'rm') assert.deepEqual(left, [], where);
    await each.run(stage);
    assert.equal(await isWhole(stage), each.isThereAfter, `${where}, once more`);
  }

  for (const each of cases)
    it(`in ${each.name}: is said, leaves a file or none, and once more works`, async (context) => {
      const { result, called } = await runWithFileFault(async () => each.run(await makeStage(each)));
      assert.equal(result.status, 'fulfilled');
      const stage = await makeStage(each);
      const { called: own } = await runWithFileFault(() => each.run(stage));
      assert.ok(own.length > 0 && called.length > own.length);
      for (const [at, name] of own.entries())
        for (const code of ['ENOSPC', 'EIO'] as const) await tryFault(each, { at, code }, name);
      context.diagnostic(`${own.length} calls: ${own.join()}`);
    });

  it('while a blob is being removed that an upload touches: the blob stays', async () => {
    const stage = await makeStage(cases[4] as FileCase);
    const aside = { at: 3, code: 'EIO' } as const;
    const { result, called } = await runWithFileFault(
      () => stage.store.remove(stage.sha256, { untouchedSince: new Date() }),
      aside,
    );
    assert.deepEqual(called.slice(0, 4), ['stat', 'mkdir', 'rename', 'stat']);
    assert.equal(result.status, 'rejected');
    assert.ok(await isWhole(stage), 'nobody knows whether it was touched: it stays');
  });
});
