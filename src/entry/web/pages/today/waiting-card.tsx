import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { WaitingItem } from '../../loaders/waiting-items.ts';
import { Card } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import type { Overview } from '../../ui/navigation.ts';
import { WaitingRow } from '../../ui/waiting-row.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export const texts = {
  title: { en: 'Waiting for you', ru: 'Ждут решения' },
  none: { en: 'Nothing is waiting for a decision.', ru: 'Решения никто не ждёт.' },
} as const satisfies Record<string, Text>;

export const waitingNouns: Readonly<Record<WaitingItem['kind'], CountedNoun>> = {
  motion: {
    en: { one: 'proposal to the board', other: 'proposals to the board' },
    ru: { one: 'предложение правлению', few: 'предложения правлению', many: 'предложений правлению' },
  },
  claim: {
    en: { one: 'claim', other: 'claims' },
    ru: { one: 'заявка', few: 'заявки', many: 'заявок' },
  },
  correction: {
    en: { one: 'correction', other: 'corrections' },
    ru: { one: 'правка', few: 'правки', many: 'правок' },
  },
  request: {
    en: { one: 'request', other: 'requests' },
    ru: { one: 'просьба', few: 'просьбы', many: 'просьб' },
  },
  report: {
    en: { one: 'report', other: 'reports' },
    ru: { one: 'жалоба', few: 'жалобы', many: 'жалоб' },
  },
  text: { en: { one: 'text', other: 'texts' }, ru: { one: 'текст', few: 'текста', many: 'текстов' } },
  company: {
    en: { one: 'company', other: 'companies' },
    ru: { one: 'компания', few: 'компании', many: 'компаний' },
  },
  village: {
    en: { one: 'new village', other: 'new villages' },
    ru: { one: 'новый посёлок', few: 'новых посёлка', many: 'новых посёлков' },
  },
  verdict: {
    en: { one: 'review', other: 'reviews' },
    ru: { one: 'отзыв', few: 'отзыва', many: 'отзывов' },
  },
  order: { en: { one: 'order', other: 'orders' }, ru: { one: 'заказ', few: 'заказа', many: 'заказов' } },
};

const maxShown = 6;

type WaitingProps = {
  readonly waiting: readonly WaitingItem[];
  readonly overview: Overview;
  readonly clock: Clock;
};

/** For board, moderators and companies: items waiting for a decision, oldest first, with their age. */
export function WaitingCard({ waiting, overview, clock }: WaitingProps) {
  const { language } = clock;
  if (!overview.board && !overview.moderation && !overview.company) return null;
  const { board: atBoard } = overview;
  // Only the oldest are listed; the board's counts include all.
  const boardCounts: Readonly<Record<string, number>> = atBoard
    ? {
        claim: atBoard.claims,
        correction: atBoard.corrections,
        request: atBoard.requests,
        report: atBoard.reports,
      }
    : {};
  const counts = Object.entries(waitingNouns).flatMap(([kind, noun]) => {
    const count = boardCounts[kind] ?? waiting.filter((each) => each.kind === kind).length;
    return count > 0 ? [formatCount(language, count, noun).replaceAll(' ', '\u00a0')] : [];
  });
  const board = overview.board && overview.place;
  const all = board
    ? fillPath(paths.board, { settlement: board.slug })
    : overview.moderation && paths.moderationTexts;
  return (
    <Card
      heading={{
        id: 'waiting',
        title: texts.title,
        link: all ? { href: all, text: labels.all, further: true } : undefined,
      }}
      flush
    >
      <p class="card-line soft">{counts.length > 0 ? counts.join(' · ') : texts.none}</p>
      <List>
        {waiting.slice(0, maxShown).map((each) => (
          <WaitingRow key={each.href} waiting={each} clock={clock} />
        ))}
      </List>
    </Card>
  );
}
