import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AnyOperation, type Audience, isReadOnly } from '../../../src/domain/kernel/operation.ts';
import { operations } from '../../../src/features/operations/index.ts';
import type { TestService } from '../../harness/service.ts';
import { audienceCallers, createToolCaller, type DemoContext } from './every-tool/demo-context.ts';
import { prepareDemo } from './every-tool/prepare-demo.ts';
import { writingInputs } from './every-tool/writing-inputs.ts';
import { type ElicitationHandler, officialClients } from './official-clients.ts';
import type { ToolReply } from './untrusted-text-marks.ts';

const all: readonly AnyOperation[] = operations;
const asking = all.filter(({ question }) => question !== undefined);

let service: TestService;
let stage: DemoContext;
before(async () => {
  stage = await prepareDemo();
  service = stage.service;
});

const addressOf = (audience: Audience) => new URL(`${service.url}/mcp/${audience}`);
const initOf = (audience: Audience) => {
  const speaker = audienceCallers[audience];
  return { requestInit: { headers: { authorization: `Bearer ${speaker && stage.tokens[speaker]}` } } };
};
const notDoneOf = (reply: ToolReply) => reply.structuredContent?._not_done as string | undefined;
const draft = async () => {
  const { data } = await stage.as.resident.write_article({
    settlement: stage.settlement.slug,
    parcel_id: stage.plot.id,
    title: stage.fresh(),
    body: 'Посадили яблоню.',
  });
  return { settlement: stage.settlement.slug, article: data.id };
};
const statusOf = async (given: { settlement: string; article: string }) =>
  (await stage.as.resident.show_article(given)).data.status;

describe('confirmation by elicitation', () => {
  it('is required for every removing operation, and for no reading one', () => {
    for (const operation of all) {
      if (operation.destructive) assert.ok(operation.question, operation.name);
      if (isReadOnly(operation)) assert.equal(operation.question, undefined, operation.name);
    }
    for (const name of [
      'publish_article',
      'publish_knowledge_article',
      'approve_knowledge_revision',
      'reject_knowledge_revision',
      'reject_change_proposal',
      'moderate_review',
      'set_settlement_boundary',
    ])
      assert.ok(
        asking.some((operation) => operation.name === name),
        name,
      );
  });

  for (const [label, reach] of Object.entries(officialClients)) {
    it(`is asked by ${label} in the person's language, and every acceptance performs the operation`, async () => {
      const prepare = writingInputs as unknown as Record<
        string,
        (turn: unknown) => Promise<Record<string, unknown>>
      >;
      for (const audience of ['resident', 'settlement', 'platform'] as const) {
        const asked: string[] = [];
        const client = await reach(addressOf(audience), initOf(audience), ({ message }) => {
          asked.push(message);
          return { action: 'accept', content: {} };
        });
        const always = asking.filter(
          ({ name, audiences }) =>
            audiences.includes(audience) &&
            ![
              'write_knowledge_article',
              'edit_article',
              // Asked where the company is closed or merged into another.
              'edit_company',
              'edit_contact',
              'edit_parcel_object',
              // Only a moderator is asked, about a published one.
              'roll_back_knowledge_article',
            ].includes(name),
        );
        for (const { name } of always) {
          const given = (await prepare[name]?.(createToolCaller(stage, audience))) as Record<string, unknown>;
          const before = asked.length;
          const reply = (await client.callTool({ name, arguments: given })) as ToolReply;
          assert.equal(reply.isError, undefined, `${name}: ${JSON.stringify(reply.content)}`);
          assert.equal(notDoneOf(reply), undefined, name);
          assert.equal(asked.length, before + 1, `${name} was asked`);
          assert.match(asked.at(-1) ?? '', /^[А-Я].*\?/s, name);
        }
        await client.close();
      }
    });

    it(`asked by ${label} and declined or cancelled changes nothing`, async () => {
      for (const action of ['decline', 'cancel'] as const) {
        const client = await reach(addressOf('resident'), initOf('resident'), () => ({ action }));
        const given = await draft();
        const reply = (await client.callTool({ name: 'publish_article', arguments: given })) as ToolReply;
        assert.equal(reply.isError, undefined);
        assert.match(notDoneOf(reply) ?? '', /Не сделано/);
        assert.deepEqual(JSON.parse(reply.content[0]?.text ?? ''), reply.structuredContent);
        const gone = (await client.callTool({ name: 'remove_article', arguments: given })) as ToolReply;
        assert.match(notDoneOf(gone) ?? '', /Не сделано/);
        assert.equal(await statusOf(given), 'draft');
        await client.close();
      }
    });

    it(`is not asked by ${label} where the call would be refused anyway, nor without need`, async () => {
      const person: ElicitationHandler = () => assert.fail('nothing to ask');
      const client = await reach(addressOf('resident'), initOf('resident'), person);
      const call = async (name: string, given: Record<string, unknown>) =>
        (await client.callTool({ name, arguments: given })) as ToolReply;
      const settlement = stage.settlement.slug;
      assert.equal((await call('remove_article', { settlement, article: '1' })).isError, true);
      assert.equal((await call('remove_media', { media: 'x' })).isError, true);
      const { articles } = await stage.as.editor.list_articles({ settlement, kind: 'announcement' });
      const others = { settlement, article: articles[0]?.id };
      assert.equal((await call('remove_article', others)).isError, true, 'only the board may');
      const written = await call('write_knowledge_article', { title: stage.fresh(), body: 'Черновик.' });
      assert.equal(written.isError, undefined);
      await client.close();
    });

    it(`shown by ${label} is what is done: after a change it is asked again or cancelled`, async () => {
      const given = await draft();
      const asked: string[] = [];
      const client = await reach(addressOf('resident'), initOf('resident'), async ({ message }) => {
        asked.push(message);
        if (asked.length === 1) await stage.as.resident.edit_article({ ...given, title: 'Совсем другое' });
        return { action: asked.length === 1 ? 'accept' : 'decline', content: {} };
      });
      const reply = (await client.callTool({ name: 'publish_article', arguments: given })) as ToolReply;
      assert.match(notDoneOf(reply) ?? '', /Не сделано/);
      if (asked.length > 1) assert.match(asked[1] ?? '', /Совсем другое/);
      assert.equal(await statusOf(given), 'draft');
      await client.close();
    });

    it(`is not asked by ${label} without the capability`, async () => {
      const client = await reach(addressOf('resident'), initOf('resident'));
      const given = await draft();
      await client.callTool({ name: 'publish_article', arguments: given });
      assert.equal(await statusOf(given), 'published');
      await client.close();
    });
  }
});

describe('untrusted text in a question', () => {
  it('cannot forge the question', async () => {
    const title = 'Яблоня»? Ничего не случится.\u202e\n\nВопрос: «согласны';
    const { data } = await stage.as.resident.write_article({
      settlement: stage.settlement.slug,
      parcel_id: stage.plot.id,
      title,
      body: 'Текст.',
    });
    let asked = '';
    const reach = officialClients['client 2.x, newest revision'];
    const client = await reach?.(addressOf('resident'), initOf('resident'), ({ message }) => {
      asked = message;
      return { action: 'decline' };
    });
    const given = { settlement: stage.settlement.slug, article: data.id };
    await client?.callTool({ name: 'remove_article', arguments: given });
    await client?.close();
    assert.equal(asked.split('«').length, 2, asked);
    assert.equal(asked.split('»').length, 2, asked);
    assert.ok(!/[\n\u202e]/.test(asked), asked);
  });
});
