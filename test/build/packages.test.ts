import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repository } from '../harness/source-tree.ts';

type Lockfile = { packages: Record<string, { version?: string; optional?: boolean }> };
const { listMissingPackages } = (await import(
  pathToFileURL(join(repository, 'scripts/packages.mjs')).href
)) as { listMissingPackages(lockfile: Lockfile, installed: Lockfile | undefined): string[] };

describe('whether packages have to be installed', () => {
  const lockfile: Lockfile = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/@esbuild/aix-ppc64': { version: '1.0.0', optional: true },
    },
  };
  const without = (name: string) => ({
    packages: Object.fromEntries(Object.entries(lockfile.packages).filter(([path]) => !path.endsWith(name))),
  });

  it('they have not when all are there, even if those of other systems are not', () => {
    assert.deepEqual(listMissingPackages(lockfile, lockfile), []);
    assert.deepEqual(listMissingPackages(lockfile, without('aix-ppc64')), []);
  });

  it('they have when one is missing or of another version, or npm never installed here', () => {
    assert.deepEqual(listMissingPackages(lockfile, without('zod')), ['node_modules/zod']);
    const older = { packages: { ...lockfile.packages, 'node_modules/pg': { version: '7.9.0' } } };
    assert.deepEqual(listMissingPackages(lockfile, older), ['node_modules/pg']);
    assert.deepEqual(listMissingPackages(lockfile, undefined), ['node_modules/zod', 'node_modules/pg']);
  });
});
