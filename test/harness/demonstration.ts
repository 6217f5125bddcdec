import { type DemoSettlement, loadLand } from '../../src/demo/land.ts';
import { type DemoPeople, loadPeople } from '../../src/demo/people.ts';
import { createWorld, type DemoPart } from '../../src/demo/world.ts';
import type { TestService } from './service.ts';

/** Some parts of the demonstration on its land and among its people, in one transaction as the whole of it is loaded. */
export async function loadDemoParts(
  service: TestService,
  parts: readonly DemoPart[],
): Promise<{ people: DemoPeople; settlements: DemoSettlement[]; slug: string }> {
  const { kernelParts } = service.app;
  return service.pool.begin(async (db) => {
    const now = new Date();
    const settlements = await loadLand(db, kernelParts.newId, now);
    const people = await loadPeople(db, settlements, kernelParts.newId, now);
    const [settlement, otherSettlement, thirdSettlement] = settlements as [
      DemoSettlement,
      DemoSettlement,
      DemoSettlement,
    ];
    const plots = Object.fromEntries(settlements.map((one) => [one.slug, one.plots]));
    const places = { settlement, otherSettlement, thirdSettlement, plots };
    const world = createWorld(
      kernelParts,
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
