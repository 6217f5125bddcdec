import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import type { Persona } from '../../src/entry/demo/world.ts';
import {
  createApprovalAction,
  createBoardActions,
  createCompanyActions,
  createModeratorActions,
  createNewcomerActions,
  createOutsiderActions,
} from './board-actions.ts';
import { createPhotographActions } from './media-actions.ts';
import { createResidentActions } from './resident-actions.ts';
import { createWriter, type Writer, type WriterOptions } from './writer.ts';
import type { WriterAction, WriterState } from './writer-state.ts';

/** A writer for each person of the demo, with their actions. */
export async function createWriters(
  options: Omit<WriterOptions, 'seed'> & { seed: number; access: DemoAccessFile },
): Promise<{ writer: Writer; acts: WriterAction[] }[]> {
  const { access, figures } = options;
  const names = Object.keys(access.accounts) as Persona[];
  const writers = Object.fromEntries(
    names.map((persona, index) => {
      const seed = options.seed * 7919 + options.session * 104_729 + index;
      return [persona, createWriter({ ...options, seed }, persona, access.accounts[persona])];
    }),
  ) as Record<Persona, Writer>;

  const village: WriterState = {
    settlement: access.settlement,
    otherSettlement: access.other_settlement,
    accounts: Object.fromEntries(
      names.map((name) => [name, access.accounts[name].id]),
    ) as WriterState['accounts'],
    company: (await writers.company.read.show_me({})).data.companies[0]?.company ?? '',
    plots: {},
    freePlots: [],
    contacts: [],
    proposals: [],
    reviews: [],
    claims: [],
    tasks: [],
    revisions: [],
  };
  for (const persona of ['resident', 'neighbour'] as const) {
    const [own] = (await writers[persona].read.list_my_parcels({})).data;
    if (own !== undefined) village.plots[persona] = { id: own.parcel_id, number: own.plot_number };
  }
  const here = { settlement: access.settlement.slug, limit: 100 };
  const { residents } = await writers.editor.read.list_residents(here);
  const taken = new Set(residents.map(({ parcel }) => parcel.id));
  const { parcels } = await writers.editor.read.list_parcels(here);
  village.freePlots = parcels.map(({ id }) => id).filter((id) => !taken.has(id));

  const ofPlot = createPhotographActions(village, figures, ({ persona }) => ({
    subject_type: 'parcel',
    subject_id: village.plots[persona]?.id ?? '',
  }));
  const ofSettlement = createPhotographActions(village, figures, () => ({
    subject_type: 'settlement',
    subject_id: village.settlement.id,
  }));
  const acts: Record<Persona, WriterAction[]> = {
    resident: [...createResidentActions(village), ...ofPlot, ...ofPlot],
    neighbour: [...createResidentActions(village), ...ofPlot, ...ofPlot],
    editor: [...createBoardActions(village), createApprovalAction(village), ...ofSettlement],
    moderator: createModeratorActions(village),
    newcomer: createNewcomerActions(village),
    outsider: createOutsiderActions(village),
    company: createCompanyActions(village),
  };
  return names.map((persona) => ({ writer: writers[persona], acts: acts[persona] }));
}
