import type { InputOf } from '../client/client.ts';
import { uploadPicture } from './pictures.ts';
import type { DemoPart, World } from './world.ts';

type Edit = Omit<InputOf<'edit_task'>, 'task'>;

/** Requests in every state to the board, a company and a contact; work tasks; recurring reminders. */
export const tasks: DemoPart = {
  name: 'tasks',
  async load(world) {
    const { settlement, accounts } = world;
    const plot = (number: string) => world.plots[settlement.slug]?.[number] as string;
    const today = world.now().getTime();
    const soon = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10);
    const write = async (
      by: string,
      daysAgo: number,
      input: Omit<InputOf<'write_task'>, 'settlement'>,
      edits: [string, number, Edit][] = [],
    ) => {
      world.daysAgo(daysAgo);
      const { data } = await world.run(by, 'write_task', { settlement: settlement.slug, ...input });
      for (const [editor, ago, edit] of edits) {
        world.daysAgo(ago);
        await world.run(editor, 'edit_task', { task: data.id, ...edit });
      }
      return data.id;
    };

    const lamp = await write(
      'resident',
      12,
      {
        title: 'Не горит фонарь у поворота на третью линию',
        body: 'Второй вечер темно, рядом детская площадка.',
        visibility: 'residents',
        tags: ['свет'],
      },
      [
        [
          'editor',
          11,
          { assignee_id: accounts.andrey as string, comment: 'Андрей, посмотрите, пожалуйста, щиток.' },
        ],
        ['andrey', 10, { status: 'in_progress', comment: 'Сгорел драйвер, заказал.' }],
      ],
    );
    await uploadPicture(
      world,
      'resident',
      { subject_type: 'task', subject_id: lamp, caption: 'Вот этот столб' },
      'lampOut',
    );
    await write(
      'neighbour',
      40,
      {
        title: 'Яма на въезде',
        body: 'После дождей стоит вода, легковые цепляют днищем.',
        visibility: 'public',
        tags: ['дорога'],
      },
      [
        ['editor', 38, { status: 'in_progress' }],
        ['editor', 30, { status: 'done', comment: 'Засыпали щебнем, уплотнили.' }],
        ['neighbour', 29, { comment: 'Спасибо, отлично!' }],
      ],
    );
    await write('galina', 25, { title: 'Поставить скамейку у пруда', visibility: 'residents' }, [
      ['editor', 20, { status: 'cancelled', comment: 'В смете этого года нет, вынесем на собрание.' }],
    ]);
    const pipe = await write('pavel', 3, {
      title: 'Забита труба под дорогой у пруда',
      body: 'Вода идёт поверх. Если не прочистить, размоет, как весной: снимок весенний.',
      visibility: 'residents',
      parcel_id: plot('31'),
      tags: ['дорога', 'пруд'],
    });
    await uploadPicture(
      world,
      'pavel',
      { subject_type: 'task', subject_id: pipe, caption: 'Так было в апреле' },
      'roadWashedOut',
    );
    await write('elena', 2, { title: 'Справка о членстве для банка', body: 'Нужна до конца месяца.' });

    const company = await findCompany(world);
    if (company !== undefined) {
      await write(
        'resident',
        75,
        {
          title: 'Почистить колодец',
          kind: 'request',
          company_id: company,
          parcel_id: plot('7'),
          tags: ['вода'],
        },
        [
          ['company', 74, { status: 'in_progress', comment: 'Приедем в четверг утром.' }],
          ['company', 71, { status: 'done', comment: 'Почистили, промыли, сменили фильтр.' }],
          ['resident', 70, { status: 'done', comment: 'Всё чисто, вода прозрачная.' }],
        ],
      );
      await write(
        'nikolay',
        4,
        { title: 'Замерить дебит скважины', company_id: company, parcel_id: plot('40') },
        [['company', 3, { status: 'in_progress', due_on: soon(6) }]],
      );
      await write('pavel', 2, {
        title: 'Насос включается каждые пять минут',
        body: 'Бак, наверное, без воздуха. Дома после шести.',
        company_id: company,
        parcel_id: plot('31'),
        due_on: soon(4),
      });
    }
    const { contacts } = await world.run('resident', 'list_contacts', { settlement: settlement.slug });
    const contact = contacts.find((one) => one.category === 'trade') ?? contacts[0];
    if (contact !== undefined)
      await write(
        'tatiana',
        15,
        { title: 'Проверить проводку в бане', contact_id: contact.id, visibility: 'residents' },
        [
          ['tatiana', 9, { status: 'done' }],
          ['editor', 8, { status: 'done' }],
        ],
      );
    await write(
      'resident',
      7,
      {
        title: 'Одолжить длинную лестницу на выходные',
        body: 'Хотим снять последние яблоки, вернём в понедельник.',
        to_parcel: '9',
      },
      [['neighbour', 6, { accept: true, comment: 'Берите, стоит за сараем.' }]],
    );
    await write('neighbour', 1, {
      title: 'Полить теплицу, пока нас нет',
      body: 'Уезжаем с пятницы по вторник. Ключ под крыльцом.',
      to_parcel: '7',
      due_on: soon(2),
      remind_before: '12h',
    });

    await reportReview(
      world,
      'galina',
      { subject_type: 'contact', subjects: contacts.map(({ id }) => id) },
      {
        title: 'Это было давно и уже исправлено',
        body: 'Отзыв старый и уже несправедлив.',
      },
    );
    if (company !== undefined)
      await reportReview(
        world,
        'company',
        { subject_type: 'company', subjects: [company] },
        {
          title: 'Человек у нас ничего не заказывал',
          body: 'Отзыв с чужих слов: в наших договорах такого участка нет.',
        },
      );

    world.daysAgo(0);
    await write('resident', 0, {
      kind: 'reminder',
      title: 'Слить воду из летнего водопровода',
      due_on: soon(1),
      repeats: 'yearly',
      parcel_id: plot('7'),
      tags: ['вода'],
    });
    await write('resident', 0, {
      kind: 'reminder',
      title: 'Показания счётчика электричества',
      due_on: soon(5),
      repeats: 'monthly',
      remind_before: '1d',
    });
    await write('neighbour', 0, {
      kind: 'work',
      title: 'Обрезать старую вишню',
      due_on: soon(12),
      parcel_id: plot('9'),
    });
    await write('editor', 0, {
      kind: 'work',
      addressee: 'board',
      title: 'Проверить насосную перед морозами',
      due_on: soon(3),
      repeats: 'weekly',
      visibility: 'residents',
      tags: ['вода'],
    });
    world.daysAgo(0);
  },
};

/** Reports a negative review: about a contact to the board, about a company to the platform. */
async function reportReview(
  world: World,
  by: string,
  { subject_type, subjects }: { subject_type: 'contact' | 'company'; subjects: readonly string[] },
  reportText: { title: string; body: string },
): Promise<void> {
  world.daysAgo(2);
  for (const subject_id of subjects) {
    const subject = { settlement: world.settlement.slug, subject_type, subject_id };
    const { reviews } = await world.run(by, 'list_reviews', subject);
    const warning = reviews.find(({ medal }) => medal === 'dung');
    if (warning === undefined) continue;
    await world.run(by, 'write_task', { kind: 'report', review_id: warning.id, ...reportText });
    return;
  }
}

async function findCompany(world: World): Promise<string | undefined> {
  const { data } = await world.run('company', 'show_me', {});
  return data.companies.find((one) => one.state === 'confirmed')?.company;
}
