import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../harness/source-tree.ts';
import type { Difference } from './breaking-changes.ts';

/** An intended difference from the frozen contract. `*` matches one step; everything below is covered. */
export interface Exception {
  pointer: string;
  reason: string;
}

export function readExceptions(): Exception[] {
  return JSON.parse(readFileSync(join(repository, 'contract/exceptions.json'), 'utf8'));
}

function covers({ pointer }: Exception, difference: Difference): boolean {
  const [wanted, found] = [pointer.split('/'), difference.pointer.split('/')];
  return (
    wanted.length <= found.length && wanted.every((step, place) => step === '*' || step === found[place])
  );
}

/** Differences without an exception, and exceptions without a difference, as lines to print. */
export function checkExceptions(
  differences: readonly Difference[],
  exceptions: readonly Exception[],
): string[] {
  return [
    ...differences
      .filter((difference) => !exceptions.some((exception) => covers(exception, difference)))
      .map(({ pointer, what }) => `${pointer}: ${what}`),
    ...exceptions
      .filter((exception) => !differences.some((difference) => covers(exception, difference)))
      .map(({ pointer }) => `${pointer}: this exception excuses nothing`),
    ...exceptions.filter(({ reason }) => !reason).map(({ pointer }) => `${pointer}: says no reason`),
  ];
}
