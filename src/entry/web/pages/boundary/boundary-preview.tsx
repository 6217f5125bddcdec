import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { fromWire } from '../../../../engines/geometry/rings/points.ts';
import { set_settlement_boundary } from '../../../../features/operations/settlement/set_settlement_boundary.ts';
import { form } from '../../page/form.tsx';
import {
  ProposingNotice,
  proposeInstead,
  proposingField,
  texts as proposingTexts,
} from '../../page/proposing.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { maxDrawnPlots, Plan } from '../../ui/plan.tsx';
import { type CountedNoun, formatCount, formatPlotArea, plotNoun } from '../../words/shared-texts.ts';
import { type BoundaryData, currentPlotsText, serializeSelection } from './boundary-data.ts';

export const texts = {
  title: { en: 'What would change', ru: 'Что изменится' },
  comes: { en: 'added', ru: 'войдут' },
  leaves: { en: 'removed', ru: 'выйдут' },
  stays: { en: 'stay', ru: 'останутся' },
  lost: {
    en: 'The new line leaves out {area} that lie inside the boundary now: streets and common land beside the plots, too. Look at the plan. To keep them, tick “Keep the line as it is” above and look again.',
    ru: 'Новая черта отрежет {area}, которые сейчас в границе: улицы и общую землю у участков тоже. Посмотрите на план. Чтобы они остались, отметьте выше «Линию не менять» и посмотрите ещё раз.',
  },
  staysWhy: {
    en: 'Outside the new line, but kept: {plots}. Somebody is recorded there, or entries, photographs or devices belong there.',
    ru: 'За новой чертой, но останется в посёлке: {plots}. Там кто-то записан либо есть записи, фотографии, устройства.',
  },
  nothing: { en: 'No plot would be added or removed.', ru: 'Ни один участок не войдёт и не выйдет.' },
  plan: { en: 'The boundary now and the new one', ru: 'Граница сейчас и новая' },
  taken: { en: 'These numbers are taken', ru: 'Такие номера уже есть' },
  becomes: { en: 'becomes', ru: 'станет' },
  rename: { en: 'Give them the new numbers', ru: 'Дать новые номера' },
  renameHint: {
    en: 'Otherwise untick these plots and look again.',
    ru: 'Если нет\u00a0— снимите с них отметки и посмотрите ещё раз.',
  },
  falls: {
    en: 'These would leave the village: {plots}. They may have been added after this boundary.',
    ru: 'Из посёлка выйдут: {plots}. Возможно, их добавили уже после этой границы.',
  },
  letFall: { en: 'Let these plots leave the village', ru: 'Пусть эти участки выйдут из посёлка' },
  letFallHint: {
    en: 'Otherwise draw a boundary around them instead.',
    ru: 'Если нет\u00a0— начертите границу вместе с ними.',
  },
  sayFall: {
    en: 'Plots would leave the village. Tick the box to confirm.',
    ru: 'Часть участков выйдет из посёлка. Отметьте, что так и надо.',
  },
  apply: { en: 'Apply', ru: 'Применить' },
  back: { en: 'Go back to this boundary', ru: 'Вернуть эту границу' },
  applied: {
    en: 'The boundary is applied. All boundaries are in the history below, and you can go back to any.',
    ru: 'Граница применена. Все границы\u00a0— в истории ниже, к любой можно вернуться.',
  },
  after: {
    en: 'Afterwards you can go back to the previous boundary.',
    ru: 'После применения можно будет вернуть прежнюю границу.',
  },
} as const satisfies Record<string, Text>;

const numbers: CountedNoun = {
  en: { one: 'number', other: 'numbers' },
  ru: { one: 'номер', few: 'номера', many: 'номеров' },
};

export const apply = form(set_settlement_boundary, {
  path: paths.applyBoundary,
  given: (_, { text }) => {
    if (text('asks_to_leave') === 'true' && text('let_leave') !== 'true')
      refuse.invalid('let_leave', texts.sayFall);
    return { preview: text('preview'), on_clash: text('rename') === 'true' ? 'rename' : 'refuse' };
  },
  instead: proposeInstead('boundary'),
  done: (_, at) => ({ to: fillPath(paths.boundary, at), notice: texts.applied }),
});

