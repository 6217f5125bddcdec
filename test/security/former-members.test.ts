import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AnyOperation, audiences, isReadOnly } from '../../src/domain/kernel/operation.ts';
import type { OperationName } from '../../src/entry/client/client.ts';
import { operations } from '../../src/features/operations/index.ts';
import {
  audienceCallers,
  createToolCaller,
  type DemoContext,
  type ToolCaller,
} from '../transport/mcp/every-tool/demo-context.ts';
import { prepareDemo } from '../transport/mcp/every-tool/prepare-demo.ts';
import { readingInputs } from '../transport/mcp/every-tool/reading-inputs.ts';
import { writingInputs } from '../transport/mcp/every-tool/writing-inputs.ts';

const all: readonly AnyOperation[] = operations;

/**
 * What a person who until now was a resident, on the board, a moderator and a company's representative may still do.
 * Everything else has to be refused, whatever was prepared while the role was held.
 */
const stillAllowed: Partial<Record<OperationName, string>> = {
  remove_article: 'an own diary entry may be removed',
  remove_media: 'an own photograph of the plot may be removed',
  write_knowledge_article: 'the knowledge base is everybody’s',
  edit_knowledge_article: 'the knowledge base is everybody’s',
  publish_knowledge_article: 'an own text is sent to the moderators',
  remove_knowledge_article: 'an own draft',
  roll_back_knowledge_article: 'an own text',
  set_knowledge_article_cover: 'an own text',
  edit_profile: 'one’s own account',
  save_interface_settings: 'one’s own account',
  set_notification_preferences: 'one’s own account',
  read_notification: 'one’s own bell',
  read_conversation: 'what was said to one stays',
  send_message: 'an answer in a conversation that exists',
  request_residency: 'anybody may ask',
  remove_resident: 'an own claim is taken back',
  disconnect_device: 'one’s own connection ends',
  edit_device_connection: 'one’s own connection is paused',
  withdraw_change_proposal: 'an own proposal is taken back',
  withdraw_review: 'an own verdict is taken back',
  edit_task: 'an own request is called off',
  register_company: 'anybody may register one',
};

/** What anybody may read, or a person of themselves; not compared. */
const ownReading = new Set<string>([
  'show_me',
  'list_my_articles',
  'list_my_devices',
  'list_my_parcels',
  'list_my_change_proposals',
  'list_knowledge_queue',
  'list_articles',
  'list_notifications',
  'list_conversations',
  'list_messages',
  'list_tasks',
  'show_task',
  'show_article',
  'list_media',
  'list_sensor_readings',
  'show_interface_settings',
  'show_notification_preferences',
  'list_change_proposals',
  'list_reviews',
  'show_knowledge_article',
  'list_knowledge_articles',
  'list_knowledge_revisions',
  'show_knowledge_revision',
  'list_tagged',
]);

async function prepared(table: object, name: string, turn: ToolCaller): Promise<object> {
  const prepare = (table as Record<string, ((turn: ToolCaller) => object | Promise<object>) | undefined>)[
    name
  ];
  if (prepare === undefined) throw new Error(`${name} has no input.`);
  return prepare(turn);
}

