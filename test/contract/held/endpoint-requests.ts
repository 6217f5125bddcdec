import assert from 'node:assert/strict';
import type { Scope } from '../../../src/domain/kernel/caller.ts';
import type { TestService } from '../../harness/service.ts';
import { buildVillage, type Persona } from '../../harness/village.ts';

const scopes: Scope[] = ['mcp:read', 'mcp:write', 'mcp:private'];

interface Request {
  as?: Persona;
  /** Which of `known` is the `{article}` of the path. */
  article?: 'entry' | 'slug' | 'advice';
  query?: string;
  body?: object;
}

/** Requests to the endpoints that the contract lists, in a village that has one of everything they name. */
export async function prepareEndpointRequests(service: TestService) {
  const { known, accounts } = await fillVillage(service);
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const replies: unknown[] = [];

  /** Asserts name, route, scope, success code, and fields of the reply; `outer.inner` is a nested one. */
  async function answers(
    name: string,
    route: string,
    scope: Scope | 'public',
    [success, ...fields]: [number, ...string[]],
    { as = 'resident', article, query, body }: Request = {},
  ): Promise<void> {
    const [method, template] = route.split(' ') as [string, string];
    assert.equal(paths[`/api/v1${template}`]?.[method.toLowerCase()]?.operationId, name);
    const given = { ...known, ...(article && { article: known[article] }), figure: '1', tag: 'сад' };
    const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(given[part as keyof typeof given] ?? assert.fail(part)),
    );
    const send = (token?: string) =>
      fetch(`${service.url}/api/v1${path}${query ? `?${query}` : ''}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    if (scope !== 'public') {
      assert.equal((await send()).status, 401, 'without a token');
      const others = scopes.filter((one) => one !== scope);
      const lacking = await send(await service.token(accounts[as], others));
      assert.equal(lacking.status, 403, 'with every scope but its own');
      assert.match(((await lacking.json()) as { message: string }).message, new RegExp(scope));
    }
    const reply = await send(scope === 'public' ? undefined : await service.token(accounts[as], [scope]));
    const text = await reply.text();
    assert.equal(reply.status, success, text);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    const parsed = JSON.parse(text) as Record<string, unknown>;
    for (const field of fields) {
      const [outer = '', inner] = field.split('.');
      const value = inner === undefined ? parsed : (parsed[outer] as object);
      assert.ok(Object.hasOwn(value, inner ?? outer), `${field} in ${text.slice(0, 200)}`);
    }
    replies.push(parsed);
  }
  return { answers, known, replies };
}

async function fillVillage(service: TestService) {
  const village = await buildVillage(service);
  const { resident, editor, moderator, neighbour } = village.clients;
  const settlement = village.settlement.slug;
  const { data: entry } = await resident.write_article({
    settlement,
    parcel_id: '1',
    title: 'Сад',
    body: 'Полили.',
    visibility: 'public',
  });
  const advice = await moderator.write_knowledge_article({
    title: 'Колодец',
    body: 'Колодец чистят весной.\n\n```dot Схема\ndigraph { вода -> ведро }\n```',
    publish: true,
  });
  const { data: found } = await village.anonymous.search_shared_knowledge({ question: 'чистить колодец' });
  const { data: contact } = await editor.write_contact({ settlement, name: 'Печник', category: 'trade' });
  const { data: proposal } = await resident.propose_change({
    settlement,
    subject_type: 'contact',
    subject_id: contact.id,
    proposed: { hours: 'днём' },
  });
  await neighbour.send_message({ to: 'person', account: village.accounts.resident, body: 'Добрый день!' });
  const [told] = (await resident.list_notifications({})).notifications;
  const known = {
    settlement,
    settlementId: village.settlement.id,
    entry: entry.id,
    slug: entry.slug,
    advice: advice.id,
    revision: advice.revision_id,
    passage: found.passages[0]?.id ?? assert.fail('nothing was found'),
    contact: contact.id,
    proposal: proposal.id,
    notification: told?.id ?? assert.fail('nobody was told'),
  };
  return { known, accounts: village.accounts };
}
