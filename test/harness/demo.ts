import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/base/db/connect.ts';
import { type DemoSettlement, loadLand } from '../../src/entry/demo/land.ts';
import { type DemoAccessFile, loadDemo } from '../../src/entry/demo/load.ts';
import { type DemoPeople, loadPeople } from '../../src/entry/demo/people.ts';
import { createWorld, type DemoPart } from '../../src/entry/demo/world.ts';
import { makeRenditions } from '../operations/media/uploads.ts';
import {
  type ClusterAddress,
  connectMaintenance,
  createDatabase,
  databaseAddress,
  demoTemplateOf,
  findCluster,
} from './cluster.ts';
import { addFileCleanup } from './file-cleanup.ts';
import { openService } from './open-service.ts';
import type { TestService } from './service.ts';
import { startTiming } from './times.ts';

/**
 * A service on a copy of the demo data, with everybody's tokens. Loaded once for all test files of a run: loading
 * takes as long as a hundred small tests.
 */
export async function startDemoService(): Promise<{ service: TestService; access: DemoAccessFile }> {
  const cluster = await findCluster();
  const folder = await prepareDemoTemplate(cluster.address);
  const dataDir = await mkdtemp(join(tmpdir(), 'settlements-demonstration-'));
  await cp(folder, dataDir, { recursive: true });
  const database = await createDatabase(demoTemplateOf);
  const { service, close } = await openService({ DATA_DIR: dataDir }, { database });
  addFileCleanup(async () => {
    await close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const access = JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;
  return { service, access };
}

/** Creates the template if missing, under a lock. Returns the folder with its files and tokens. */
async function prepareDemoTemplate(address: ClusterAddress): Promise<string> {
  const folder = join(address.folder, 'demonstration');
  const maintenance = connectMaintenance(address);
  try {
    await maintenance.begin(async (db) => {
      await db`select pg_advisory_xact_lock(hashtext(${demoTemplateOf(address)}))`;
      if (!existsSync(folder)) await createDemoTemplate(address, folder);
    });
  } finally {
    await maintenance.end();
  }
  return folder;
}

async function createDemoTemplate(address: ClusterAddress, folder: string): Promise<void> {
  const endLoading = startTiming('setup', 'demo data');
  const name = demoTemplateOf(address);
  const maintenance = connectMaintenance(address);
  // An unfinished one has no folder.
  await maintenance`drop database if exists ${maintenance(name)}`;
  await maintenance`create database ${maintenance(name)} template ${maintenance(address.template)}`;
  await maintenance.end();
  const dataDir = `${folder}-begun`;
  await mkdir(dataDir, { recursive: true });
  const pool = connect({ to: databaseAddress(address, name), maxConnections: 4 });
  const { service, close } = await openService(
    { DATA_DIR: dataDir },
    { database: { pool, drop: () => pool.end() } },
  );
  const { kernelDependencies } = service.app;
  await loadDemo({ pool, kernelDependencies, dataDir, baseUrl: service.url, onlyWhenEmpty: true });
  await makeRenditions(service);
  await close();
  await rename(dataDir, folder);
  endLoading();
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
