import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findAssetByName } from '../../src/entry/web/ui/assets.ts';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';

type Build = (folder: string, islands: string) => Promise<void>;

it('code shared by islands is split into chunks that the manifest lists for preloading', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'settlements-built-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const islands = join(folder, 'islands');
  for (const name of ['first', 'second']) {
    await mkdir(join(islands, name), { recursive: true });
    await writeFile(
      join(islands, name, 'island.tsx'),
      `import { told } from '../shared.ts'; told('${name}');`,
    );
  }
  const shared = 'export const told = (name: string) => document.body.append(name, "a shared part");';
  await writeFile(join(islands, 'shared.ts'), shared);
  const { buildAssets }: { buildAssets: Build } = await import(
    pathToFileURL(join(repository, 'scripts/assets.mjs')).href
  );
  const built = join(folder, 'built');
  await buildAssets(built, islands);
  const manifest = JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8'));
  const [part] = manifest['first.js'].needs;
  assert.deepEqual(manifest['second.js'].needs, [part]);
  assert.match(await readFile(join(built, part), 'utf8'), /a shared part/);
  assert.doesNotMatch(await readFile(join(built, manifest['first.js'].file), 'utf8'), /a shared part/);
  // File names are deterministic, and change with the content, also of importing scripts.
  await buildAssets(built, islands);
  assert.deepEqual(JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')), manifest);
  await writeFile(join(islands, 'shared.ts'), shared.replace('shared part', 'changed part'));
  await buildAssets(built, islands);
  const later = JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8'));
  assert.notEqual(later['first.js'].file, manifest['first.js'].file);
});

it('assets are served precompressed by Accept-Encoding, as immutable', async () => {
  const service = await startService({});
  const sheet = findAssetByName('ui.css');
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await fetch(`${service.url}${sheet.path}`, { headers: { 'accept-encoding': accepted } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), sheet.body);
  }
  const missing = await fetch(`${service.url}/assets/manifest.json`);
  assert.equal(missing.status, 404);
});

it('robots.txt disallows private pages and allows public ones', async () => {
  const { url } = await startService({});
  const answer = await fetch(`${url}/robots.txt`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  const lines = (await answer.text()).split('\n');
  assert.equal(lines[0], 'User-agent: *');
  assert.ok(lines.includes('Disallow: /account') && lines.includes('Disallow: /oauth/authorize'));
  assert.ok(lines.includes('Disallow: /calendar/'), 'secret links');
  for (const open of ['/', '/knowledge', '/settlements'])
    assert.ok(!lines.some((line) => line === `Disallow: ${open}`), open);
});
