import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';

export const texts = {
  title: { en: 'Print and phone', ru: 'На бумаге и по телефону' },
  notice: { en: 'Sheet for the notice board', ru: 'Объявление на доску' },
  noticeWhy: { en: 'One large sheet with a code for phones', ru: 'Крупно, на листе, с кодом для телефона' },
  letters: { en: 'Letters to those it does not reach', ru: 'Письма тем, до кого не дойдёт' },
  lettersWhy: { en: 'A sheet for each plot, addressed', ru: 'По листу на участок, с адресом для конверта' },
  visits: { en: 'Door to door with a phone', ru: 'Обход с телефоном' },
  visitsWhy: {
    en: 'Tick off those you have told, even offline',
    ru: 'Отмечайте, кому сказали, и без связи',
  },
  doors: { en: 'List for door to door, and calls', ru: 'Список для обхода и звонков' },
  doorsWhy: { en: 'A list of plots, names and numbers', ru: 'Список участков с именами и телефонами' },
} as const satisfies Record<string, Text>;

type PaperLinksProps = {
  readonly settlement: string;
  readonly article: string;
  readonly isPublished?: boolean;
};

const visits = { path: paths.visits, icon: 'check', title: texts.visits, line: texts.visitsWhy } as const;
const rows = [
  { path: paths.printNotice, icon: 'print', title: texts.notice, line: texts.noticeWhy },
  { path: paths.printLetters, icon: 'send', title: texts.letters, line: texts.lettersWhy },
  { path: paths.visitList, icon: 'people', title: texts.doors, line: texts.doorsWhy },
] as const;

/** Rows to what the board prints of an announcement; drafts too. The article by slug or id. */
export function PaperLinks({ settlement, article, isPublished = false }: PaperLinksProps) {
  return (
    <List>
      {[...(isPublished ? [visits] : []), ...rows].map(({ path, icon, title, line }) => (
        <Row
          key={path}
          icon={icon}
          title={title}
          line={line}
          href={fillPath(path, { settlement, article })}
        />
      ))}
    </List>
  );
}
