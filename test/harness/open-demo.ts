import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/base/db/connect.ts';
import { type DemoAccessFile, loadDemo } from '../../src/entry/demo/load.ts';
import { makeRenditions } from '../operations/media/uploads.ts';
import {
  type ClusterAddress,
  connectMaintenance,
  createDatabase,
  databaseAddress,
  demoTemplateOf,
  findCluster,
} from './cluster.ts';
import { openService, type ServiceOptions, type TestService } from './open-service.ts';
import { startTiming } from './times.ts';

export interface DemoService {
  service: TestService;
  access: DemoAccessFile;
}

/**
 * A service on a copy of the demo data, with everybody's tokens. Loaded once per cluster: loading takes as long as a
 * hundred small tests. Without test hooks, for other programs; `close` stops everything.
 */
export async function openDemoService(
  environment: Record<string, string> = {},
  options: Omit<ServiceOptions, 'database'> = {},
): Promise<DemoService & { close(): Promise<void> }> {
  const cluster = await findCluster();
  const folder = await prepareDemoTemplate(cluster.address);
  const dataDir = await mkdtemp(join(tmpdir(), 'settlements-demonstration-'));
  await cp(folder, dataDir, { recursive: true });
  const database = await createDatabase(demoTemplateOf);
  const { service, close } = await openService(
    { DATA_DIR: dataDir, ...environment },
    { ...options, database },
  );
  const access = JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;
  return {
    service,
    access,
    async close() {
      await close();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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
  await loadDemo({ pool, kernelDependencies, dataDir, baseUrl: service.url });
  await makeRenditions(service);
  await close();
  await rename(dataDir, folder);
  endLoading();
}
