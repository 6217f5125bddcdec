import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { PersonOfRegister, RegisterLine } from '../../../../features/actions/list_people.ts';
import { Tag } from '../../ui/badge.tsx';
import { useMayOpen } from '../../ui/boards-alone.ts';
import { useLanguage, type Words } from '../../ui/language-context.ts';
import { Table } from '../../ui/table.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import { cardFieldTexts, personStateTexts } from '../../words/person-texts.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import type { RegisterSort } from './people-filter.tsx';
import { wayTexts } from './register-texts.ts';

export const texts = {
  addHere: { en: 'Add', ru: 'Вписать' },
  role: { en: 'Role', ru: 'Кем записан' },
  reached: { en: 'Reached by', ru: 'Новости доходят' },
  state: labels.state,
  nobody: { en: 'Nobody is recorded', ru: 'Никто не записан' },
} as const satisfies Record<string, Text>;

/** A person without an account has a page of their own; a resident has the one with the membership. */
const personHref = (settlement: string, { personId, membershipId }: PersonOfRegister) =>
  membershipId
    ? fillPath(paths.resident, { settlement, resident: membershipId })
    : fillPath(paths.person, { settlement, person: personId as string });

type RegisterTableProps = {
  readonly caption: Words;
  readonly lines: readonly RegisterLine[];
  readonly settlement: string;
  readonly sort: RegisterSort;
  readonly sortHref: (sort: RegisterSort) => string;
};

/** The register: a line for each person and one for each plot without any. One table for desk, phone and paper. */
export function RegisterTable({ caption, lines, settlement, sort, sortHref }: RegisterTableProps) {
  const language = useLanguage();
  const newPerson = fillPath(paths.newPerson, { settlement });
  const mayEnter = useMayOpen(newPerson);
  const sorted = (title: Text, by: RegisterSort) => ({
    title,
    sort: { href: sortHref(by), isCurrent: by === sort },
  });
  const columns = [
    sorted(cardFieldTexts.name, 'name'),
    sorted(plotText, 'plot'),
    sorted(texts.role, 'role'),
    { title: cardFieldTexts.phones },
    { title: cardFieldTexts.emailKey, isOnPaperOnly: true },
    { title: texts.reached },
    sorted(texts.state, 'state'),
  ];
  const rows = lines.map(({ plot, person }) =>
    person
      ? [
          <a href={personHref(settlement, person)}>{person.name}</a>,
          plot.number,
          residentRoleTexts[person.role][language],
          person.phones.map(formatPhone).join(', '),
          person.accountEmail ?? person.emailKey,
          wayTexts[plot.way][language],
          <Tag tone={person.state === 'confirmed' ? 'green' : undefined}>
            {personStateTexts[person.state]}
          </Tag>,
        ]
      : [
          <span class="soft">{texts.nobody}</span>,
          plot.number,
          null,
          null,
          null,
          wayTexts[plot.way][language],
          mayEnter && (
            <a class="link unprinted" href={`${newPerson}?${new URLSearchParams({ plot: plot.number })}`}>
              {texts.addHere}
              <span class="unseen">
                {' '}
                {plotText} {plot.number}
              </span>
            </a>
          ),
        ],
  );
  return (
    <div class="scroller">
      <Table caption={caption} columns={columns} rows={rows} isCompact />
    </div>
  );
}
