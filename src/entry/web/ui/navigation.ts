import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import type { Silence } from '../../../domain/kernel/silence.ts';
import * as labels from '../words/labels.ts';
import { auditedPages } from './audited-pages.ts';
import type { IconName } from './icon.tsx';

/** A settlement of the user, with a plot if they have one there. */
export type Place = {
  readonly name: string;
  readonly slug: string;
  readonly plot?: { readonly id: string; readonly number: string };
};

/** Places, roles and pending counts of a user. An absent role is hidden; zero shows no counter. */
export type Overview = {
  readonly places: readonly Place[];
  /** The selected place. */
  readonly place?: Place | undefined;
  /** There the user has claims that the board has not decided, and nothing else. */
  readonly isWaiting?: boolean | undefined;
  /** Urgent announcements that nobody on the user's plots has acknowledged. */
  /** Where the visitor may not write now. */
  readonly silences?: readonly Silence[];
  readonly notices?: readonly {
    readonly settlement: string;
    readonly slug: string;
    readonly title: string;
  }[];
  readonly unread: { readonly notifications: number; readonly messages: number };
  readonly tasks?: number | undefined;
  readonly board?: {
    readonly claims: number;
    readonly corrections: number;
    readonly requests: number;
    readonly reports: number;
    readonly motions: number;
  };
  /** Auditor of the selected settlement, and not on its board. */
  readonly audits?: boolean | undefined;
  readonly moderation?: {
    readonly texts: number;
    readonly verdicts: number;
    readonly villages: number;
    readonly companies: number;
    readonly reports: number;
  };
  /** Operator of the installation. */
  readonly isOperator?: boolean | undefined;
  readonly company?: { readonly id: string; readonly name: string; readonly requests: number };
};

/** Key of a place in URLs and the cookie. */
export function placeKey({ slug, plot }: Place): string {
  return plot ? `${slug}/${plot.id}` : slug;
}

export type NavigationItem = {
  readonly href: string;
  readonly text: Text;
  readonly icon?: IconName | undefined;
  readonly count?: number | undefined;
  readonly children?: readonly NavigationItem[] | undefined;
  /** Path prefix of the pages it leads to, when it differs from `href`. */
  readonly pathPrefix?: string | undefined;
};

export type NavigationGroup = {
  readonly title?: Text | undefined;
  readonly items: readonly NavigationItem[];
};

const settlementPath = (place: Place, rest = '') => `/settlements/${encodeURIComponent(place.slug)}${rest}`;

/** Side navigation of wide screens: entries of everybody, then those of each role. */
export function listNavigationGroups(overview: Overview): NavigationGroup[] {
  const { board, audits, moderation, isOperator, company, place } = overview;
  const groups: NavigationGroup[] = [{ items: listOwnItems(overview) }];
  if (board && place) {
    const queue = (kind: string, text: Text, icon: IconName, count: number, pages?: string) => ({
      ...{ href: settlementPath(place, `/board?kind=${kind}`), text, icon, count },
      ...(pages && { pathPrefix: settlementPath(place, `/board/${pages}`) }),
    });
    groups.push({
      title: labels.board,
      items: [
        ...(board.motions > 0
          ? [queue('motion', labels.secondMember, 'check', board.motions, 'motions')]
          : []),
        queue('claim', { en: 'Claims', ru: 'Заявки' }, 'people', board.claims, 'claims'),
        queue('correction', { en: 'Corrections', ru: 'Правки' }, 'write', board.corrections, 'corrections'),
        queue('request', labels.requests, 'tasks', board.requests),
        queue('report', labels.reports, 'flag', board.reports, 'reports'),
        {
          href: settlementPath(place, '/articles?kind=announcement'),
          pathPrefix: settlementPath(place, '/announce'),
          text: labels.announcements,
          icon: 'announce',
        },
        {
          href: settlementPath(place, '/board/boundary'),
          text: labels.boundary,
          icon: 'boundary',
        },
        {
          href: settlementPath(place, '/board/people'),
          text: labels.register,
          icon: 'list',
        },
        { href: settlementPath(place, '/board/desk'), text: labels.boardDesk, icon: 'settings' },
      ],
    });
  }
  if (audits && place)
    groups.push({
      title: labels.audit,
      items: auditedPages.map((page) => ({ ...page, href: settlementPath(place, page.href) })),
    });
  if (moderation)
    groups.push({
      title: { en: 'Moderation', ru: 'Модерация' },
      items: [
        {
          href: '/moderation/texts',
          text: { en: 'Texts', ru: 'Тексты' },
          icon: 'book',
          count: moderation.texts,
        },
        {
          href: '/moderation/verdicts',
          text: { en: 'Reviews', ru: 'Отзывы' },
          icon: 'medal',
          count: moderation.verdicts,
        },
        {
          href: '/platform',
          text: { en: 'Platform', ru: 'Площадка' },
          icon: 'shield',
          count: moderation.villages + moderation.companies + moderation.reports,
        },
      ],
    });
  if (isOperator)
    groups.push({
      title: { en: 'Installation', ru: 'Администрирование' },
      items: [
        { href: '/operator', text: { en: 'How it runs', ru: 'Как всё работает' }, icon: 'check' },
        { href: '/setup', text: { en: 'Settings', ru: 'Настройка' }, icon: 'settings' },
        { href: '/platform/roles', text: labels.roles, icon: 'people' },
      ],
    });
  if (company)
    groups.push({
      title: labels.company,
      items: [
        {
          href: `/companies/${encodeURIComponent(company.id)}/desk`,
          text: { en: company.name, ru: company.name },
          icon: 'company',
          count: company.requests,
        },
      ],
    });
  return groups;
}