describe('an account whose roles have ended', () => {
  let stage: DemoContext;
  before(async () => {
    stage = await prepareDemo();
  });

  /** Runs the work without any role of the account, and restores them. */
  async function withoutRoles<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const { db } = stage.service;
    const members = await db<{ id: string; state: string; primary: boolean }[]>`
      select id, state, is_primary as primary from membership where account_id = ${accountId}`;
    const roles = await db<{ settlement: string; role: string }[]>`
      select settlement_id as settlement, role from settlement_role where account_id = ${accountId}`;
    const [account] = await db<{ role: string | null }[]>`
      select platform_role as role from account where id = ${accountId}`;
    const companies = await db<{ company: string; state: string }[]>`
      select company_id as company, state from company_representative where account_id = ${accountId}`;
    await db`update membership set state = 'ended', is_primary = false where account_id = ${accountId}`;
    await db`delete from settlement_role where account_id = ${accountId}`;
    await db`update account set platform_role = null where id = ${accountId}`;
    await db`update company_representative set state = 'ended' where account_id = ${accountId}`;
    try {
      return await work();
    } finally {
      for (const { id, state, primary } of members)
        await db`update membership set state = ${state}, is_primary = ${primary} where id = ${id}`;
      for (const { settlement, role } of roles)
        await db`insert into settlement_role (settlement_id, account_id, role, created_at) values (${settlement}, ${accountId}, ${role}, now())`;
      await db`update account set platform_role = ${account?.role ?? null} where id = ${accountId}`;
      for (const { company, state } of companies)
        await db`update company_representative set state = ${state} where account_id = ${accountId} and company_id = ${company}`;
    }
  }

  /** A token of its own: another may be cached from when the role was held. */
  async function ask(
    accountId: string,
    name: string,
    input: object,
  ): Promise<{ status: number; body: unknown }> {
    const client = await stage.service.as(accountId);
    return client.send(name as never, input as never);
  }

  for (const audience of audiences.filter((each) => audienceCallers[each] !== null)) {
    it(`${audience}: writes only what is explicitly allowed`, async () => {
      const speaker = audienceCallers[audience] as NonNullable<(typeof audienceCallers)[typeof audience]>;
      const { id: accountId } = (await stage.as[speaker].show_me({})).data;
      const problems: string[] = [];
      const tried = all.filter((each) => each.audiences.includes(audience) && !isReadOnly(each));
      for (const { name } of tried) {
        const input = await prepared(writingInputs, name, createToolCaller(stage, audience));
        const { status } = await withoutRoles(accountId, () => ask(accountId, name, input));
        const isRefused = status === 403 || status === 404 || status === 422;
        if (!isRefused && !(name in stillAllowed)) problems.push(`${name}: ${status}`);
        if (status >= 500 || status === 401) problems.push(`${name}: ${status}`);
      }
      assert.deepEqual(problems, []);
    });

    it(`${audience}: reads what a newcomer reads, and its own data`, async () => {
      const speaker = audienceCallers[audience] as NonNullable<(typeof audienceCallers)[typeof audience]>;
      const { id: accountId } = (await stage.as[speaker].show_me({})).data;
      const { id: newcomer } = (await stage.as.newcomer.show_me({})).data;
      const problems: string[] = [];
      const tried = all.filter((each) => each.audiences.includes(audience) && isReadOnly(each));
      for (const { name } of tried.filter((each) => !ownReading.has(each.name))) {
        const input = await prepared(readingInputs, name, createToolCaller(stage, audience));
        const former = await withoutRoles(accountId, () => ask(accountId, name, input));
        const plain = await ask(newcomer, name, input);
        const same =
          former.status === plain.status &&
          (former.status !== 200 || JSON.stringify(former.body) === JSON.stringify(plain.body));
        if (!same) problems.push(`${name}: ${former.status} where a newcomer gets ${plain.status}`);
      }
      assert.deepEqual(problems, []);
    });
  }

  it('may hide and remove a diary entry and a photo of the plot, but not widen, edit or publish them', async () => {
    const { resident } = stage.as;
    const { id: accountId } = (await resident.show_me({})).data;
    const here = { settlement: stage.settlement.slug };
    const { data: entry } = await resident.write_article({
      ...here,
      kind: 'diary',
      parcel_id: stage.plot.id,
      title: 'Осень',
      body: 'Листья.',
      visibility: 'residents',
    });
    const article = { ...here, article: entry.id };
    const statuses = await withoutRoles(accountId, async () => {
      const status = async (name: OperationName, input: object) => (await ask(accountId, name, input)).status;
      return [
        await status('publish_article', article),
        await status('edit_article', { ...article, body: 'Другое.' }),
        await status('edit_article', { ...article, visibility: 'public' }),
        await status('show_article', article),
        await status('edit_article', { ...article, visibility: 'private' }),
        await status('remove_article', article),
      ];
    });
    assert.deepEqual(statuses, [403, 403, 403, 200, 200, 200]);
  });

  it('may not change texts written for the settlement', async () => {
    const { editor } = stage.as;
    const { id: accountId } = (await editor.show_me({})).data;
    const here = { settlement: stage.settlement.slug };
    const write = async (publish: boolean) => {
      const { data } = await editor.write_article({
        ...here,
        kind: 'announcement',
        title: stage.fresh(),
        body: 'Собрание в субботу.',
        visibility: 'public',
      });
      if (publish) await editor.publish_article({ ...here, article: data.id });
      return { ...here, article: data.id };
    };
    const [draft, published] = [await write(false), await write(true)];
    const statuses = await withoutRoles(accountId, async () => {
      const status = async (name: OperationName, input: object) => (await ask(accountId, name, input)).status;
      const mine = (await ask(accountId, 'list_my_articles', {})).body as { articles: { id: string }[] };
      assert.ok(!mine.articles.some(({ id }) => id === draft.article));
      return [
        await status('publish_article', draft),
        await status('show_article', draft),
        await status('remove_article', draft),
        await status('edit_article', { ...published, body: 'Собрания не будет.' }),
        await status('edit_article', { ...published, visibility: 'private' }),
        await status('remove_article', published),
        await status('show_article', published),
      ];
    });
    assert.deepEqual(statuses, [404, 404, 404, 403, 403, 403, 200]);
  });
});
