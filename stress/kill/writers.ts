import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import type { Persona } from '../../src/entry/demo/world.ts';
import { photographActs } from './acts-media.ts';
import {
  approvalAct,
  companyActs,
  editorActs,
  moderatorActs,
  newcomerActs,
  outsiderActs,
} from './acts-office.ts';
import { residentActs } from './acts-resident.ts';
import type { Act, Village } from './village.ts';
import { createWriter, type Writer, type WriterParts } from './writer.ts';

/** A writer for each person of the demo, with their actions. */
export async function castWriters(
  parts: Omit<WriterParts, 'seed'> & { seed: number; access: DemoAccessFile },
): Promise<{ writer: Writer; acts: Act[] }[]> {
  const { access, figures } = parts;
  const names = Object.keys(access.accounts) as Persona[];
  const writers = Object.fromEntries(
    names.map((persona, index) => {
      const seed = parts.seed * 7919 + parts.session * 104_729 + index;
      return [persona, createWriter({ ...parts, seed }, persona, access.accounts[persona])];
    }),
  ) as Record<Persona, Writer>;

  const village: Village = {
    settlement: access.settlement,
    otherSettlement: access.other_settlement,
    accounts: Object.fromEntries(
      names.map((name) => [name, access.accounts[name].id]),
    ) as Village['accounts'],
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

  const ofPlot = photographActs(village, figures, ({ persona }) => ({
    subject_type: 'parcel',
    subject_id: village.plots[persona]?.id ?? '',
  }));
  const ofSettlement = photographActs(village, figures, () => ({
    subject_type: 'settlement',
    subject_id: village.settlement.id,
  }));
  const acts: Record<Persona, Act[]> = {
    resident: [...residentActs(village), ...ofPlot, ...ofPlot],
    neighbour: [...residentActs(village), ...ofPlot, ...ofPlot],
    editor: [...editorActs(village), approvalAct(village), ...ofSettlement],
    moderator: moderatorActs(village),
    newcomer: newcomerActs(village),
    outsider: outsiderActs(village),
    company: companyActs(village),
  };
  return names.map((persona) => ({ writer: writers[persona], acts: acts[persona] }));
}
