import { type DemoSettlement, loadLand } from '../../src/entry/demo/land.ts';
import { type DemoPeople, loadPeople } from '../../src/entry/demo/people.ts';
import { createWorld, type DemoPart } from '../../src/entry/demo/world.ts';
import { addFileCleanup } from './file-cleanup.ts';
import { type DemoService, openDemoService } from './open-demo.ts';
import type { TestService } from './service.ts';

/** A service on a copy of the demo data, with everybody's tokens, closed with the test file. */
export async function startDemoService(
  ...settings: Parameters<typeof openDemoService>
): Promise<DemoService> {
  const { close, ...demo } = await openDemoService(...settings);
  addFileCleanup(close);
  return demo;
}

/** Loads parts of the demo on its land and people, in one transaction like the whole demo. */
export async function loadDemoParts(
  service: TestService,
  parts: readonly DemoPart[],
): Promise<{ people: DemoPeople; settlements: DemoSettlement[]; slug: string }> {
  const { kernelDependencies } = service.app;
  return service.pool.begin(async (db) => {
    const now = new Date();
    const settlements = await loadLand(db, kernelDependencies.newId, now);
    const people = await loadPeople(db, settlements, kernelDependencies.newId, now);
    const [settlement, otherSettlement, thirdSettlement] = settlements as [
      DemoSettlement,
      DemoSettlement,
      DemoSettlement,
    ];
    const plots = Object.fromEntries(settlements.map((one) => [one.slug, one.plots]));
    const places = { settlement, otherSettlement, thirdSettlement, plots };
    const world = createWorld(
      kernelDependencies,
      db,
      { accounts: people.accounts, ...places },
      new Set([people.accounts.moderator]),
    );
    for (const part of parts) {
      await part.load(world);
      world.daysAgo(0);
    }
    return { people, settlements, slug: settlement.slug };
  }) as Promise<{ people: DemoPeople; settlements: DemoSettlement[]; slug: string }>;
}
