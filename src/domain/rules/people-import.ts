import type { Text } from '../../base/i18n/text.ts';
import type { PeopleListLine } from '../kernel/ports.ts';
import { maxOwnersNamed, ownerKey, type PlotOwner } from './plot-owners.ts';
import { decideJoining, type MembershipHistory, nameKey } from './recorded-people.ts';
import type { ResidentRole } from './residency.ts';

/** What is known of a person of a plot; also what a line of a list may change. */
export interface PersonCard {
  name: string;
  role: ResidentRole;
  emailKey: string | null;
  hasNoEmail: boolean;
  phones: readonly string[];
  postalAddress: string;
  isMember: boolean | null;
  since: string | null;
}

/** Somebody of the register: a record, a confirmed membership, or both joined. */
export interface RegisteredPerson extends PersonCard {
  personId: string | null;
  membershipId: string | null;
  parcelId: string;
  /** Of a record. */
  recordedAt: Date | null;
  /** Of the account; null without one. */
  accountEmailKey: string | null;
}

/** A pending claim of an account that has confirmed its address. */
export interface PendingClaim extends MembershipHistory {
  id: string;
  name: string;
  parcelId: string;
  plotNumber: string;
  emailKey: string;
  /** The plot has an owner with an account. */
  hasOwner: boolean;
}

export const lineOutcomes = ['added', 'changed', 'same', 'repeated', 'refused'] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

export interface CardChange {
  field: keyof PersonCard;
  from: PersonCard[keyof PersonCard];
  to: PersonCard[keyof PersonCard];
}

export type PlannedLine = PeopleListLine & {
  outcome: LineOutcome;
  reason?: Text;
  changes?: CardChange[];
  /** Owners that the plot has already, where the line adds another one. */
  otherOwners?: string[];
};

/** A record to write; without `personId` a new one. */
export type PlannedPerson = PersonCard & Pick<RegisteredPerson, 'personId' | 'membershipId' | 'parcelId'>;

export interface PeopleImportPlan {
  lines: PlannedLine[];
  people: PlannedPerson[];
  /** Pending claims from addresses that are recorded: with the role of the record, or left to the board. */
  claims: (PendingClaim & { role: ResidentRole; outcome: 'join' | 'wait' })[];
}

interface Present {
  /** Identifiers of plots by the key of their number. */
  plots: ReadonlyMap<string, string>;
  people: readonly RegisteredPerson[];
  claims: readonly PendingClaim[];
  /** Owners who are recorded, by the identifier of their plot. */
  owners: ReadonlyMap<string, readonly PlotOwner[]>;
}

/** Pauses between steps of a long computation, for its caller to let other work in. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Lines or people between two pauses. */
const stepSize = 250;

function* mapInSteps<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, place: number) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const [place, item] of items.entries()) {
    if (place % stepSize === stepSize - 1) yield;
    results.push(convert(item, place));
  }
  return results;
}

/**
 * The effect of taking in a list, line by line. Nobody is removed and an empty cell changes nothing; of repeated lines
 * the last one counts. A line is about whom it matches by plot and address, else by plot and name.
 */
