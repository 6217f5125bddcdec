import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Demonstration } from '../../domain/kernel/ports.ts';
import { createSetupLink } from '../../features/installation/setup.ts';
import { findPasswordHash } from '../../store/accounts/credentials.ts';
import { listRoleHolders } from '../../store/accounts/platform-roles.ts';
import { emptyDatabase, hasOnlyDemo, lockDemo } from '../../store/system/demo.ts';
import { accessFileName, type DemoOptions, loadDemo } from './load.ts';
import { demoSlugs } from './settlement-list.ts';

/** Loads and removes the demonstration of an installation, for its pages and commands. */
export function createDemonstration(options: DemoOptions): Demonstration {
  const { pool, dataDir, kernelDependencies } = options;
  return {
    async load() {
      if ((await loadDemo(options)).kind === 'refused') return 'refused';
      const operator = (await listRoleHolders(pool)).find(({ isOperator }) => isOperator);
      const passwordHash = operator && (await findPasswordHash(pool, operator.id));
      return operator && passwordHash ? { id: operator.id, passwordHash } : null;
    },
    isAlone: () => hasOnlyDemo(pool, demoSlugs),
    async remove() {
      const isRemoved = await pool.begin(async (db) => {
        await lockDemo(db);
        if (!(await hasOnlyDemo(db, demoSlugs))) return false;
        await emptyDatabase(db);
        return true;
      });
      if (!isRemoved) return null;
      await rm(join(dataDir, accessFileName), { force: true });
      return createSetupLink(pool, kernelDependencies.now());
    },
  };
}
