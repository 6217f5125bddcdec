import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { join_person } from '../../../../features/actions/join_person.ts';
import { part_person } from '../../../../features/actions/part_person.ts';
import { choice } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { plotText } from '../../words/resident-texts.ts';

export const texts = {
  title: { en: 'Probably the same person', ru: 'Похоже, один человек' },
  inRegister: { en: 'in your register', ru: 'в вашем реестре' },
  hasAccount: { en: 'has an account', ru: 'с учётной записью' },
  who: { en: 'Who it is', ru: 'Кто это' },
  joinWhy: {
    en: 'Choose the resident of this plot who is this person. They get the role of this card.',
    ru: 'Выберите жителя этого участка, который и есть этот человек. Роль у него станет как в карточке.',
  },
  joinDo: { en: 'It is the same person', ru: 'Это один человек' },
  joined: { en: 'The card belongs to the account now.', ru: 'Карточка связана с учётной записью.' },
  part: { en: 'They are two people', ru: 'Это разные люди' },
  partWhy: {
    en: 'The board linked this card to the account. If that was wrong, separate them: the role goes back to what it was.',
    ru: 'Эту карточку правление связало с учётной записью. Если ошиблись, отделите: роль станет прежней.',
  },
  parted: { en: 'The card is on its own again.', ru: 'Карточка снова сама по себе.' },
} as const satisfies Record<string, Text>;

export const part = form(part_person, {
  path: paths.partPerson,
  isButton: true,
  done: (_, names) => ({ to: fillPath(paths.person, names), notice: texts.parted }),
});

export const join = form(join_person, {
  path: paths.joinPerson,
  fields: { resident: choice(texts.who, {}, { hint: texts.joinWhy }) },
  done: ({ resident }, { settlement, person }) => ({
    to: fillPath(paths.resident, { settlement, resident }),
    notice: texts.joined,
    undo: { action: fillPath(paths.partPerson, { settlement, person }), fields: {} },
  }),
});

export interface LikelyPair {
  readonly personId: string;
  readonly personName: string;
  readonly membershipId: string;
  readonly memberName: string;
  readonly plotNumber: string;
}

/** A card beside the account that is likely of the same person; one tap joins them. */
export function LikelySame({ pairs, settlement }: { pairs: readonly LikelyPair[]; settlement: string }) {
  const language = useLanguage();
  if (pairs.length === 0) return null;
  return (
    <div class="unprinted">
      <ListCard heading={{ id: 'likely-same', title: texts.title }}>
        {pairs.map(({ personId, personName, membershipId, memberName, plotNumber }) => (
          <Row
            key={`${personId} ${membershipId}`}
            icon="people"
            title={`${plotText[language]} ${plotNumber}: ${personName}`}
            href={fillPath(paths.person, { settlement, person: personId })}
            line={`${texts.inRegister[language]} · ${memberName} — ${texts.hasAccount[language]}`}
            action={
              <join.Button
                at={{ settlement, person: personId }}
                hidden={{ resident: membershipId }}
                kind="quiet"
                compact
                icon="link"
                about={`${personName}, ${memberName}`}
              >
                {texts.joinDo}
              </join.Button>
            }
          />
        ))}
      </ListCard>
    </div>
  );
}
