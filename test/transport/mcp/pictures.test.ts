import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { TestService } from '../../harness/service.ts';
import type { DemoContext } from './every-tool/demo-context.ts';
import { prepareDemo } from './every-tool/prepare-demo.ts';
import { createMcpClient, type McpResponse, readRefusal } from './json-rpc-client.ts';
import { officialClients } from './official-clients.ts';

let service: TestService;
let stage: DemoContext;
let here: { settlement: string };
before(async () => {
  stage = await prepareDemo();
  service = stage.service;
  here = { settlement: stage.settlement.slug };
});

interface Block {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  uri?: string;
}
const asker = (who: keyof DemoContext['tokens'] | null) =>
  who === null ? createMcpClient(service, 'public') : createMcpClient(service, 'resident', stage.tokens[who]);
async function blocksOf(name: string, given: object, who: keyof DemoContext['tokens'] | null = 'resident') {
  const { body } = await asker(who).call(name, { ...given });
  assert.equal(body.result?.isError, undefined, JSON.stringify(body));
  return body.result?.content as Block[];
}
const images = (blocks: Block[]) => blocks.filter(({ type }) => type === 'image');
const documentOf = ({ body }: McpResponse) => {
  const [found] = (body.result?.contents ?? []) as { blob: string; mimeType: string }[];
  return found ?? assert.fail(JSON.stringify(body));
};
const sizeOf = async ({ data = '' }: Block) => sharp(Buffer.from(data, 'base64')).metadata();

async function findFigures(): Promise<{ article: string; figure: number; isDrawing: boolean }[]> {
  const rows = await service.db<{ article: string; figure: number; isDrawing: boolean }[]>`
    select f.article_id::text as article, f.number as figure, f.media_id is null as "isDrawing" from knowledge_figure f
      join knowledge_article a on a.id = f.article_id where a.status = 'published' order by 1, 2`;
  return rows;
}

describe('pictures in tool results', () => {
  it('are included on request, between the delimiters, small and few', async () => {
    const plain = await blocksOf('list_media', here);
    assert.equal(plain.length, 3);
    assert.equal((await blocksOf('list_media', { ...here, pictures: false })).length, 3);
    const blocks = await blocksOf('list_media', { ...here, pictures: true, limit: 30 });
    assert.match(blocks[0]?.text ?? '', /^BEGIN /);
    assert.match(blocks.at(-1)?.text ?? '', /^END /);
    const { media } = JSON.parse(blocks[1]?.text ?? '') as { media: { path: string | null }[] };
    const ready = media.filter(({ path }) => path !== null);
    assert.ok(ready.length > 12, 'the demonstration has photographs');
    assert.equal(blocks.length, 3 + ready.length);
    assert.ok(
      blocks.some(({ type }) => type === 'resource_link'),
      'the others are addresses',
    );
    assert.ok(images(blocks).length > 0 && images(blocks).length <= 12);
    for (const block of images(blocks)) {
      const { width = 0, height = 0, format } = await sizeOf(block);
      assert.ok(Math.max(width, height) <= 320, `${width} × ${height}`);
      assert.equal(block.mimeType, `image/${format}`);
    }
    assert.ok(JSON.stringify(blocks).length < 1_000_000);
    const [one] = images(await blocksOf('list_media', { ...here, pictures: true, limit: 1 }));
    const { width = 0, height = 0 } = one === undefined ? {} : await sizeOf(one);
    assert.ok(Math.max(width, height) > 320 && Math.max(width, height) <= 1024, 'one is shown larger');
  });

  it('are those the reader may see, also as resources', async () => {
    const { media } = await stage.as.resident.list_media({ ...here, limit: 100 });
    const hidden = media.find(({ visibility, path }) => visibility === 'residents' && path !== null);
    assert.ok(hidden);
    const uri = `settlements://settlements/${here.settlement}/media/${hidden.id}`;
    const read = (who: keyof DemoContext['tokens'] | null) => asker(who).ask('resources/read', { uri });
    const found = documentOf(await read('resident'));
    const { width = 0, height = 0 } = await sizeOf({ type: 'image', data: found.blob });
    assert.ok(Math.max(width, height) > 0 && Math.max(width, height) <= 1024);
    for (const who of ['outsider', null] as const) {
      assert.equal((await read(who)).body.error?.message, 'Resource not found', String(who));
      const blocks = await blocksOf('list_media', { ...here, pictures: true }, who);
      assert.ok(!JSON.stringify(blocks).includes(`/media/${hidden.id}`));
    }
    const elsewhere = uri.replace(here.settlement, 'nowhere');
    const missing = await asker('resident').ask('resources/read', { uri: elsewhere });
    assert.ok(missing.body.error);
  });

  it('of the knowledge base are photos, and rasterized diagrams', async () => {
    const figures = await findFigures();
    const drawing = figures.find(({ isDrawing }) => isDrawing) ?? assert.fail('no diagram');
    const { article, figure } = drawing;
    const blocks = await blocksOf('show_knowledge_figure', { article, figure, pictures: true }, null);
    const [image] = images(blocks);
    assert.equal(image?.mimeType, 'image/png');
    const { width = 0, height = 0, format } = await sizeOf(image as Block);
    assert.ok(format === 'png' && width > 10 && height > 10 && Math.max(width, height) <= 1024);
    const uri = `settlements://knowledge/${article}/figures/${figure}`;
    const read = documentOf(await asker(null).ask('resources/read', { uri }));
    assert.equal(read.blob, image?.data, 'the same as a document');
  });

  it('are a boolean argument of tools with pictures only', async () => {
    assert.ok(
      readRefusal(await asker('resident').call('list_media', { ...here, pictures: 'all' })).errors?.pictures,
    );
    assert.ok(readRefusal(await asker('resident').call('list_tasks', { pictures: true })).errors?.pictures);
    const answer = await fetch(`${service.url}/api/v1/settlements/${here.settlement}/media?pictures=true`);
    assert.equal(answer.status, 200, 'REST knows nothing of it');
  });

  for (const [label, reach] of Object.entries(officialClients))
    it(`are accepted by ${label}`, async () => {
      const client = await reach(new URL(`${service.url}/mcp/resident`), {
        requestInit: { headers: { authorization: `Bearer ${stage.tokens.resident}` } },
      });
      const reply = await client.callTool({ name: 'list_media', arguments: { ...here, pictures: true } });
      assert.ok(images((reply as { content: Block[] }).content).length > 0);
      await client.close();
    });
});
