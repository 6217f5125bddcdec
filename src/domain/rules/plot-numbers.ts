/** "12 А" and "12а" are one plot to the people who live there. */
export function plotNumberKey(number: string): string {
  return number.toLowerCase().replaceAll(/\s+/g, '').replaceAll('ё', 'е');
}

export const longestPlotNumber = 40;

/** A plot that comes into a settlement under the number it had elsewhere. */
export interface Newcomer {
  id: string;
  number: string;
  cadastralNumber: string | null;
  /** The number it has in the settlement already, where it is only to get another. */
  presentNumber?: string | undefined;
}

/** A newcomer whose number is taken, and the one it gets instead. */
export interface Renaming {
  id: string;
  number: string;
  renamedTo: string;
}

/**
 * A number means one plot in its settlement. Newcomers, in the order given, keep theirs where it is free, else the one they stand
 * under, else take their cadastral number, else theirs with a count behind it.
 */
export function settleNumbers(newcomers: readonly Newcomer[], taken: ReadonlySet<string>): Renaming[] {
  const used = new Set(taken);
  /** Where counting goes on for a number: what was taken stays taken. */
  const counts = new Map<string, number>();
  return newcomers.flatMap((newcomer) => {
    const chosen = chooseNumber(newcomer, used, counts);
    used.add(plotNumberKey(chosen));
    return chosen === newcomer.number ? [] : { id: newcomer.id, number: newcomer.number, renamedTo: chosen };
  });
}

function chooseNumber(
  { number, cadastralNumber, presentNumber }: Newcomer,
  used: ReadonlySet<string>,
  counts: Map<string, number>,
): string {
  const isFree = (wanted: string) => !used.has(plotNumberKey(wanted));
  if (isFree(number)) return number;
  if (presentNumber !== undefined && isFree(presentNumber)) return presentNumber;
  if (cadastralNumber && cadastralNumber.length <= longestPlotNumber && isFree(cadastralNumber))
    return cadastralNumber;
  const stem = number.slice(0, longestPlotNumber - 10);
  let count = counts.get(stem) ?? 2;
  while (!isFree(`${stem}/${count}`)) count += 1;
  counts.set(stem, count + 1);
  return `${stem}/${count}`;
}
