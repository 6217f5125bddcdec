import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatCount, formatPlotArea, plotNoun } from '../../words/shared-texts.ts';
import type { BoundaryData } from './boundary-data.ts';

export const texts = {
  plots: labels.plots,
  find: { en: 'Plot or cadastral number', ru: 'Номер участка или кадастровый' },
  findButton: { en: 'Find in the table', ru: 'Найти в таблице' },
  take: { en: 'add', ru: 'добавить' },
  leave: { en: 'remove', ru: 'убрать' },
  inside: { en: 'in the village', ru: 'в посёлке' },
  outside: { en: 'outside', ru: 'за границей' },
  plot: labels.plot,
  hidden: {
    en: 'more are not shown: find them by number or tick them on the map.',
    ru: 'ещё не показаны: найдите по номеру или отметьте на карте.',
  },
  history: labels.history,
  now: { en: 'in force', ru: 'действует' },
  operator: { en: 'the operator', ru: 'администратор' },
  compare: { en: 'Go back to it…', ru: 'Вернуть эту…' },
  took: { en: 'added', ru: 'добавлено' },
  let: { en: 'removed', ru: 'убрано' },
} as const satisfies Record<string, Text>;

/** The submitted checkboxes: `include` for plots outside, `exclude` for own ones. */
export function PlotTable({ data: { rows, hidden, choice, q } }: { data: BoundaryData }) {
  const language = useLanguage();
  return (
    <fieldset class="tick-list">
      <legend class="label">{texts.plots}</legend>
      <div class="field-row">
        <TextField name="q" label={texts.find} value={q} optional="unsaid" maxLength={60} />
        <Button kind="quiet" name="look" value="find" icon="search">
          {texts.findButton}
        </Button>
      </div>
      <input type="hidden" name="ring" value={choice.ring ? JSON.stringify(choice.ring) : ''} />
      <ul class="tick-rows">
        {rows.map(({ id, number, cadastralNumber, areaM2, isOwn }) => (
          <li key={id}>
            <label class="check">
              <input
                type="checkbox"
                name={isOwn ? 'exclude' : 'include'}
                value={id}
                checked={(isOwn ? choice.exclude : choice.include).has(id)}
              />
              <span>
                <b>{`${(isOwn ? texts.leave : texts.take)[language]}: ${texts.plot[language].toLocaleLowerCase(language)} ${number}`}</b>{' '}
                <span class="hint">
                  {[
                    (isOwn ? texts.inside : texts.outside)[language],
                    cadastralNumber !== number && cadastralNumber,
                    areaM2 !== null && formatPlotArea(areaM2, language),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p class="soft">
          {formatCount(language, hidden, plotNoun)} {texts.hidden}
        </p>
      )}
    </fieldset>
  );
}

/** Applied boundaries; comparing one previews what restoring it would change. */
export function BoundaryHistory({ data: { settlement, clock } }: { data: BoundaryData }) {
  const language = useLanguage();
  const entries = settlement.boundary_history ?? [];
  if (entries.length === 0) return null;
  return (
    <ListCard heading={{ id: 'history', title: texts.history }}>
      {entries.map((entry) => (
        <Row
          key={entry.id}
          icon="history"
          title={formatRelativeTime(entry.applied_at, clock)}
          line={[
            entry.applied_by ?? texts.operator[language],
            `${texts.took[language]} ${entry.linked}`,
            `${texts.let[language]} ${entry.unlinked}`,
            entry.standing && texts.now[language],
          ]
            .filter(Boolean)
            .join(' · ')}
          action={
            !entry.standing ? (
              <Form
                id={`back-${entry.id}`}
                action={fillPath(paths.boundary, { settlement: settlement.slug })}
                hidden={{ restore: entry.id }}
                enhance="outcome"
              >
                <Button kind="quiet" compact icon="undo" about={formatRelativeTime(entry.applied_at, clock)}>
                  {texts.compare}
                </Button>
              </Form>
            ) : undefined
          }
        />
      ))}
    </ListCard>
  );
}
