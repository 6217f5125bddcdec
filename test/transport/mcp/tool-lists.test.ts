import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { z } from 'zod';
import { type AnyOperation, type Audience, audiences } from '../../../src/domain/kernel/operation.ts';
import { toolsetTexts } from '../../../src/domain/kernel/toolset-names.ts';
import { listToolsets } from '../../../src/domain/kernel/toolsets.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { repository } from '../../harness/source-tree.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, type McpResponse } from './json-rpc-client.ts';
import { officialClients } from './official-clients.ts';

interface Tool {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, Record<string, unknown>> };
  outputSchema?: { type: string; properties?: Record<string, unknown> };
  annotations: Record<string, boolean>;
}

let service: TestService;
let village: Village;
let tokens: Record<Audience, string | undefined>;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  const { resident, editor, moderator, company } = village.accounts as Record<string, string>;
  const token = (account: string | undefined) => service.token(account ?? '');
  tokens = {
    public: undefined,
    resident: await token(resident),
    settlement: await token(editor),
    platform: await token(moderator),
    company: await token(company ?? resident),
  };
});

const ask = (address: string, method: string, token?: string) =>
  createMcpClient(service, address, token).ask(method);
const toolsOf = ({ body }: McpResponse) => (body.result?.tools ?? []) as Tool[];
const listOf = async (audience: Audience, query = '') =>
  toolsOf(await ask(`${audience}${query}`, 'tools/list', tokens[audience]));
const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name);

/** The most bytes the list of each server may have, with every tool in it. */
const limits: Record<Audience, number> = JSON.parse(
  readFileSync(join(repository, 'test/contract/tool-list-limits.json'), 'utf8'),
);

/** The fields of `data` in a reply. */
function dataOf(output: z.ZodType): Record<string, z.ZodType | undefined> {
  const shapeOf = (schema: z.ZodType | undefined) =>
    ((schema?._zod.def as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}) as Record<
      string,
      z.ZodType | undefined
    >;
  return shapeOf(shapeOf(output).data);
}

interface InnerSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  anyOf?: InnerSchema[];
  oneOf?: InnerSchema[];
  items?: InnerSchema;
  properties?: Record<string, InnerSchema>;
  additionalProperties?: InnerSchema | boolean;
}

/** Paths of schemas that leave open what may be sent, or do not say what it is. */
function findUntyped(schema: InnerSchema, path: string): string[] {
  const { type, properties, items, additionalProperties } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.flatMap((one, place) => findUntyped(one, `${path}|${place}`));
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const isOpen =
    (type === undefined && schema.enum === undefined && schema.const === undefined) ||
    (type === 'object' && properties === undefined && values === undefined) ||
    (type === 'array' && items === undefined);
  return [
    ...(isOpen ? [`${path} is untyped`] : []),
    ...(items ? findUntyped(items, `${path}[]`) : []),
    ...(values ? findUntyped(values, `${path}.*`) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => [
      ...(inner.description === undefined ? [`${path}.${name} has no description`] : []),
      ...findUntyped(inner, `${path}.${name}`),
    ]),
  ];
}

describe('a list of tools', () => {
  for (const audience of audiences) {
    it(`costs ${audience} at most ${limits[audience]} bytes`, async () => {
      const list = JSON.stringify(await listOf(audience));
      assert.ok(Buffer.byteLength(list) <= limits[audience], `${Buffer.byteLength(list)} bytes`);
      const offered = operations.filter((each) => (each.audiences as readonly string[]).includes(audience));
      assert.equal((JSON.parse(list) as Tool[]).length, offered.length);
    });
    it(`of ${audience} mentions no tool that is not there`, async () => {
      const tools = await listOf(audience);
      const { body } = await ask(audience, 'initialize', tokens[audience]);
      const prompts = await ask(audience, 'prompts/list', tokens[audience]);
      const here = new Set(namesOf(tools));
      const everywhere = new Set(operations.map(({ name }): string => name));
      const text = JSON.stringify([tools, body.result?.instructions, prompts.body.result]);
      const missing = [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)]
        .map(([word]) => word)
        .filter((word) => everywhere.has(word) && !here.has(word));
      assert.deepEqual(missing, []);
    });
  }
  it('types and describes every argument to the innermost', async () => {
    for (const audience of audiences)
      for (const tool of await listOf(audience)) {
        const faults = findUntyped(tool.inputSchema, tool.name);
        assert.deepEqual(faults, []);
      }
  });
  it('lets every list be limited, shortened and continued', async () => {
    for (const audience of audiences)
      for (const { name, inputSchema, annotations } of await listOf(audience)) {
        if (!annotations.readOnlyHint || !name.startsWith('list_') || name === 'list_sensor_readings')
          continue;
        const { limit, detail, cursor } = inputSchema.properties;
        assert.ok(limit && detail && cursor, name);
        assert.equal(cursor.description, 'The `cursor` of the reply before.', name);
      }
  });
  it('describes every argument in place', async () => {
    for (const audience of audiences) {
      const { body } = await ask(audience, 'initialize', tokens[audience]);
      assert.match(
        String(body.result?.instructions),
        /`cursor`.*plot.*review.*rating.*proposal.*visibility/s,
      );
      for (const tool of await listOf(audience))
        for (const [name, field] of Object.entries(tool.inputSchema.properties)) {
          assert.ok(String(field.description ?? '').length > 3, `${tool.name}.${name} has no description`);
        }
    }
  });
  it('gives identifiers and cursors as strings, dates and times with their format', async () => {
    const resident = new Map(
      (await listOf('resident')).map((tool) => [tool.name, tool.inputSchema.properties]),
    );
    assert.equal(resident.get('list_settlements')?.place?.type, 'string');
    assert.equal(resident.get('list_settlements')?.cursor?.type, 'string');
    assert.equal(resident.get('list_reviews')?.subject_id?.type, 'string');
    assert.equal(resident.get('read_notification')?.notification?.type, 'string');
    assert.equal(resident.get('list_sensor_readings')?.from?.format, 'date-time');
    assert.equal(resident.get('list_tasks')?.due_until?.format, 'date');
  });
  it('has one format for every date and time, and one kind of `mentions`', async () => {
    for (const audience of audiences)
      for (const { name, inputSchema } of await listOf(audience))
        for (const [argument, field] of Object.entries(inputSchema.properties))
          if (/_(on|at|until)$|^from$/.test(argument))
            assert.match(JSON.stringify(field), /"format":"date(-time)?"/, `${name}.${argument}`);
    for (const { name, output, formatForTools } of operations as readonly AnyOperation[]) {
      const { mentions } = dataOf(output);
      const isUnion = mentions?._zod.def.type === 'union';
      if (isUnion) assert.ok(formatForTools, `${name} tells assistants a list or a map`);
    }
  });
  it('marks applying a boundary as destructive', async () => {
    const tool = (await listOf('settlement')).find(({ name }) => name === 'set_settlement_boundary');
    assert.equal(tool?.annotations.destructiveHint, true);
    assert.match(tool?.description ?? '', /replaces/);
  });
  it('has output schemas on request', async () => {
    const tools = await listOf('public', '?output_schemas=1');
    for (const tool of tools) {
      assert.equal(tool.outputSchema?.type, 'object', tool.name);
      assert.ok(Object.keys(tool.outputSchema?.properties ?? {}).length > 0, tool.name);
    }
    assert.ok((await listOf('public')).every((tool) => tool.outputSchema === undefined));
  });
  for (const [client, reach] of Object.entries(officialClients))
    it(`has output schemas that replies and summaries fit, as validated by ${client}`, async () => {
      const { settlement } = village;
      const url = new URL(`${service.url}/mcp/public?output_schemas=1`);
      const connected = await reach(url, {});
      await connected.listTools();
      for (const detail of ['whole', 'summary'])
        for (const name of ['show_settlement', 'list_contacts']) {
          const reply = await connected.callTool({
            name,
            arguments: { settlement: settlement.slug, detail },
          });
          assert.ok(!(reply as { isError?: boolean }).isError, `${name} ${detail}`);
        }
      await connected.close();
    });
});

