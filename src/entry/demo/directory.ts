import { insertContact } from '../../store/directory/contacts.ts';
import { companies, contacts, contactsElsewhere } from './directory-texts.ts';
import { uploadPicture } from './pictures.ts';
import { type DemoReview, demoReviews } from './review-texts.ts';
import type { DemoPart, World } from './world.ts';

/** Contacts, companies with representatives, corrections in every state, and reviews. */
export const directory: DemoPart = {
  name: 'directory',
  async load(world) {
    const known = { contacts: await loadContacts(world), companies: await loadCompanies(world) };
    for (const demoReview of [...demoReviews].sort((a, b) => b.daysAgo - a.daysAgo))
      await loadReview(world, demoReview, known);
    await loadCorrections(world, known);
  },
};

interface DirectoryIds {
  contacts: Record<string, string>;
  companies: Record<string, string>;
}

async function loadContacts(world: World): Promise<DirectoryIds['contacts']> {
  const ids: Record<string, string> = {};
  const settlement = world.settlement.slug;
  for (const [index, [key, card]] of Object.entries(contacts).entries()) {
    world.daysAgo(380 - index);
    ids[key] = (await world.run('editor', 'write_contact', { settlement, ...card })).data.id;
  }
  world.daysAgo(200);
  await world.run('editor', 'edit_contact', { settlement, contact: ids.closed as string, archived: true });
  for (const { by, ...card } of contactsElsewhere) await world.run(by, 'write_contact', card);
  // The other two settlements have no board yet, so their contacts are inserted directly.
  for (const [place, name, phone] of [
    [world.otherSettlement, 'Диспетчер управляющей компании', '+78120314000'],
    [world.otherSettlement, 'Охрана шлагбаума', '+78120314001'],
    [world.thirdSettlement, 'Офис застройщика на участке', '+74950325500'],
  ] as const) {
    await insertContact(world.db, place.id, {
      id: world.newId(),
      name,
      category: 'board',
      phones: [phone],
      address: '',
      hours: 'круглосуточно',
      site: '',
      notes: '',
      createdBy: world.accounts.moderator,
      now: world.now(),
    });
  }
  return ids;
}

async function loadCompanies(world: World): Promise<DirectoryIds['companies']> {
  const ids: Record<string, string> = {};
  for (const [key, { by, served, isUnchecked, end, card }] of Object.entries(companies)) {
    world.daysAgo(key === 'saws' ? 4 : 370);
    const { data } = await world.run(by, 'register_company', card);
    ids[key] = data.id;
    if (key === 'saws') continue;
    world.daysAgo(368);
    const settlements = [world.settlement.slug, ...(served === 'both' ? [world.otherSettlement.slug] : [])];
    await world.run('moderator', 'edit_company', {
      company: data.id,
      is_verified: isUnchecked === undefined,
      settlements,
    });
    world.daysAgo(40);
    if (end === 'closed') await world.run(by, 'edit_company', { company: data.id, state: end });
    if (end === 'refused')
      await world.run('moderator', 'edit_company', {
        company: data.id,
        state: end,
        reason: 'Такого ИНН нет в реестре. Проверьте номер.',
      });
  }
  world.daysAgo(3);
  // Waits for a moderator.
  await world.run('newcomer', 'register_company', {
    inn: companies.septic?.card.inn ?? '',
    name: 'Чистый двор',
  });
  return ids;
}

