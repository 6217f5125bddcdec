import { connect, type Pool } from '../../src/base/db/connect.ts';
import { scopes as allScopes, type Caller, type Scope } from '../../src/domain/kernel/caller.ts';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { type SilenceRow, standingSilences, toSilence } from '../../src/store/visibility/silences.ts';
import { databaseAddress, findCluster } from '../../test/harness/cluster.ts';
import type { TestService } from '../../test/harness/open-service.ts';
import { buildVillage, type Persona, type Village } from '../../test/harness/village.ts';
import { waitUntil } from '../../test/harness/wait-until.ts';

export const settlement = 'berezka';

/** The service under test, with everybody's token. */
export interface World {
  service: TestService;
  village: Village;
  tokens: Map<Persona, string>;
  /** A connection that the service does not use. */
  watch: Pool;
  tokenOf(who: Persona, scopes: readonly Scope[]): Promise<string>;
  /** Performs a definition as a page does. */
  act(
    who: Persona,
    definition: AnyDefinition,
    input: Record<string, unknown>,
    key?: string,
  ): Promise<unknown>;
  close(): Promise<void>;
}

export async function createWorld(service: TestService): Promise<World> {
  const village = await buildVillage(service);
  const tokens = new Map<Persona, string>();
  for (const [who, account] of Object.entries(village.accounts))
    tokens.set(who as Persona, await service.token(account));
  const [{ name } = { name: '' }] = await service.db<
    { name: string }[]
  >`select current_database()::text as name`;
  const { address, stop } = await findCluster();
  const watch = connect({ to: databaseAddress(address, name), maxConnections: 1 });
  const lesser = new Map<string, string>();
  return {
    service,
    village,
    tokens,
    watch,
    async tokenOf(who, scopes) {
      const key = `${who} ${scopes.join()}`;
      const token = lesser.get(key) ?? (await service.token(village.accounts[who], [...scopes]));
      lesser.set(key, token);
      return token;
    },
    async act(who, definition, input, idempotencyKey) {
      const accountId = village.accounts[who];
      const [row] = await service.db<{ silences: SilenceRow[] | null }[]>`
        select ${standingSilences(service.db, new Date())} as silences from account a where a.id = ${accountId}`;
      const silences = (row?.silences ?? []).map(toSilence);
      const caller = { accountId, isModerator: who === 'moderator', scopes: new Set(allScopes), silences };
      const call = { ...pageCall(service), ...(idempotencyKey !== undefined && { idempotencyKey }) };
      return service.app.kernel.perform(definition, input, call, { ...caller, via: 'session' } as Caller);
    },
    async close() {
      await watch.end();
      await stop();
    },
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

/** As it was before: whatever a run left. */
export async function restoreWorld({ village, service }: World): Promise<void> {
  const { db } = service;
  await db`delete from settlement_role`;
  await db`
    insert into settlement_role (settlement_id, account_id, role, created_at)
    values (${village.settlement.id}, ${village.accounts.editor}, 'editor', now())`;
  await db`update sanction set ended_at = now() where ended_at is null`;
  // What tokens may is remembered for a moment.
  const note = { settlement, kind: 'reminder', title: 'Полить' } as const;
  for (const who of ['resident', 'neighbour'] as const)
    await waitUntil(`the ${who} may write`, () =>
      village.clients[who].write_task(note).then(
        () => true,
        () => false,
      ),
    );
  await db`delete from task`;
  const rows = await db<{ id: string }[]>`
    select id from membership
     where account_id in (${village.accounts.newcomer}, ${village.accounts.company}) and state <> 'ended'`;
  for (const { id: resident } of rows)
    await village.clients.editor.remove_resident({ settlement, resident, reason: 'Для новой проверки.' });
}
