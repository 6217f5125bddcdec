/** "12 А" and "12а" are the same plot. */
export function plotNumberKey(number: string): string {
  return number.toLowerCase().replaceAll(/\s+/g, '').replaceAll('ё', 'е');
}

export const maxPlotNumberLength = 40;

/** «12/13» or «12 и 13»: two numbers of one plot. «12/1» is a part of 12. */
export function isDoubleNumber(number: string): boolean {
  const [, first, second] = /^(\d{1,6})\s*(?:[/,+&–—-]|и|and)\s*(\d{1,6})$/iu.exec(number.trim()) ?? [];
  return first !== undefined && Number(second) > Number(first);
}

/** A plot added to a settlement under the number it had elsewhere. */
export interface IncomingPlot {
  id: string;
  number: string;
  cadastralNumber: string | null;
  /** Its current number, when it is already in the settlement and only renumbered. */
  presentNumber?: string | undefined;
}

/** A plot whose number is taken, and the one it gets instead. */
export interface Renaming {
  id: string;
  number: string;
  renamedTo: string;
}

/**
 * Plot numbers are unique in a settlement. Each new plot, in the order given, keeps its number if it is free, else
 * its current one, else gets its cadastral number, else its number with a counter.
 */
export function assignPlotNumbers(
  newcomers: readonly IncomingPlot[],
  taken: ReadonlySet<string>,
): Renaming[] {
  const used = new Set(taken);
  /** Next counter for each number, so that counting does not restart for every plot. */
  const counts = new Map<string, number>();
  return newcomers.flatMap((newcomer) => {
    const chosen = chooseNumber(newcomer, used, counts);
    used.add(plotNumberKey(chosen));
    return chosen === newcomer.number ? [] : { id: newcomer.id, number: newcomer.number, renamedTo: chosen };
  });
}

function chooseNumber(
  { number, cadastralNumber, presentNumber }: IncomingPlot,
  used: ReadonlySet<string>,
  counts: Map<string, number>,
): string {
  const isFree = (wanted: string) => !used.has(plotNumberKey(wanted));
  if (isFree(number)) return number;
  if (presentNumber !== undefined && isFree(presentNumber)) return presentNumber;
  if (cadastralNumber && cadastralNumber.length <= maxPlotNumberLength && isFree(cadastralNumber))
    return cadastralNumber;
  const stem = number.slice(0, maxPlotNumberLength - 10);
  let count = counts.get(stem) ?? 2;
  while (!isFree(`${stem}/${count}`)) count += 1;
  counts.set(stem, count + 1);
  return `${stem}/${count}`;
}
