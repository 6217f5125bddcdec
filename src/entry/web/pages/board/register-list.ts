import type { z } from 'zod';
import { residentRoles } from '../../../../domain/rules/residency.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import { loadAllPages } from '../today/waiting-items.ts';

export type Resident = z.output<typeof list_residents.output>['residents'][number];

const naturalOrder = new Intl.Collator('ru', { numeric: true });

/** Confirmed residents in natural order of plot numbers (9 before 10, 12 before 12А), owners first. */
export async function loadRegister(call: VisitorCall, settlement: string, q = ''): Promise<Resident[]> {
  const pages = await loadAllPages((cursor) =>
    call(list_residents, {
      settlement,
      state: 'confirmed',
      limit: '100',
      ...(q && { q }),
      ...(cursor && { cursor }),
    }),
  );
  const roleOf = ({ role }: Resident) => residentRoles.indexOf(role);
  return pages
    .flatMap(({ residents }) => residents)
    .sort(
      (a, b) =>
        naturalOrder.compare(a.parcel.number, b.parcel.number) ||
        roleOf(a) - roleOf(b) ||
        naturalOrder.compare(a.account.name, b.account.name),
    );
}

export interface Household {
  readonly plot: string;
  readonly people: Resident[];
}

export function groupByPlot(residents: readonly Resident[]): Household[] {
  const households: Household[] = [];
  for (const each of residents) {
    const last = households.at(-1);
    if (last?.people[0]?.parcel.id === each.parcel.id) last.people.push(each);
    else households.push({ plot: each.parcel.number, people: [each] });
  }
  return households;
}
