import { scopes } from '../../src/domain/kernel/caller.ts';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { show_article } from '../../src/features/operations/journal/show_article.ts';
import type { TestService } from '../../test/harness/open-service.ts';
import { buildVillage, type Persona, type Village } from '../../test/harness/village.ts';
import { createMcpClient } from '../../test/transport/mcp/json-rpc-client.ts';

export const settlement = 'berezka';
export const doors = ['REST', 'page', 'tool'] as const;
export type Door = (typeof doors)[number];

/** The service under test, with everybody's token. */
export interface World {
  service: TestService;
  village: Village;
  tokens: Map<Persona, string>;
  /** Performs an action of pages. */
  act(who: Persona, definition: AnyDefinition, input: Record<string, unknown>): Promise<unknown>;
}

export async function createWorld(service: TestService): Promise<World> {
  const village = await buildVillage(service);
  const tokens = new Map<Persona, string>();
  for (const [who, account] of Object.entries(village.accounts))
    tokens.set(who as Persona, await service.token(account));
  return {
    service,
    village,
    tokens,
    act: (who, definition, input) =>
      service.app.kernel.perform(definition, input, pageCall(service), {
        accountId: village.accounts[who],
        isModerator: false,
        scopes: new Set(scopes),
        via: 'session',
      }),
  };
}

const pageCall = ({ url }: TestService) =>
  ({
    surface: 'page',
    bearer: undefined,
    origin: url,
    address: '127.0.0.1',
    language: 'en',
    signal: new AbortController().signal,
  }) as const;

/** Done, or refused; anything else is thrown. */
export async function attempt(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    const { status, kind } = error as { status?: number; kind?: string };
    if (kind === undefined && (status === undefined || status >= 500)) throw error;
    return false;
  }
}

/** Whether the reader is shown the article through this door. */
export async function isShown(world: World, who: Persona, article: string, door: Door): Promise<boolean> {
  const at = { settlement, article };
  if (door === 'REST') return attempt(world.village.clients[who].show_article(at));
  if (door === 'page') return attempt(world.act(who, show_article, at));
  const { status, body } = await createMcpClient(world.service, 'resident', world.tokens.get(who)).call(
    'show_article',
    at,
  );
  if (status !== 200 || body.result === undefined)
    throw new Error(`show_article as a tool: ${status} ${JSON.stringify(body)}`);
  return body.result.isError !== true;
}

/** As it was before: whatever a run left. */
export async function restoreWorld({ village, service }: World): Promise<void> {
  const rows = await service.db<{ id: string }[]>`
    select id from membership where account_id = ${village.accounts.newcomer} and state <> 'ended'`;
  for (const { id: resident } of rows)
    await village.clients.editor.remove_resident({ settlement, resident, reason: 'Для новой проверки.' });
}