/** Less is the rounding of coordinates. */
const isLossTold = (lost: number | null): lost is number => lost !== null && lost >= 10;

/** Preview of the new boundary, with the button that applies it. */
export function BoundaryPreview({ data }: { data: BoundaryData }) {
  const language = useLanguage();
  const { found, settlement, land, own, choice } = data;
  if (!found) return <div data-region="outcome" />;
  const { preview } = found;
  const ring = fromWire(preview.data.ring);
  const nothing: ReadonlySet<string> = new Set();
  // Ticks are a choice already; a former boundary knows nothing of plots that came later.
  const isLeaveAsked = found.isReturn && preview.unlinked > 0;
  const moves = found.isReturn
    ? { coming: nothing, leaving: nothing }
    : { coming: choice.include, leaving: choice.exclude };
  return (
    <div data-region="outcome" data-ring={JSON.stringify(ring)} class="stack">
      {land && (
        <div data-scroll>
          <Card heading={{ id: 'outcome', title: texts.title }}>
            <div class="stack">
              <dl class="tally">
                {(
                  [
                    [texts.comes, preview.linked],
                    [texts.leaves, preview.unlinked],
                    [texts.stays, preview.staying],
                  ] as const
                ).map(([name, count]) => (
                  <div key={name.en}>
                    <dt>{name}</dt>
                    <dd>{formatNumber(count, language)}</dd>
                  </div>
                ))}
              </dl>
              {preview.linked + preview.unlinked === 0 && <p class="soft">{texts.nothing}</p>}
              {isLossTold(preview.lost_m2) && (
                <Notice tone="warn">
                  {texts.lost[language].replace('{area}', formatPlotArea(preview.lost_m2, language))}
                </Notice>
              )}
              {preview.kept > 0 && (
                <p class="soft">
                  {texts.staysWhy[language].replace('{plots}', formatCount(language, preview.kept, plotNoun))}
                </p>
              )}
              <Plan
                id="difference"
                title={texts.plan}
                land={land}
                next={ring}
                boundaryChange={moves}
                // Above this count plots are drawn in blocks; listing all of them would be most of the page.
                own={land.plots.length > maxDrawnPlots ? [] : own}
                ownText={currentPlotsText[language]}
              />
              <apply.Form
                at={{ settlement: settlement.slug }}
                hidden={{
                  preview: preview.preview,
                  ...proposingField(data.isSecondNeeded),
                  ...(isLeaveAsked && { asks_to_leave: 'true' }),
                  ...serializeSelection(choice, data.restore),
                }}
              >
                {isLeaveAsked && (
                  <>
                    <Notice tone="warn">
                      {texts.falls[language].replace(
                        '{plots}',
                        formatCount(language, preview.unlinked, plotNoun),
                      )}
                    </Notice>
                    <CheckField name="let_leave" label={texts.letFall} hint={texts.letFallHint} />
                  </>
                )}
                {preview.clashing.length > 0 && (
                  <>
                    <Notice
                      tone="warn"
                      title={`${texts.taken[language]}: ${formatCount(language, preview.clashing.length, numbers)}`}
                    >
                      {preview.clashing
                        .slice(0, 20)
                        .map(
                          ({ number, renamed_to }) =>
                            `${number}\u00a0${texts.becomes[language]}\u00a0${renamed_to}`,
                        )
                        .join('; ')}
                    </Notice>
                    <CheckField name="rename" label={texts.rename} hint={texts.renameHint} />
                  </>
                )}
                <p class="soft">{texts.after}</p>
                {data.isSecondNeeded && <ProposingNotice />}
                <Button icon="check">
                  {data.isSecondNeeded ? proposingTexts.propose : found.isReturn ? texts.back : texts.apply}
                </Button>
              </apply.Form>
            </div>
          </Card>
        </div>
      )}
    </div>
  );
}
