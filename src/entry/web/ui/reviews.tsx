import type { Text } from '../../../base/i18n/text.ts';
import type { Subject } from '../loaders/directory-subject.ts';
import type { Reviews } from '../loaders/reviews.ts';
import * as labels from '../words/labels.ts';
import { Card } from './card.tsx';
import { Medals } from './contact-row.tsx';
import { Pager } from './pager.tsx';
import { ReviewEntry } from './review-entry.tsx';

export const texts = {
  medals: { en: 'Medals of neighbours', ru: 'Медали соседей' },
  give: { en: 'Give a medal', ru: 'Наградить' },
  change: labels.change,
  none: { en: 'Nobody has given one yet.', ru: 'Пока никто не наградил.' },
  closed: {
    en: 'The words are open to residents.',
    ru: 'Что написали соседи, видят жители посёлка.',
  },
} as const satisfies Record<string, Text>;

/** Reviews of a contact or company, with answers. */
export function ReviewsCard({ subject, verdicts }: { subject: Subject; verdicts: Reviews }) {
  const { membership, pagePaths, card, clock } = subject;
  const isEmpty = Object.values(card.medals).every((count) => count === 0);
  return (
    <Card
      heading={{
        id: 'medals',
        title: texts.medals,
        link: membership.isResident
          ? { href: pagePaths.medal, text: verdicts.own ? texts.change : texts.give }
          : undefined,
      }}
    >
      {isEmpty ? <p class="soft">{texts.none}</p> : <Medals medals={card.medals} all />}
      {!isEmpty && verdicts.all.length === 0 && <p class="small soft gap-top">{texts.closed}</p>}
      {verdicts.all.length > 0 && (
        <ul class="rows gap-top">
          {verdicts.all.map((verdict) => (
            <ReviewEntry key={verdict.id} verdict={verdict} answerer={subject.type} clock={clock} />
          ))}
        </ul>
      )}
      <Pager cursor={verdicts.cursor} name="verdicts" anchor="medals" />
    </Card>
  );
}
