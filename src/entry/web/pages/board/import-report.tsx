import type { ComponentChildren } from 'preact';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { LineOutcome, PeopleImportPlan, PlannedLine } from '../../../../domain/rules/people-import.ts';
import { import_residents } from '../../../../features/actions/import_residents.ts';
import { formatCsv, nameColumns } from '../../../../features/land-import/people-columns.ts';
import { form } from '../../page/form.tsx';
import { Rerender } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { useLanguage, type Words } from '../../ui/language-context.ts';
import { FactList, List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import { cardFieldTexts, formatCardValue } from '../../words/person-texts.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';

export const texts = {
  what: { en: 'What will be done', ru: 'Что будет сделано' },
  added: { en: 'New in the register', ru: 'Новых в реестре' },
  changed: { en: 'Will change', ru: 'Изменятся' },
  same: { en: 'As they are now', ru: 'Уже есть, без изменений' },
  repeated: { en: 'Repeated further down', ru: 'Повторяются ниже' },
  refused: { en: 'Cannot be imported', ru: 'Не подходят' },
  joining: { en: 'Confirmed at once', ru: 'Подтвердятся сразу' },
  joiningWhy: {
    en: 'Their claims wait, and the list has their address. They are told.',
    ru: 'Их заявки ждут, а почта есть в списке. Им сообщим.',
  },
  waiting: { en: 'Left for you to decide', ru: 'Останутся вам на решение' },
  waitingWhy: {
    en: 'The list has their address, but the plot already has an owner who uses the site.',
    ru: 'Почта есть в списке, но у участка уже есть собственник, который здесь бывает.',
  },
  unknownColumns: { en: 'These columns are not read', ru: 'Эти столбцы не читаем' },
  secondOwners: { en: 'Another owner will be added', ru: 'Добавится ещё один собственник' },
  secondOwnersWhy: {
    en: 'The plot has an owner already. If it was sold, remove the former owner from the register; if they share it, this is right.',
    ru: 'У участка уже есть собственник. Если участок продан, снимите прежнего с учёта; если владеют вместе, всё верно.',
  },
  otherOwners: { en: 'now', ru: 'сейчас' },
  refusedWhy: { en: 'Correct these lines', ru: 'Исправьте эти строки' },
  refusedHint: {
    en: 'The others can be imported without them.',
    ru: 'Остальные можно внести и без них.',
  },
  takeBad: { en: 'Download these lines (CSV)', ru: 'Скачать эти строки (CSV)' },
  reason: { en: 'what is wrong', ru: 'что не так' },
  lines: { en: 'Line by line', ru: 'По строкам' },
  line: { en: 'line', ru: 'строка' },
  more: { en: 'And more lines:', ru: 'И ещё строк:' },
  nobodyOff: {
    en: 'Nobody is removed from the register, and an empty cell changes nothing.',
    ru: 'Из реестра никто не убирается, а пустая ячейка ничего не меняет.',
  },
  nothing: { en: 'There is nothing to import', ru: 'Вносить нечего' },
  nothingWhy: {
    en: 'Everything that fits is in the register already.',
    ru: 'Всё, что подходит, уже есть в реестре.',
  },
  moved: { en: 'The register has changed in the meantime', ru: 'Пока вы смотрели, реестр изменился' },
  movedWhy: {
    en: 'Nothing was imported. This is how it looks now.',
    ru: 'Ничего не внесено. Вот как это выглядит теперь.',
  },
  apply: { en: 'Import', ru: 'Внести' },
  other: { en: 'Another list', ru: 'Другой список' },
} as const satisfies Record<string, Text>;

/** Rows shown at most; the counts are of all. */
const maxRows = 200;

const outcomeTexts: Readonly<Record<LineOutcome, Text>> = {
  added: { en: 'new', ru: 'новая' },
  changed: { en: 'changed', ru: 'изменится' },
  same: { en: 'unchanged', ru: 'без изменений' },
  repeated: { en: 'repeated below', ru: 'повторяется ниже' },
  refused: { en: 'refused', ru: 'не подходит' },
};

/** Result of a dry run, with the list it was made from. */
export interface DryRun {
  readonly csv: string;
  readonly mark: string;
  readonly plan: PeopleImportPlan;
  readonly unknownColumns: readonly string[];
  /** The register changed between the dry run and applying. */
  readonly isStale: boolean;
}

export const apply = form(import_residents, {
  path: paths.applyResidents,
  uploads: 'file',
  hidden: ['csv'],
  given: (_, { text }) => ({ tried: text('mark') }),
  done({ csv, plan, mark, unknownColumns, applied }, { settlement }) {
    if (applied === null)
      return new Rerender({ csv, plan, mark, unknownColumns, isStale: true } satisfies DryRun);
    const { listed, confirmed } = applied;
    return {
      to: fillPath(paths.people, { settlement }),
      notice: {
        en: `Imported: ${listed}. Claims confirmed: ${confirmed}.`,
        ru: `Внесено: ${listed}. Подтверждено заявок: ${confirmed}.`,
      },
    };
  },
});

type ReportProps = { readonly trial: DryRun; readonly address: { readonly settlement: string } };

/** Result of a dry run, line by line, with the button that applies it. */
export function ImportReport({ trial, address }: ReportProps) {
  const { csv, mark, plan, unknownColumns, isStale } = trial;
  const again = fillPath(paths.importResidents, address);
  const language = useLanguage();
  const count = (outcome: LineOutcome) => plan.lines.filter((line) => line.outcome === outcome).length;
  const refused = plan.lines.filter(({ outcome }) => outcome === 'refused');
  const secondOwners = plan.lines.filter(({ otherOwners }) => otherOwners !== undefined);
  const hasWork = plan.people.length > 0 || plan.claims.some(({ outcome }) => outcome === 'join');
  const facts = (['added', 'changed', 'same', 'repeated', 'refused'] as const).filter(
    (outcome) => outcome === 'added' || count(outcome) > 0,
  );
  return (
    <div class="stack">
      {isStale && (
        <Notice tone="warn" title={texts.moved}>
          {texts.movedWhy}
        </Notice>
      )}
      <Card heading={{ id: 'what', title: texts.what }}>
        <FactList facts={facts.map((outcome) => [texts[outcome], count(outcome)] as const)} />
        <p class="small soft gap-top">{texts.nobodyOff}</p>
      </Card>
      {unknownColumns.length > 0 && (
        <Notice tone="warn" title={texts.unknownColumns}>
          {unknownColumns.map((column) => `«${column}»`).join(', ')}
        </Notice>
      )}
      {secondOwners.length > 0 && (
        <ImportLines
          id="owners"
          title={`${texts.secondOwners[language]}: ${secondOwners.length}`}
          lines={secondOwners}
        >
          <p class="card-line soft small">{texts.secondOwnersWhy}</p>
        </ImportLines>
      )}
      <Claims id="joining" claims={plan.claims.filter(({ outcome }) => outcome === 'join')} />
      <Claims id="waiting" claims={plan.claims.filter(({ outcome }) => outcome === 'wait')} />
      {refused.length > 0 && (
        <ImportLines id="refused" title={`${texts.refusedWhy[language]}: ${refused.length}`} lines={refused}>
          <p class="card-line">
            {texts.refusedHint}{' '}
            <a href={formatBadLines(refused, language)} download="people-to-mend.csv">
              {texts.takeBad}
            </a>
          </p>
        </ImportLines>
      )}
      <ImportLines
        id="lines"
        title={texts.lines}
        lines={plan.lines.filter(({ outcome }) => outcome !== 'refused')}
      />
      {hasWork ? (
        <apply.Form at={address} hidden={{ csv, mark }}>
          <ActionBar>
            <Button>{texts.apply}</Button>
            <LinkButton href={again} kind="quiet">
              {texts.other}
            </LinkButton>
          </ActionBar>
        </apply.Form>
      ) : (
        <Notice tone="plain" title={texts.nothing} link={{ href: again, text: texts.other }}>
          {texts.nothingWhy}
        </Notice>
      )}
    </div>
  );
}

function Claims({ id, claims }: { id: 'joining' | 'waiting'; claims: PeopleImportPlan['claims'] }) {
  const language = useLanguage();
  if (claims.length === 0) return null;
  return (
    <Card heading={{ id, title: `${texts[id][language]}: ${claims.length}` }} flush>
      <p class="card-line soft small">{texts[`${id}Why`]}</p>
      <List>
        {claims.slice(0, maxRows).map(({ id: claim, name, plotNumber, role }) => (
          <Row
            key={claim}
            person={name}
            title={name}
            line={`${plotText[language]} ${plotNumber} · ${residentRoleTexts[role][language]}`}
          />
        ))}
      </List>
    </Card>
  );
}

/** The lines as they were written, with the reason, as a file to mend. */
function formatBadLines(lines: readonly PlannedLine[], language: Language): string {
  const header = [...nameColumns(language), texts.reason[language]];
  const csv = formatCsv(
    [header, ...lines.map(({ cells, reason }) => [...cells, reason?.[language] ?? ''])],
    language,
  );
  return `data:text/csv;charset=utf-8;base64,${Buffer.from(csv).toString('base64')}`;
}

type ImportLinesProps = {
  readonly id: string;
  readonly title: Words;
  readonly lines: readonly PlannedLine[];
  readonly children?: ComponentChildren;
};

function ImportLines({ id, title, lines, children }: ImportLinesProps) {
  const language = useLanguage();
  if (lines.length === 0) return null;
  return (
    <Card heading={{ id, title }} flush>
      {children}
      <List>
        {lines.slice(0, maxRows).map((line) => (
          <Row
            key={line.line}
            icon={line.reason ? 'alert' : 'check'}
            tone={line.reason ? 'warn' : undefined}
            title={[`${plotText[language]} ${line.plot || '—'}`, line.name || line.emailKey || '—'].join(
              ' · ',
            )}
            line={[`${texts.line[language]} ${line.line}`, ...describeLine(line, language)].join(' · ')}
          />
        ))}
      </List>
      {lines.length > maxRows && (
        <p class="card-line soft">
          {texts.more} {lines.length - maxRows}
        </p>
      )}
    </Card>
  );
}

function describeLine(line: PlannedLine, language: Language): string[] {
  if (line.reason) return [line.reason[language]];
  const changes = (line.changes ?? []).map(({ field, from, to }) => {
    const [before, after] = [formatCardValue(field, from, language), formatCardValue(field, to, language)];
    return `${cardFieldTexts[field][language]}: ${before || '—'} → ${after || '—'}`;
  });
  const details = line.outcome === 'added' ? [line.emailKey, ...line.phones.map(formatPhone)] : changes;
  const owners = line.otherOwners ? [`${texts.otherOwners[language]}: ${line.otherOwners.join(', ')}`] : [];
  return [outcomeTexts[line.outcome][language], ...owners, ...details].filter(Boolean);
}
