import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToldBefore } from './check-leftovers.ts';
import { emptyFigures, type Figures } from './figures.ts';

/** What a resumed run needs from its former sessions, besides the ledger. */
export interface State {
  prefix: string;
  session: number;
  figures: Figures;
  /** Absent until the service has run once. */
  toldBefore?: ToldBefore;
}

export async function readState(folder: string): Promise<State> {
  const kept = await readFile(join(folder, 'state.json'), 'utf8').catch(() => undefined);
  const state: State =
    kept === undefined
      ? { prefix: `kill-${randomBytes(3).toString('hex')}-`, session: 0, figures: emptyFigures() }
      : JSON.parse(kept);
  return { ...state, figures: { ...emptyFigures(), ...state.figures }, session: state.session + 1 };
}

export async function saveState(folder: string, state: State): Promise<void> {
  const path = join(folder, 'state.json');
  await writeFile(`${path}.new`, JSON.stringify(state, null, 1));
  await rename(`${path}.new`, path);
}
