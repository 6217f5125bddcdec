import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotificationCounts } from './check-leftovers.ts';
import { createFigures, type Figures } from './figures.ts';

/** What a resumed run needs from its former sessions, besides the ledger. */
export interface RunState {
  prefix: string;
  session: number;
  figures: Figures;
  /** Absent until the service has run once. */
  toldBefore?: NotificationCounts;
}

export async function readState(folder: string): Promise<RunState> {
  const kept = await readFile(join(folder, 'state.json'), 'utf8').catch(() => undefined);
  const state: RunState =
    kept === undefined
      ? { prefix: `kill-${randomBytes(3).toString('hex')}-`, session: 0, figures: createFigures() }
      : JSON.parse(kept);
  return { ...state, figures: { ...createFigures(), ...state.figures }, session: state.session + 1 };
}

export async function saveState(folder: string, state: RunState): Promise<void> {
  const path = join(folder, 'state.json');
  await writeFile(`${path}.new`, JSON.stringify(state, null, 1));
  await rename(`${path}.new`, path);
}