export function* planPeopleImport(
  lines: readonly PeopleListLine[],
  present: Present,
): Steps<PeopleImportPlan> {
  const faults = lines.map((line) => line.fault ?? findPlotFault(line, present.plots));
  const names = yield* mapInSteps(lines, ({ name }) => nameKey(name));
  const keys = lines.map(({ numberKey, emailKey }, place) => `${numberKey}\n${emailKey || names[place]}`);
  yield;
  const last = new Map(keys.flatMap((key, place) => (faults[place] ? [] : [[key, place] as const])));
  const isCounted = lines.map((_, place) => !faults[place] && last.get(keys[place] as string) === place);
  yield;
  const matches = yield* matchLines(lines, names, isCounted, present);
  const people: PlannedPerson[] = [];
  const owners = new Map([...present.owners].map(([plot, all]) => [plot, [...all]]));
  /** Names of other owners of the plot, if the line makes somebody one who was none. */
  const addOwner = (after: PersonCard, before: RegisteredPerson | undefined, parcelId: string) => {
    if (after.role !== 'owner' || before?.role === 'owner') return [];
    const key = before ? ownerKey(before) : '';
    const others = (owners.get(parcelId) ?? []).filter((one) => key === '' || one.key !== key);
    if (others.length < maxOwnersNamed) addTo(owners, parcelId, { key, name: after.name });
    return others.slice(0, maxOwnersNamed).map(({ name }) => name);
  };
  const planned = yield* mapInSteps(lines, (line, place): PlannedLine => {
    const before = matches.get(place);
    const reason = faults[place] ?? (before && findAccountFault(line, before));
    if (reason) return { ...line, outcome: 'refused', reason };
    if (!isCounted[place]) return { ...line, outcome: 'repeated' };
    const parcelId = present.plots.get(line.numberKey) as string;
    const after = applyLine(line, before ?? emptyCard);
    const changes = listChanges(line, before, after);
    if (before && changes.length === 0) return { ...line, outcome: 'same' };
    const { personId = null, membershipId = null } = before ?? {};
    people.push({ ...after, personId, membershipId, parcelId });
    const otherOwners = addOwner(after, before, parcelId);
    return {
      ...line,
      ...(before ? { outcome: 'changed', changes } : { outcome: 'added' }),
      ...(otherOwners.length > 0 && { otherOwners }),
    };
  });
  return { lines: planned, people, claims: planClaims(present, people) };
}

/** Whether a person of the register can be whom a line or a claim is about: the plan needs nobody else. */
export function* createMatchCheck(
  lines: readonly PeopleListLine[],
  { plots, claims }: Pick<Present, 'plots' | 'claims'>,
): Steps<(person: RegisteredPerson) => boolean> {
  const wanted = new Set(claims.map(({ parcelId, emailKey }) => `${parcelId}\n${emailKey}`));
  yield* mapInSteps(lines, ({ numberKey, emailKey, name }) => {
    const parcelId = plots.get(numberKey);
    for (const key of [emailKey, nameKey(name)]) if (parcelId && key) wanted.add(`${parcelId}\n${key}`);
  });
  return (person) =>
    [...listAddresses(person), nameKey(person.name)].some((key) => wanted.has(`${person.parcelId}\n${key}`));
}

const emptyCard: PersonCard = {
  name: '',
  role: 'owner',
  emailKey: null,
  hasNoEmail: false,
  phones: [],
  postalAddress: '',
  isMember: null,
  since: null,
};

function findPlotFault(line: PeopleListLine, plots: ReadonlyMap<string, string>): Text | null {
  if (plots.has(line.numberKey)) return null;
  return { en: 'The village has no such plot.', ru: 'Такого участка в посёлке нет.' };
}

function findAccountFault(line: PeopleListLine, before: RegisteredPerson): Text | null {
  if (!line.hasNoEmail || before.membershipId === null) return null;
  return {
    en: 'The person signs in with an email address: “no email” cannot be right.',
    ru: 'Человек входит сюда по своей почте: «нет почты» — ошибка.',
  };
}

/**
 * Each line is about one person at most, and each person is of one line at most. People are looked up by keys made
 * once: a list and a register may name thousands on one plot.
 */
