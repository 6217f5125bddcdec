import type { PlannedPerson } from '../../domain/rules/people-import.ts';
import { end_person } from '../../features/actions/end_person.ts';
import { take_back_ending } from '../../features/actions/take_back_ending.ts';
import { saveRecordedPeople } from '../../store/land/recorded-people.ts';
import type { World } from './world.ts';

type Card = Partial<PlannedPerson>;

/** Plot, name, last digits of a made-up telephone number, and what else the board knows. */
const recorded: readonly (readonly [plot: string, name: string, phone: string | null, more?: Card])[] = [
  // Their accounts come later, or never.
  ['23', 'Ежов Борис Львович', null, { emailKey: 'boris@demo.example' }],
  ['24', 'Сомов Кирилл Андреевич', '01', { emailKey: 'kirill@list.example' }],
  ['31', 'Карасёва Зоя Ильинична', '02', { hasNoEmail: true, isMember: true, since: '1998-05-01' }],
  ['31', 'Карасёв Юрий Петрович', '03', { role: 'family', hasNoEmail: true }],
  ['32', 'Лосев Геннадий Павлович', '04', { isMember: true, since: '2003-08-15' }],
  [
    '33',
    'Воробьёва Нина Степановна',
    '05',
    { hasNoEmail: true, postalAddress: 'Тверь, ул. Лесная, 12, кв. 4' },
  ],
  ['34', 'Гусев Аркадий Матвеевич', '06', { isMember: true, since: '2011-06-20' }],
  ['34', 'Гусева Лариса', '07', { role: 'family' }],
  ['35', 'Синицын Олег', '08', { emailKey: 'sinitsyn@list.example' }],
  ['36', 'Медведева Раиса Карповна', '09', { hasNoEmail: true, isMember: true, since: '1994-04-10' }],
  ['37', 'Зайцев Тимур', '10', { role: 'tenant', since: '2026-05-01' }],
  ['38', 'Бобров Семён Ефимович', '11', { isMember: false, postalAddress: 'Москва, Полевая ул., 3, кв. 81' }],
  ['39', 'Ласточкина Вера Дмитриевна', '12', { emailKey: 'lastochkina@list.example', isMember: true }],
  // Has an account on the plot as well: likely the same person.
  ['30', 'Ильина Дарья Олеговна', '21', { isMember: true, since: '2024-03-15' }],
  ['40', 'Барсуков Филипп', '13'],
  ['41', 'Щеглова Инна Романовна', '14', { hasNoEmail: true }],
  ['42', 'Кротов Макар Савельевич', '15', { isMember: true, since: '2008-09-01' }],
  ['43', 'Журавлёва Клавдия Ивановна', '16', { hasNoEmail: true, isMember: true, since: '1989-07-01' }],
  ['44', 'Голубев Станислав', '17', { emailKey: 'golubev@list.example' }],
  ['45', 'Ершова Маргарита', null],
  ['46', 'Филин Егор Борисович', '18', { isMember: true }],
  ['47', 'Рысев Пётр Захарович', '19', { isMember: true, since: '1996-05-20' }],
  ['47', 'Дятлова Алёна', '20', { since: '2025-10-01' }],
];

/** The register has people without an account: with a telephone, some without e-mail. */
export async function recordPeople(world: World): Promise<void> {
  const people = recorded.map(
    ([plot, name, phone, more = {}]): PlannedPerson => ({
      personId: null,
      membershipId: null,
      parcelId: world.plots[world.settlement.slug]?.[plot] as string,
      name,
      role: 'owner',
      emailKey: null,
      hasNoEmail: false,
      phones: phone === null ? [] : [`+792600001${phone}`],
      postalAddress: '',
      isMember: null,
      since: null,
      ...more,
    }),
  );
  const ids = await saveRecordedPeople(world.db, people, world.newId, world.now());
  await endSome(world, (name) => ids[recorded.findIndex(([, each]) => each === name)] as string);
}

/** One sold the plot last year, one has just moved; another was taken off by mistake and brought back. */
async function endSome(world: World, idOf: (name: string) => string): Promise<void> {
  const settlement = world.settlement.id;
  await world.act('editor', end_person, {
    settlement,
    person: idOf('Рысев Пётр Захарович'),
    reason_kind: 'sold',
    on: '2025-10-01',
    successor: 'Дятлова Алёна',
  });
  world.daysAgo(2);
  const moved = { settlement, person: idOf('Ершова Маргарита'), reason_kind: 'moved' as const };
  await world.act('editor', end_person, moved);
  const mistaken = { settlement, person: idOf('Филин Егор Борисович'), reason_kind: 'moved' as const };
  const { ending } = await world.act('editor', end_person, mistaken);
  await world.act('editor', take_back_ending, { settlement, ending });
}
