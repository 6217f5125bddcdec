import type { Text } from '../../../../base/i18n/text.ts';
import type { LineOutcome, ResidentImportPlan } from '../../../../domain/rules/resident-list.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';

export const texts = {
  what: { en: 'What will be done', ru: 'Что будет сделано' },
  added: { en: 'New on the list', ru: 'Новых в списке' },
  changed: { en: 'Changed name or role', ru: 'Сменят имя или роль' },
  same: { en: 'As they stand already', ru: 'Уже есть, без изменений' },
  repeated: { en: 'Repeated further down', ru: 'Повторяются ниже' },
  refused: { en: 'Cannot be taken in', ru: 'Не подходят' },
  claims: { en: 'Recorded at once', ru: 'Запишутся сразу' },
  claimsWhy: {
    en: 'Their claims wait and agree with the list. They are told.',
    ru: 'Их заявки ждут и совпадают со списком. Им сообщим.',
  },
  refusedWhy: { en: 'Put these lines right', ru: 'Исправьте эти строки' },
  lines: { en: 'Line by line', ru: 'По строкам' },
  line: { en: 'line', ru: 'строка' },
  more: { en: 'And further lines:', ru: 'И ещё строк:' },
  nobodyOff: { en: 'Nobody is taken off the list.', ru: 'Из списка никто не убирается.' },
  nothing: { en: 'There is nothing to take in', ru: 'Вносить нечего' },
  nothingWhy: {
    en: 'Everything that fits is on the list already.',
    ru: 'Всё, что подходит, уже есть в списке.',
  },
  moved: { en: 'The register has changed meanwhile', ru: 'Пока вы смотрели, реестр изменился' },
  movedWhy: {
    en: 'Nothing was taken in. This is how it looks now.',
    ru: 'Ничего не внесено. Вот как это выглядит теперь.',
  },
  apply: { en: 'Take in', ru: 'Внести' },
  other: { en: 'Another list', ru: 'Другой список' },
} as const satisfies Record<string, Text>;

/** Rows shown at most; the counts are of all. */
const maxRows = 200;

const outcomeTexts: Readonly<Record<LineOutcome, Text>> = {
  added: { en: 'new', ru: 'новая' },
  changed: { en: 'changed', ru: 'изменится' },
  same: { en: 'as it stands', ru: 'без изменений' },
  repeated: { en: 'repeated below', ru: 'повторяется ниже' },
  refused: { en: 'refused', ru: 'не подходит' },
};

type ReportProps = {
  readonly plan: ResidentImportPlan;
  readonly isStale: boolean;
  readonly action: string;
  readonly again: string;
  readonly hidden: Readonly<Record<string, string>>;
};

/** Result of a dry run, line by line, with the button that applies it. */
export function ImportReport({ plan, isStale, action, again, hidden }: ReportProps) {
  const language = useLanguage();
  const count = (outcome: LineOutcome) => plan.lines.filter((line) => line.outcome === outcome).length;
  const refused = plan.lines.filter(({ outcome }) => outcome === 'refused');
  const hasWork = plan.entries.length + plan.claims.length > 0;
  const facts = (['added', 'changed', 'same', 'repeated', 'refused'] as const).filter(
    (outcome) => outcome === 'added' || count(outcome) > 0,
  );
  return (
    <div class="stack">
      {isStale && (
        <Notice tone="warn" title={texts.moved[language]}>
          {texts.movedWhy[language]}
        </Notice>
      )}
      <Card heading={{ id: 'what', title: texts.what[language] }}>
        <FactList facts={facts.map((outcome) => [texts[outcome][language], count(outcome)] as const)} />
        <p class="small soft gap-top">{texts.nobodyOff[language]}</p>
      </Card>
      {plan.claims.length > 0 && (
        <Card heading={{ id: 'claims', title: `${texts.claims[language]}: ${plan.claims.length}` }} flush>
          <p class="card-line soft small">{texts.claimsWhy[language]}</p>
          <List>
            {plan.claims.slice(0, maxRows).map(({ id, name, plotNumber, role }) => (
              <Row
                key={id}
                person={name}
                title={name}
                line={`${plotText[language]} ${plotNumber} · ${residentRoleTexts[role][language]}`}
              />
            ))}
          </List>
        </Card>
      )}
      {refused.length > 0 && (
        <ImportLines
          id="refused"
          title={`${texts.refusedWhy[language]}: ${refused.length}`}
          lines={refused}
        />
      )}
      <ImportLines
        id="lines"
        title={texts.lines[language]}
        lines={plan.lines.filter(({ outcome }) => outcome !== 'refused')}
      />
      {hasWork ? (
        <Form id="apply" action={action} hidden={hidden} multipart>
          <ActionBar>
            <Button>{texts.apply[language]}</Button>
            <LinkButton href={again} kind="quiet">
              {texts.other[language]}
            </LinkButton>
          </ActionBar>
        </Form>
      ) : (
        <Notice
          tone="plain"
          title={texts.nothing[language]}
          link={{ href: again, text: texts.other[language] }}
        >
          {texts.nothingWhy[language]}
        </Notice>
      )}
    </div>
  );
}

function ImportLines({
  id,
  title,
  lines,
}: {
  id: string;
  title: string;
  lines: ResidentImportPlan['lines'];
}) {
  const language = useLanguage();
  if (lines.length === 0) return null;
  return (
    <Card heading={{ id, title }} flush>
      <List>
        {lines.slice(0, maxRows).map(({ line, plot, name, emailKey, role, outcome, reason }) => (
          <Row
            key={line}
            icon={reason ? 'alert' : 'check'}
            {...(reason && { tone: 'warn' as const })}
            title={[`${plotText[language]} ${plot || '—'}`, name || emailKey || '—'].join(' · ')}
            line={[
              `${texts.line[language]} ${line}`,
              reason ? reason[language] : outcomeTexts[outcome][language],
              ...(role ? [residentRoleTexts[role][language]] : []),
              ...(name ? [emailKey] : []),
            ].join(' · ')}
          />
        ))}
      </List>
      {lines.length > maxRows && (
        <p class="card-line soft">
          {texts.more[language]} {lines.length - maxRows}
        </p>
      )}
    </Card>
  );
}
