import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReachWay } from '../../../../domain/rules/plot-reach.ts';
import type { PersonOfRegister, PlotOfRegister } from '../../../../features/actions/list_people.ts';
import { Tag } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguage, type Words } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Table } from '../../ui/table.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import { cardFieldTexts, personStateTexts } from '../../words/person-texts.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';

export const texts = {
  addHere: { en: 'Enter', ru: 'Вписать' },
  role: { en: 'Role', ru: 'Кем записан' },
  reached: { en: 'News come', ru: 'Новости доходят' },
  nobody: { en: 'Nobody is recorded', ru: 'Никто не записан' },
} as const satisfies Record<string, Text>;

export const wayTexts = {
  app: { en: 'in the app', ru: 'в приложении' },
  letter: { en: 'by e-mail', ru: 'письмом на почту' },
  paper: { en: 'on paper', ru: 'на бумаге' },
  nothing: { en: 'not at all', ru: 'никак' },
} as const satisfies Record<ReachWay, Text>;

/** A person without an account has a page of their own; a resident has the one with the membership. */
const personHref = (settlement: string, { personId, membershipId }: PersonOfRegister) =>
  membershipId
    ? fillPath(paths.resident, { settlement, resident: membershipId })
    : fillPath(paths.person, { settlement, person: personId as string });

type PlotCardProps = {
  readonly plot: PlotOfRegister;
  readonly settlement: string;
};

export function PlotCard({ plot, settlement }: PlotCardProps) {
  const language = useLanguage();
  const add = `${fillPath(paths.newPerson, { settlement })}?${new URLSearchParams({ plot: plot.number })}`;
  return (
    <Card
      heading={{
        id: `plot-${plot.id}`,
        title: `${plotText[language]} ${plot.number}`,
        link: { href: add, text: texts.addHere },
      }}
      flush
    >
      <p class="card-line small soft">
        {plot.people.length === 0 && `${texts.nobody[language]} · `}
        {texts.reached}: {wayTexts[plot.way]}
      </p>
      {plot.people.length > 0 && (
        <List>
          {plot.people.map((person) => (
            <Row
              key={person.membershipId ?? person.personId}
              person={person.name}
              title={person.name}
              line={[
                residentRoleTexts[person.role][language],
                ...person.phones.slice(0, 1).map(formatPhone),
              ].join(' · ')}
              age={
                <Tag tone={person.state === 'confirmed' ? 'green' : undefined}>
                  {personStateTexts[person.state]}
                </Tag>
              }
              href={personHref(settlement, person)}
            />
          ))}
        </List>
      )}
    </Card>
  );
}

type RegisterTableProps = {
  readonly caption: Words;
  readonly plots: readonly PlotOfRegister[];
  /** On the screen too. */
  readonly isShown: boolean;
};

/** On paper the register is a table: a line for each person, and one for each plot without any. */
export function RegisterTable({ caption, plots, isShown }: RegisterTableProps) {
  const language = useLanguage();
  const columns = [
    plotText,
    cardFieldTexts.name,
    texts.role,
    cardFieldTexts.phones,
    cardFieldTexts.emailKey,
    texts.reached,
  ];
  const rows = plots.flatMap(({ number, way, people: all }) =>
    (all.length > 0 ? all : [null]).map((person) => [
      number,
      person?.name,
      person && residentRoleTexts[person.role][language],
      person?.phones.map(formatPhone).join(', '),
      person?.accountEmail ?? person?.emailKey,
      wayTexts[way][language],
    ]),
  );
  return (
    <Table
      caption={caption}
      columns={columns.map((text) => ({ title: text }))}
      rows={rows}
      isPrintOnly={!isShown}
    />
  );
}