function listOwnItems({ place, unread, tasks }: Overview): NavigationItem[] {
  const items: NavigationItem[] = [{ href: '/today', text: labels.today, icon: 'today' }];
  if (place?.plot)
    items.push({
      href: `/plots/${encodeURIComponent(place.plot.id)}`,
      text: labels.myPlot,
      icon: 'plot',
    });
  items.push(
    place
      ? {
          href: settlementPath(place),
          text: labels.village,
          icon: 'village',
          children: [
            { href: settlementPath(place, '/articles'), text: { en: 'News', ru: 'Новости' } },
            { href: settlementPath(place, '/map'), text: labels.map },
            { href: settlementPath(place, '/directory'), text: labels.directory },
          ],
        }
      : { href: paths.settlements, text: labels.findVillage, icon: 'village' },
    { href: '/knowledge', text: labels.advice, icon: 'book' },
    {
      href: '/messages',
      text: labels.messages,
      icon: 'messages',
      count: unread.messages,
    },
    { href: '/tasks', text: labels.tasks, icon: 'tasks', count: tasks },
  );
  return items;
}

/** Bottom navigation of phones, without the write button in its middle. */
export function listDockItems({
  place,
  unread,
}: Overview): readonly [NavigationItem, NavigationItem, NavigationItem, NavigationItem] {
  return [
    { href: '/today', text: labels.today, icon: 'today' },
    { href: place ? settlementPath(place) : paths.settlements, text: labels.village, icon: 'village' },
    {
      href: '/messages',
      text: labels.messages,
      icon: 'messages',
      count: unread.messages,
    },
    { href: '/more', text: labels.more, icon: 'more' },
  ];
}

export type WriteAction = {
  readonly href: string;
  readonly icon: IconName;
  readonly text: Text;
  readonly line?: Text | undefined;
};

/** Everything the user may write, at most six entries. */
export function listWriteActions({ place, isWaiting, board }: Overview): WriteAction[] {
  const tasks = '/tasks/new';
  const own: WriteAction[] = [
    {
      href: `${tasks}?kind=reminder`,
      icon: 'clock',
      text: { en: 'Reminder to myself', ru: 'Напоминание себе' },
    },
    { href: '/messages/new', icon: 'messages', text: labels.message },
  ];
  if (!place) return own;
  const asks: WriteAction = {
    href: `${tasks}?kind=request`,
    icon: 'board',
    text: { en: 'Request to the board', ru: 'Просьба правлению' },
  };
  const diary: WriteAction = {
    href: settlementPath(place, '/write'),
    icon: 'diary',
    text: { en: 'Diary entry', ru: 'Запись в дневник' },
    line: { en: 'What was done and what has grown', ru: 'Что сделали и что выросло' },
  };
  if (isWaiting)
    return [
      {
        ...diary,
        line: { en: 'A draft until the board confirms you', ru: 'Черновик, пока правление не подтвердит' },
      },
      {
        href: `${paths.newMessage}?${new URLSearchParams({ settlement: place.slug, to: 'board' })}`,
        icon: 'board',
        text: labels.writeToBoard,
      },
    ];
  // A diary belongs to a plot; the board writes articles all the same.
  const article = { ...diary, icon: 'write', text: labels.newArticle, line: undefined } as const;
  if (!board) return place.plot ? [diary, asks, ...own] : [asks, ...own];
  return [
    place.plot ? diary : article,
    {
      href: settlementPath(place, '/announce'),
      icon: 'announce',
      text: labels.announcement,
      line: { en: 'All households will be told', ru: 'Сообщим всем домам' },
    },
    { href: tasks, icon: 'tasks', text: { en: 'Task', ru: 'Задача' } },
    asks,
    ...own,
  ];
}

/** The entry of the current page: the longest matching path prefix. */
export function findCurrentItem(items: readonly NavigationItem[], pathname: string): string | undefined {
  return items
    .flatMap((item) => [item, ...(item.children ?? [])])
    .map(({ href, pathPrefix = href }) => ({ href, opens: pathPrefix }))
    .filter(({ opens }) => pathname === opens || (opens !== '/' && pathname.startsWith(`${opens}/`)))
    .sort((a, b) => b.opens.length - a.opens.length)[0]?.href;
}
