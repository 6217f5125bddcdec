import { connect, type Pool } from '../../src/base/db/connect.ts';
import { hashToken } from '../../src/features/oauth/secret-token.ts';
import { setOperator, setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { insertSession } from '../../src/store/accounts/sessions.ts';
import { databaseAddress, findCluster } from '../../test/harness/cluster.ts';
import { openDemoService } from '../../test/harness/open-demo.ts';
import { openService, type TestService } from '../../test/harness/open-service.ts';
import { buildVillage, type Persona } from '../../test/harness/village.ts';
import { password, prepareOAuthTestClient } from '../../test/oauth/oauth-test-client.ts';
import { quickHash } from '../../test/oauth/quick-hash.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import { observeRowChanges } from '../../test/operations/lost-updates/row-changes.ts';
import { giveSecondWriter } from '../../test/operations/lost-updates/writer-cases.ts';
import { loadWritingDefinitions } from '../../test/operations/lost-updates/writing-definitions.ts';
import { createPushGuard } from '../../test/push/push-test-server.ts';
import { createDemoContext } from '../../test/transport/mcp/every-tool/demo-context.ts';
import { createSampleData } from '../../test/web/cases/sample-data.ts';
import { listActionCases } from './action-cases.ts';
import type { FaultCase } from './fault-case.ts';
import { listJobCases } from './job-cases.ts';
import { listOperationCases } from './operation-cases.ts';
import { createPageCaller } from './page-call.ts';
import { listPageCases } from './page-cases.ts';

/** A service with the calls that are tried in it. */
export interface FaultStage {
  cases: FaultCase[];
  /** A connection that the service does not use. */
  watch: Pool;
  close(): Promise<void>;
}

/** Every operation, in the demonstration. */
export async function openOperationStage(): Promise<FaultStage> {
  const demo = await openDemoService();
  const watch = await openWatch(demo.service);
  const cases = listOperationCases(await createDemoContext(demo));
  return {
    cases,
    watch,
    async close() {
      await watch.end();
      await demo.close();
    },
  };
}

/** Every page, in a village that has one of everything. */
export async function openPageStage(): Promise<FaultStage> {
  const { service, close } = await openService();
  const actors = await prepareOAuthTestClient(service);
  const cases = await listPageCases(actors, await createSampleData(actors));
  const watch = await openWatch(service);
  return {
    cases,
    watch,
    async close() {
      await watch.end();
      await close();
    },
  };
}

const operators: readonly Persona[] = ['moderator', 'outsider'];

/** Every action of pages for which there is an input, in a village. */
export async function openActionStage(): Promise<FaultStage> {
  const { service, close } = await openService({}, { pushGuard: createPushGuard([]) });
  const village = await buildVillage(service);
  await giveSecondWriter(service, village);
  await setPlatformRole(service.db, village.accounts.outsider, 'moderator');
  for (const who of operators) await setOperator(service.db, village.accounts[who], true);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
  const perform = createPageCaller(service, village, operators);
  let serial = 0;
  const stage: Stage = {
    service,
    village,
    clients: village.clients,
    word() {
      serial += 1;
      return `слово${serial}конец`;
    },
    act: perform,
  };
  const definitions = new Map((await loadWritingDefinitions()).map((each) => [each.name, each]));
  const watch = await openWatch(service);
  return {
    cases: [
      ...listActionCases(stage, perform, definitions, (account) => signIn(service, account)),
      ...listJobCases(stage),
    ],
    watch,
    async close() {
      await watch.end();
      await close();
    },
  };
}

async function signIn({ db, newId }: TestService, accountId: string): Promise<string> {
  const id = newId();
  const now = new Date();
  const browser = { host: '', userAgent: '', address: '' };
  const expiresAt = new Date(now.getTime() + 86_400_000);
  await insertSession(db, { id, hash: hashToken(id), accountId, ...browser, now, expiresAt });
  return id;
}

async function openWatch({ pool }: TestService): Promise<Pool> {
  await observeRowChanges(pool);
  const [{ name } = { name: '' }] = await pool<{ name: string }[]>`select current_database()::text as name`;
  const cluster = await findCluster();
  await cluster.stop();
  return connect({ to: databaseAddress(cluster.address, name), maxConnections: 1, applicationName: 'watch' });
}

export const stages = {
  operations: openOperationStage,
  actions: openActionStage,
  pages: openPageStage,
} as const satisfies Record<string, () => Promise<FaultStage>>;
