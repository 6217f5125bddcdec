import type { InputOf } from '../client/client.ts';
import { inviteToParcel } from './claims.ts';
import { englishSlug } from './settlement-list.ts';
import type { DemoPart, World } from './world.ts';

/** The first line starts a conversation with the recipient `to`. */
interface DemoConversation {
  to: (world: World) => Omit<InputOf<'send_message'>, 'body'>;
  lines: readonly [by: string, daysAgo: number, body: string][];
  /** Accounts that have read the whole conversation. */
  readBy: readonly string[];
}

const demoConversations: readonly DemoConversation[] = [
  {
    to: (world) => ({ to: 'person', settlement: world.settlement.slug, parcel: '9' }),
    lines: [
      [
        'resident',
        21,
        'Здравствуйте! Ваша старая берёза наклонилась к нашему забору. Посмотрите, пожалуйста, до снегопадов.',
      ],
      [
        'neighbour',
        20,
        'Добрый день! Спасибо, что сказали. В субботу приглашу арбориста, заодно уберём сухие ветки над дорожкой.',
      ],
      ['resident', 20, 'Отлично. Если понадобится поставить лестницу с нашей стороны — калитка открыта.'],
      [
        'neighbour',
        16,
        'Берёзу укоротили и стянули. Опилки оставили у компостной ямы, берите, если нужны для грядок.',
      ],
    ],
    readBy: ['neighbour', 'resident'],
  },
  {
    to: (world) => ({ to: 'board', settlement: world.settlement.slug }),
    lines: [
      [
        'resident',
        9,
        'На Садовой второй вечер не горит фонарь у поворота, в темноте там яма. Когда починят?',
      ],
      ['editor', 8, 'Заявка электрику передана, приедет в четверг. Яму до конца недели засыплем щебнем.'],
      ['resident', 5, 'Фонарь горит, спасибо! Щебня пока нет.'],
    ],
    readBy: ['resident'],
  },
  {
    to: (world) => ({
      to: 'person',
      settlement: world.settlement.slug,
      account: world.accounts.nikolay as string,
      as_board: true,
    }),
    lines: [
      [
        'editor',
        4,
        'Николай Иванович, счётчик на вводе вашего участка не передаёт показания с начала месяца. Сфотографируйте его, пожалуйста.',
      ],
      ['nikolay', 3, 'Сделаю в выходные. Похоже, села батарейка в передатчике.'],
    ],
    readBy: ['editor', 'nikolay'],
  },
];

const threatConversation: DemoConversation = {
  to: (world) => ({ to: 'person', settlement: world.settlement.slug, parcel: '34' }),
  lines: [
    ['boris', 5, 'Ваша машина опять у моей калитки. Уберите.'],
    ['tatiana', 5, 'Простите, разгружали мебель. Через полчаса уедем.'],
    ['boris', 4, 'Ещё раз увижу — проколю все четыре колеса.'],
  ],
  readBy: ['tatiana', 'boris'],
};

const englishConversation: DemoConversation = {
  to: () => ({ to: 'person', settlement: englishSlug, parcel: '6' }),
  lines: [
    [
      'priya',
      8,
      'Tom, I think one of my swarms has its eye on your plum tree again. May I come round with a box?',
    ],
    ['tom', 7, 'Any time. The ladder is behind the shed, mind the third rung.'],
    ['priya', 2, 'Got them, thank you! There is a jar of honey on your step.'],
  ],
  readBy: ['priya'],
};

/** Conversations of residents, the board and a company, some of them unread. */
export const messages: DemoPart = {
  name: 'messages',
  async load(world) {
    const { data: me } = await world.run('company', 'show_me', {});
    const company = me.companies.find(({ state }) => state === 'confirmed')?.company;
    const code = await inviteToParcel(world, 'galina', '10', 'resident');
    const all = [
      ...demoConversations,
      createInvitationConversation(code),
      threatConversation,
      englishConversation,
    ];
    if (company !== undefined) all.push(createCompanyConversation(company));
    const conversations = new Map<DemoConversation, string>();
    // Chronologically across conversations, because the list is ordered by the latest message.
    const lines = all.flatMap((talk) =>
      talk.lines.map(([by, daysAgo, body]) => ({ talk, by, daysAgo, body })),
    );
    for (const { talk, by, daysAgo, body } of lines.sort((a, b) => b.daysAgo - a.daysAgo)) {
      world.daysAgo(daysAgo);
      const conversation = conversations.get(talk);
      const to = conversation === undefined ? talk.to(world) : { conversation };
      const { data } = await world.run(by, 'send_message', { ...to, body });
      conversations.set(talk, data.conversation);
    }
    for (const [talk, conversation] of conversations)
      for (const reader of talk.readBy) await world.run(reader, 'read_conversation', { conversation });
    await reportThreat(world, conversations.get(threatConversation) as string);
  },
};

/** A report that stays open for the board. */
async function reportThreat(world: World, conversation: string): Promise<void> {
  world.daysAgo(3);
  const { messages: written } = await world.run('tatiana', 'list_messages', { conversation });
  const threat = written.find(({ body }) => body?.includes('проколю'));
  await world.run('tatiana', 'write_task', {
    kind: 'report',
    message_id: threat?.id as string,
    report_about: 'threat',
    title: 'Угрожает испортить машину',
    body: 'Извинилась и уехала сразу, а на следующий день получила вот это.',
  });
}

/** The code is valid and unused. */
function createInvitationConversation(code: string): DemoConversation {
  return {
    to: (world) => ({ to: 'person', account: world.accounts.resident }),
    lines: [
      ['galina', 6, 'Аня, у меня осталась рассада клубники «Азия», кустов двадцать. Возьмёшь?'],
      ['resident', 6, 'С радостью! Зайду завтра после обеда. Принесу тебе баночку мёда.'],
      [
        'galina',
        1,
        'И ещё: в воскресенье собираемся чистить пруд, приходите с граблями. Чай и пироги за мной.',
      ],
      [
        'galina',
        1,
        `Уезжаю к дочке на две недели. Записала тебя к своему участку, чтобы теплица не осиротела: участок 10, код ${code}.`,
      ],
    ],
    readBy: ['galina'],
  };
}

function createCompanyConversation(company: string): DemoConversation {
  return {
    to: () => ({ to: 'company', company }),
    lines: [
      [
        'resident',
        12,
        'Добрый день! Сколько стоит прочистить скважину глубиной 38 метров и когда можете приехать?',
      ],
      [
        'company',
        11,
        'Здравствуйте! Прочистка с откачкой — от 18 000 рублей, выезд и замер бесплатно. Ближайшее окно — вторник утром.',
      ],
      ['resident', 11, 'Вторник подходит. Участок 7, ворота зелёные.'],
    ],
    readBy: ['company', 'resident'],
  };
}