async function loadReview(world: World, demoReview: DemoReview, known: DirectoryIds): Promise<void> {
  const settlement = world.settlement.slug;
  const subject =
    'contact' in demoReview.on
      ? ({ subject_type: 'contact', subject_id: known.contacts[demoReview.on.contact] as string } as const)
      : ({ subject_type: 'company', subject_id: known.companies[demoReview.on.company] as string } as const);
  world.daysAgo(demoReview.daysAgo);
  const { data } = await world.run(demoReview.by, 'post_review', {
    settlement,
    ...subject,
    medal: demoReview.medal,
    body: demoReview.body ?? null,
    has_used_service: demoReview.used ?? false,
    visibility: demoReview.visibility ?? 'residents',
  });
  const review = data.id;
  if (demoReview.picture !== undefined) {
    const [picture, caption] = demoReview.picture;
    const { visibility = 'residents' } = demoReview;
    const input = { subject_type: 'review', subject_id: review, caption, visibility } as const;
    await uploadPicture(world, demoReview.by, input, picture);
  }
  world.daysAgo(demoReview.daysAgo - 1);
  if (demoReview.answer !== undefined) {
    const speaker = subject.subject_type === 'company' ? 'company' : 'editor';
    await world.run(speaker, 'answer_review', { settlement, review, body: demoReview.answer });
  }
  if (demoReview.hiddenFor !== undefined)
    await world.run('editor', 'moderate_review', {
      settlement,
      review,
      decision: 'hide',
      reason: demoReview.hiddenFor,
    });
}

/** Change proposals in every state; one of the pending ones is stale, because its record has changed. */
async function loadCorrections(
  world: World,
  { contacts: contact, companies: company }: DirectoryIds,
): Promise<void> {
  const settlement = world.settlement.slug;
  const propose = async (by: string, key: string, proposed: object, note: string) =>
    (
      await world.run(by, 'propose_change', {
        settlement,
        subject_type: 'contact',
        subject_id: contact[key] as string,
        proposed,
        note,
      })
    ).data.id;

  world.daysAgo(30);
  const applied = await propose(
    'resident',
    'bus',
    { hours: 'из посёлка в 7:10, 9:40, 17:30, 19:05' },
    'Добавили вечерний рейс',
  );
  const refused = await propose('galina', 'shop', { hours: 'круглосуточно' }, 'Так написано на двери');
  const withdrawn = await propose('resident', 'garden', { archived: true }, 'Кажется, закрылись');
  world.daysAgo(29);
  await world.run('editor', 'approve_change_proposal', { settlement, proposal: applied });
  await world.run('editor', 'reject_change_proposal', {
    settlement,
    proposal: refused,
    reason: 'Позвонили: табличка старая, работают до девяти.',
  });
  await world.run('resident', 'withdraw_change_proposal', { settlement, proposal: withdrawn });

  world.daysAgo(5);
  await propose(
    'resident',
    'doctor',
    { hours: 'пн–пт 9:00–14:00', phones: ['+7 496 008-03-31'] },
    'Новое расписание на двери',
  );
  // Conflicts with the one above: approving either makes the other stale.
  await propose('tatiana', 'doctor', { hours: 'пн, ср, пт 10:00–16:00' }, 'Так ответили по телефону');
  await propose('neighbour', 'water', { hours: 'вторник, четверг и суббота' }, 'Водитель сказал');
  world.daysAgo(4);
  await world.run('editor', 'edit_contact', {
    settlement,
    contact: contact.water as string,
    hours: 'вторник и суббота, с 10 до 14',
  });
  // A new contact, created on approval.
  world.daysAgo(3);
  await world.run('neighbour', 'propose_change', {
    settlement,
    proposed: {
      name: 'Арборист Денис: валка и кронирование',
      category: 'trade',
      phones: ['+7 496 014-45-12'],
      hours: 'ежедневно до 20:00',
      notes: 'Альпинист, работает без вышки. Ветки измельчает на месте.',
    },
    note: 'Укоротил нам берёзу над забором, сделал аккуратно',
  });
  world.daysAgo(2);
  await world.run('tatiana', 'propose_change', {
    settlement,
    subject_type: 'company',
    subject_id: company.roofs as string,
    proposed: { trades: ['кровля', 'водостоки', 'снегозадержатели'], hours: 'круглый год' },
    note: 'Зимой тоже приезжали, ставили снегозадержатели',
  });
}
