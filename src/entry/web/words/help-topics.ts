import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';

/** The guides of docs/guides in the order of /help, with the anchors of their sections, alike in every language. */
export const guides = {
  resident: {
    title: { en: 'For residents', ru: 'Жителю' },
    sections: ['first', 'today', 'diary', 'write', 'devices', 'assistants', 'privacy', 'trouble'],
  },
  board: {
    title: { en: 'For the board', ru: 'Правлению' },
    sections: ['evening', 'people', 'waiting', 'announcements', 'year', 'final'],
  },
  moderator: {
    title: { en: 'For moderators', ru: 'Модератору' },
    sections: ['waiting', 'texts', 'reports', 'companies'],
  },
  company: {
    title: { en: 'For companies', ru: 'Компании' },
    sections: ['card', 'orders', 'reviews', 'leaving'],
  },
  operator: {
    title: { en: 'For operators', ru: 'Администратору' },
    sections: ['start', 'check', 'backups', 'update', 'trouble'],
  },
  'at-home': {
    title: { en: 'At home, to try it', ru: 'Дома, попробовать' },
    sections: ['start', 'wifi', 'everywhere', 'move'],
  },
  'small-server': {
    title: { en: 'A small server', ru: 'Небольшой сервер' },
    sections: ['programs', 'service', 'settings', 'name', 'first', 'backups', 'check', 'update'],
  },
} as const satisfies Record<string, { title: Text; sections: readonly string[] }>;

export type GuideName = keyof typeof guides;

export const guideNames = Object.keys(guides) as GuideName[];

type Topic = { [Name in GuideName]: `${Name}#${(typeof guides)[Name]['sections'][number]}` }[GuideName];

/** Where `?` of a page leads: a section of a guide. */
export const helpTopics: readonly (readonly [path: string, topic: Topic])[] = [
  [paths.join, 'resident#first'],
  [paths.today, 'resident#today'],
  [paths.writeArticle, 'resident#diary'],
  [paths.plotMeters, 'resident#devices'],
  [paths.devices, 'resident#devices'],
  [paths.connectDevice, 'resident#devices'],
  [paths.messages, 'resident#write'],
  [paths.connect, 'resident#assistants'],
  [paths.applications, 'resident#assistants'],
  [paths.tokens, 'resident#assistants'],
  [paths.inviteToPlot, 'resident#privacy'],
  [paths.boardStart, 'board#evening'],
  [paths.people, 'board#people'],
  [paths.importResidents, 'board#evening'],
  [paths.invitePeople, 'board#evening'],
  [paths.plotCodes, 'board#evening'],
  [paths.landImports, 'board#evening'],
  [paths.landImport, 'board#evening'],
  [paths.boundary, 'board#evening'],
  [paths.endPerson, 'board#final'],
  [paths.boardMeters, 'board#year'],
  [paths.villageCalendar, 'board#year'],
  [paths.board, 'board#waiting'],
  [paths.announce, 'board#announcements'],
  [paths.announceDraft, 'board#announcements'],
  [paths.platform, 'moderator#waiting'],
  [paths.moderationTexts, 'moderator#texts'],
  [paths.moderationReviews, 'moderator#reports'],
  [paths.platformCompany, 'moderator#companies'],
  [paths.platformSettlementRequest, 'moderator#companies'],
  [paths.platformReport, 'moderator#reports'],
  [paths.companyDashboard, 'company#orders'],
  [paths.newCompany, 'company#card'],
  [paths.operator, 'operator#check'],
  [paths.setup, 'operator#start'],
  [paths.setupAddress, 'small-server#name'],
  [paths.setupMail, 'operator#start'],
  [paths.setupBackups, 'operator#backups'],
  [paths.setupPolicies, 'operator#start'],
  [paths.setupSettlement, 'operator#start'],
];

const patterns = helpTopics.map(
  ([path, topic]) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), topic] as const,
);

/** Address of the help for a page; null where there is none. */
export function findHelp(pathname: string): string | null {
  const topic = patterns.find(([pattern]) => pattern.test(pathname))?.[1];
  return topic === undefined ? null : `${paths.help}/${topic}`;
}
