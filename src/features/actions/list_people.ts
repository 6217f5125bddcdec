import { z } from 'zod';
import { enumField, flag, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { compareNaturally } from '../../domain/rules/natural-order.ts';
import { personStates } from '../../domain/rules/person-states.ts';
import { type ReachWay, reachWays } from '../../domain/rules/plot-reach.ts';
import { listRegister, listRegisterPlots, type RegisterRow } from '../../store/land/people-register.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { requireRegisterReader } from './register-keeping.ts';

/** Plots per page. */
const pageSize = 50;
/** On paper. */
const wholeSize = 1_000;
const maxPlots = 20_000;
const maxPeopleOfPlot = 40;

export type PersonOfRegister = RegisterRow;

export interface PlotOfRegister {
  readonly id: string;
  readonly number: string;
  readonly way: ReachWay;
  readonly people: readonly RegisterRow[];
}

export const list_people = defineOperation({
  name: 'list_people',
  summary: 'The register by plot: who is recorded, and how news reaches them. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    q: text(120).optional(),
    state: enumField(personStates).optional(),
    way: enumField(reachWays).optional(),
    /** Number of the plot that the page before ended with. */
    after: text(40).optional(),
    /** For paper: as many plots as fit a long table. */
    whole: flag.default(false),
  }),
  load: ({ settlement }, context) => requireRegisterReader(settlement, context),
  async show({ q, state, way, after, whole }, context, settlementId) {
    const { db, now, services } = context;
    const filter = { q: q?.trim() || undefined, state };
    const query = {
      settlementId,
      topic: 'reminders',
      key: 'notifications.announcement_published',
      sendsEmail: services.installation.mail === 'server',
      now: now(),
    };
    const all = await listRegisterPlots(db, query, { ...filter, way, limit: maxPlots });
    all.sort((one, other) => compareNaturally(one.number, other.number));
    const left = after ? all.filter(({ number }) => compareNaturally(number, after) > 0) : all;
    const page = left.slice(0, whole ? wholeSize : pageSize);
    const parcelIds = page.filter(({ people }) => people > 0).map(({ id }) => id);
    const limit = page.length * maxPeopleOfPlot;
    const rows = await listRegister(db, settlementId, { ...filter, parcelIds, limit }, now());
    await countReading(context, settlementId, rows.length);
    const byPlot = new Map<string, RegisterRow[]>(parcelIds.map((id) => [id, []]));
    for (const row of rows) byPlot.get(row.parcelId)?.push(row);
    const plots: PlotOfRegister[] = page.map(({ id, number, way: reached }) => ({
      id,
      number,
      way: reached,
      people: byPlot.get(id) ?? [],
    }));
    const next = left.length > page.length ? (page.at(-1)?.number ?? null) : null;
    const people = all.reduce((sum, plot) => sum + plot.people, 0);
    return { plots, next, counts: { plots: all.length, people } };
  },
});