describe('toolsets', () => {
  it('filter the list, and the tools that may be called', async () => {
    const names = namesOf(await listOf('resident', '?toolsets=diary,devices'));
    for (const name of ['show_me', 'list_my_parcels', 'write_article', 'upload_media', 'list_my_devices'])
      assert.ok(names.includes(name), name);
    for (const name of ['list_tasks', 'search_shared_knowledge', 'send_message'])
      assert.ok(!names.includes(name), name);
    const { call } = createMcpClient(service, 'resident?toolsets=diary', tokens.resident);
    assert.equal((await call('list_tasks')).body.error?.code, -32602);
    assert.equal((await call('list_my_articles')).body.result?.isError, undefined);
    const reading = namesOf(await listOf('resident', '?toolsets=diary&read_only=1'));
    assert.ok(reading.includes('list_articles') && !reading.includes('write_article'));
  });
  it('refuse unknown names with the existing ones, for every method', async () => {
    for (const method of ['tools/list', 'initialize', 'tools/call']) {
      const { status, body } = await ask('resident?toolsets=diary,gardening', method, tokens.resident);
      assert.deepEqual([status, body.error?.code], [400, -32602], method);
      assert.match(body.error?.message ?? '', /gardening.*There are: diary, plots, devices/);
    }
    assert.equal((await ask('public?toolsets=devices', 'tools/list')).status, 400, 'public has none');
  });
  it('contain every tool, and are named in the instructions', async () => {
    for (const audience of audiences) {
      const sets = listToolsets(operations, audience);
      const { body } = await ask(audience, 'initialize', tokens[audience]);
      assert.ok(String(body.result?.instructions).includes(`?toolsets=`));
      assert.ok(String(body.result?.instructions).includes(sets.join(', ')), audience);
      const all = namesOf(await listOf(audience));
      assert.deepEqual(namesOf(await listOf(audience, `?toolsets=${sets.join(',')}`)), all);
    }
  });
  it('are explained at /connect, for the selected server', async () => {
    const page = await (await fetch(`${service.url}/connect?audience=company`)).text();
    for (const name of Object.keys(toolsetTexts))
      assert.equal(
        page.includes(`<code>${name}</code>`),
        listToolsets(operations, 'company').includes(name as never),
        name,
      );
  });
});

describe('roles', () => {
  it('decide which tools an account is offered; calling another is refused with a reason', async () => {
    const names = async (account: string, audience: Audience) => {
      const token = await service.token(account);
      return namesOf(toolsOf(await ask(audience, 'tools/list', token)));
    };
    const { resident, editor, moderator } = village.accounts;
    assert.ok((await names(editor, 'settlement')).includes('approve_change_proposal'));
    assert.ok(!(await names(resident, 'settlement')).includes('approve_change_proposal'));
    assert.ok(
      (await names(resident, 'settlement')).includes('confirm_resident'),
      'owners confirm their family',
    );
    assert.ok((await names(moderator, 'platform')).includes('approve_knowledge_revision'));
    assert.ok(!(await names(editor, 'platform')).includes('approve_knowledge_revision'));
    assert.ok((await names(moderator, 'settlement')).includes('set_settlement_boundary'));
    const { call } = createMcpClient(service, 'settlement', await service.token(resident));
    const refused = await call('list_change_proposals', { settlement: village.settlement.slug });
    assert.equal(refused.body.result?.isError, true);
  });
});
