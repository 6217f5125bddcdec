import { z } from 'zod';
import { enumField, flag, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { compareNaturally } from '../../domain/rules/natural-order.ts';
import { personStates } from '../../domain/rules/person-states.ts';
import { type ReachWay, reachWays } from '../../domain/rules/plot-reach.ts';
import { residentRoles } from '../../domain/rules/residency.ts';
import { isLikelySameName } from '../../domain/rules/same-person.ts';
import {
  listFirstLetters,
  listPeopleInOrder,
  listUnjoinedPairs,
  peopleOrders,
} from '../../store/land/people-order.ts';
import { listRegister, listRegisterPlots, type RegisterRow } from '../../store/land/people-register.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { requireRegisterReader } from './register-keeping.ts';

/** Plots, or people, per page. */
const pageSize = 50;
/** On paper. */
const wholeSize = 1_000;
const maxPlots = 20_000;
const maxPeopleOfPlot = 40;
const maxSkipped = 100_000;
/** Cards and members that are compared by their names. */
const maxPairs = 1_000;
const maxLikelySame = 10;

export type PersonOfRegister = RegisterRow;

/** A line of the register: somebody, or a plot where nobody is recorded. */
export interface RegisterLine {
  readonly plot: { readonly id: string; readonly number: string; readonly way: ReachWay };
  readonly person: RegisterRow | null;
}

export const list_people = defineOperation({
  name: 'list_people',
  summary:
    'The register by plot, by name, by role or by state: who is recorded, and how news reaches them. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    q: text(120).optional(),
    state: enumField(personStates).optional(),
    role: enumField(residentRoles).optional(),
    way: enumField(reachWays).optional(),
    sort: enumField(['plot', ...peopleOrders]).default('plot'),
    /** First letter of the name, when not in the order of plots. */
    letter: text(4).optional(),
    /** Where the page before ended: the number of its last plot, or how many people came before. */
    after: text(40).optional(),
    /** For paper: as much as fits a long table. */
    whole: flag.default(false),
  }),
  load: ({ settlement }, context) => requireRegisterReader(settlement, context),
  async show({ q, state, role, way, sort, letter, after, whole }, context, settlementId) {
    const { db, now, services } = context;
    const filter = { q: q?.trim() || undefined, state, role };
    const size = whole ? wholeSize : pageSize;
    const query = {
      settlementId,
      topic: 'reminders',
      key: 'notifications.announcement_published',
      sendsEmail: services.installation.mail === 'server',
      now: now(),
    };
    const [all, pairs] = await Promise.all([
      listRegisterPlots(db, query, { ...filter, way, limit: maxPlots }),
      listUnjoinedPairs(db, settlementId, now(), maxPairs),
    ]);
    const counts = { plots: all.length, people: all.reduce((sum, plot) => sum + plot.people, 0) };
    const likelySame = pairs
      .filter(({ personName, memberName }) => isLikelySameName(personName, memberName))
      .slice(0, maxLikelySame);
    let lines: RegisterLine[];
    let next: string | null;
    let letters: string[] = [];
    if (sort === 'plot') {
      all.sort((one, other) => compareNaturally(one.number, other.number));
      const left = after ? all.filter(({ number }) => compareNaturally(number, after) > 0) : all;
      const page = left.slice(0, size);
      const parcelIds = page.filter(({ people }) => people > 0).map(({ id }) => id);
      const limit = page.length * maxPeopleOfPlot;
      const rows = await listRegister(db, settlementId, { ...filter, parcelIds, limit }, now());
      const byPlot = new Map<string, RegisterRow[]>(parcelIds.map((id) => [id, []]));
      for (const row of rows) byPlot.get(row.parcelId)?.push(row);
      lines = page.flatMap((plot) =>
        (byPlot.get(plot.id) ?? [null]).map((person): RegisterLine => ({ plot, person })),
      );
      next = left.length > page.length ? (page.at(-1)?.number ?? null) : null;
    } else {
      const plots = new Map(all.map((plot) => [plot.id, plot]));
      const skip = Math.min(Number.parseInt(after ?? '0', 10) || 0, maxSkipped);
      const parcelIds = way === undefined ? undefined : [...plots.keys()];
      const [rows, first] = await Promise.all([
        listPeopleInOrder(
          db,
          settlementId,
          {
            ...filter,
            order: sort,
            letter: letter?.toLowerCase() || undefined,
            parcelIds,
            skip,
            limit: size + 1,
          },
          now(),
        ),
        listFirstLetters(db, settlementId, filter, now()),
      ]);
      letters = first;
      lines = rows.slice(0, size).flatMap((person) => {
        const plot = plots.get(person.parcelId);
        return plot ? [{ plot, person }] : [];
      });
      next = rows.length > size ? String(skip + size) : null;
    }
    await countReading(context, settlementId, lines.filter(({ person }) => person !== null).length);
    return { lines, next, counts, letters, likelySame };
  },
});