function* matchLines(
  lines: readonly PeopleListLine[],
  names: readonly string[],
  isCounted: readonly boolean[],
  { plots, people }: Present,
): Steps<Map<number, RegisteredPerson>> {
  // The last one first, as they are taken from the end.
  const registered = (yield* mapInSteps(people, (person) => ({
    person,
    name: nameKey(person.name),
  }))).reverse();
  const matches = new Map<number, RegisteredPerson>();
  const taken = new Set<RegisteredPerson>();
  function* matchBy(
    lineKey: (place: number) => string,
    personKeys: (each: { person: RegisteredPerson; name: string }) => readonly string[],
  ): Steps<void> {
    const byKey = new Map<string, RegisteredPerson[]>();
    yield* mapInSteps(registered, (each) => {
      for (const key of taken.has(each.person) ? [] : personKeys(each))
        addTo(byKey, `${each.person.parcelId}\n${key}`, each.person);
    });
    yield* mapInSteps(lines, ({ numberKey }, place) => {
      const key = isCounted[place] && !matches.has(place) ? lineKey(place) : '';
      const fitting = key === '' ? undefined : byKey.get(`${plots.get(numberKey)}\n${key}`);
      let found = fitting?.pop();
      while (found !== undefined && taken.has(found)) found = fitting?.pop();
      if (found === undefined) return;
      matches.set(place, found);
      taken.add(found);
    });
  }
  const lineName = (place: number) => names[place] as string;
  yield* matchBy(
    (place) => lines[place]?.emailKey ?? '',
    ({ person }) => listAddresses(person),
  );
  yield* matchBy(lineName, ({ person, name }) => (listAddresses(person).length === 0 ? [name] : []));
  yield* matchBy(lineName, ({ name }) => [name]);
  return matches;
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const listAddresses = ({ accountEmailKey, emailKey }: RegisteredPerson) =>
  [accountEmailKey, emailKey].filter((address) => address !== null);

function applyLine(line: PeopleListLine, before: PersonCard): PersonCard {
  return {
    name: line.name || before.name || line.emailKey,
    role: line.role ?? before.role,
    emailKey: line.hasNoEmail ? null : line.emailKey || before.emailKey,
    hasNoEmail: line.emailKey === '' && (line.hasNoEmail || before.hasNoEmail),
    phones: line.phones.length > 0 ? line.phones : before.phones,
    postalAddress: line.postalAddress || before.postalAddress,
    isMember: line.isMember ?? before.isMember,
    since: line.since ?? before.since,
  };
}

function listChanges(
  line: PeopleListLine,
  before: RegisteredPerson | undefined,
  after: PersonCard,
): CardChange[] {
  if (before === undefined) return [];
  const fields = (Object.keys(emptyCard) as (keyof PersonCard)[]).filter(
    (field) =>
      before[field] !== after[field] &&
      // Telephone numbers are a list.
      JSON.stringify(before[field]) !== JSON.stringify(after[field]) &&
      // The address of the account is theirs to change.
      !(field === 'emailKey' && line.emailKey === before.accountEmailKey),
  );
  return fields.map((field) => ({ field, from: before[field], to: after[field] }));
}

/** In the order in which they are confirmed: once a plot has an owner, the next one is left to the board. */
function planClaims(
  { people, claims }: Present,
  written: readonly PlannedPerson[],
): PeopleImportPlan['claims'] {
  const keyOf = (parcelId: string, emailKey: string | null) => `${parcelId}\n${emailKey}`;
  const records = new Map<string, { role: ResidentRole; recordedAt: Date | null; isJoined: boolean }>();
  const recordedAt = new Map(people.map((person) => [person.personId, person.recordedAt]));
  const rewritten = new Set(written.map(({ personId }) => personId));
  for (const each of people)
    if (each.personId !== null && !rewritten.has(each.personId))
      records.set(keyOf(each.parcelId, each.emailKey), { ...each, isJoined: each.membershipId !== null });
  for (const each of written)
    records.set(keyOf(each.parcelId, each.emailKey), {
      role: each.role,
      recordedAt: (each.personId && recordedAt.get(each.personId)) || null,
      isJoined: each.membershipId !== null,
    });
  const owned = new Set<string>();
  return claims.flatMap((claim) => {
    const record = records.get(keyOf(claim.parcelId, claim.emailKey));
    if (record === undefined) return [];
    const hasOwner = claim.hasOwner || owned.has(claim.parcelId);
    const joining = { by: 'address' as const, recordedAt: record.recordedAt, ...claim, hasOwner };
    const outcome = decideJoining(joining, { isOver: false, isJoined: record.isJoined });
    if (outcome === 'no') return [];
    if (outcome === 'join' && record.role === 'owner') owned.add(claim.parcelId);
    return [{ ...claim, role: record.role, outcome }];
  });
}
