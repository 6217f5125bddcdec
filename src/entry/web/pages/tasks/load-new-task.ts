import { show_company } from '../../../../features/operations/company/show_company.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import type { PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';

/** Kinds of recipient; `people`: residents chosen by the board. */
export type TaskRecipient = 'board' | 'people' | 'person' | 'company' | 'self';

export type NewTaskData = Awaited<ReturnType<typeof loadNewTask>>;

/** Beyond these, residents are chosen by plot number. */
const maxPeopleOffered = 30;

export async function loadNewTask(pageRequest: PageRequest<'signed-in'>) {
  const { call, text, loadSignedInUser } = pageRequest;
  const [visitor, clock] = await Promise.all([loadSignedInUser(), loadClock(pageRequest)]);
  const overview = visitor?.overview;
  const settlement = overview?.place?.slug ?? null;
  const isBoard = overview?.board !== undefined;
  const offered: TaskRecipient[] = isBoard
    ? ['people', 'person', 'company', 'board', 'self']
    : ['board', 'person', 'company', 'self'];
  const [people, known] = await Promise.all([
    isBoard && settlement ? listPeople(call, settlement) : { people: [], hasMorePeople: false },
    settlement ? listKnownNames(call, settlement) : [],
  ]);
  return {
    clock,
    isWaiting: overview?.isWaiting ?? false,
    /** Null: the user belongs to no settlement and cannot create tasks. */
    settlement,
    kind: text('kind'),
    to: offered.find((each) => each === text('to')) ?? defaultRecipient(text, isBoard),
    recipients: offered,
    ...people,
    /** Names of contacts and companies. */
    suggestions: known,
    title: text('title'),
    isShown: text('shown') === 'true',
    plot: text('plot'),
    /** The plot that an order may name. */
    ownPlot: overview?.place?.plot ?? null,
    given: await findRecipientName(call, text, settlement),
    object: text('object') || text('object_id'),
  };
}

function defaultRecipient(text: PageRequest['text'], isBoard: boolean): TaskRecipient {
  if (text('company') !== '' || text('contact') !== '') return 'company';
  if (text('plot') !== '') return 'person';
  if (text('kind') === 'reminder') return 'self';
  return isBoard && text('kind') !== 'request' ? 'people' : 'board';
}

async function listPeople(call: PageRequest['call'], settlement: string) {
  const { residents, cursor } = await call(list_residents, {
    settlement,
    state: 'confirmed',
    limit: String(maxPeopleOffered),
  });
  const people = new Map<string, string>();
  for (const { account, parcel } of residents)
    if (!people.has(account.id)) people.set(account.id, `${account.name} · ${parcel.number}`);
  return { people: [...people].map(([id, name]) => ({ id, name })), hasMorePeople: cursor !== null };
}

async function listKnownNames(call: PageRequest['call'], settlement: string): Promise<string[]> {
  const found = await call(list_contacts, { settlement, with_companies: 'true', limit: '50' }).catch(
    () => null,
  );
  return [...(found?.contacts ?? []), ...(found?.companies ?? [])].map(({ name }) => name);
}

/** Contact and company pages link here with a slug; the field shows the name. */
async function findRecipientName(
  call: PageRequest['call'],
  text: PageRequest['text'],
  settlement: string | null,
): Promise<string> {
  const [company, contact] = [text('company'), text('contact')];
  const none = () => '';
  if (company !== '') return call(show_company, { company }).then(({ data }) => data.name, none);
  if (contact === '' || settlement === null) return text('given');
  return call(list_contacts, { settlement, contact }).then(({ contacts }) => contacts[0]?.name ?? '', none);
}
