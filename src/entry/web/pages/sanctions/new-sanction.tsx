import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { maxSilenceDays, sanctionKinds } from '../../../../domain/rules/sanctions.ts';
import { impose_sanction } from '../../../../features/actions/impose_sanction.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import { check, choice, pickTexts, reason } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { sanctionKindTexts } from '../../words/sanction-texts.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export const texts = {
  title: { en: 'Decide about the person', ru: 'Решить о человеке' },
  kind: labels.whatToDo,
  warning: {
    en: 'The person will read the reason. Nothing else changes.',
    ru: 'Человек прочтёт причину. Больше ничего не изменится.',
  },
  silence: {
    en: 'Can read, download their data and leave, but cannot write to anybody. Ends by itself.',
    ru: 'Читать, скачать свои данные и уйти можно, писать нельзя никому. Кончится само.',
  },
  exclusion: {
    en: 'Plots and claims here end, and no new claim is accepted until this is lifted.',
    ru: 'Участки и заявки здесь снимаются, новых не примем, пока решение не отменят.',
  },
  days: { en: 'For how long', ru: 'На сколько' },
  daysHint: { en: 'Where the person is stopped from writing.', ru: 'Если запрещаем писать.' },
  everywhere: {
    en: 'On the whole site, not in this village alone',
    ru: 'На всём сайте, а не только в посёлке',
  },
  why: labels.why,
  told: {
    en: 'The person is told at once: what, why, until when and where to appeal; not which of you decided, nor who complained. A moderator decides about an appeal.',
    ru: 'Человеку сразу сообщим: что, почему, до какого дня и где обжаловать. Кто из вас решил и кто пожаловался, он не узнает. Обжалование рассмотрит модератор.',
  },
  send: { en: 'Confirm this decision', ru: 'Так и решить' },
  done: { en: 'Decided. The person has been told.', ru: 'Решили. Человеку сообщили.' },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'Threats.', ru: 'Угрозы.' },
  { en: 'Insults and rudeness.', ru: 'Оскорбления и грубость.' },
  { en: 'Advertising after a warning.', ru: 'Реклама после предупреждения.' },
  { en: 'Fraud.', ru: 'Обман.' },
] as const satisfies readonly Text[];

const dayNoun: CountedNoun = {
  en: { one: 'day', other: 'days' },
  ru: { one: 'день', few: 'дня', many: 'дней' },
};
const offeredDays = [1, 3, 7, 14, 30, 90] as const;
const textOfDays = (days: number): Text => ({
  en: formatCount('en', days, dayNoun),
  ru: formatCount('ru', days, dayNoun),
});

const impose = form(impose_sanction, {
  path: paths.newSanction,
  fields: {
    kind: choice(texts.kind, pickTexts(sanctionKindTexts, sanctionKinds), {
      as: 'cards',
      hints: { warning: texts.warning, silence: texts.silence, exclusion: texts.exclusion },
    }),
    everywhere: check(texts.everywhere),
    reason: reason(texts.why, reasons, { open: true }),
  },
  given: (_, { text }) => ({ days: Number(text('days')) || null }),
  done({ id }, _names, { dependencies }) {
    // At once here; other instances are told by the database.
    dependencies.bearer.invalidateAll();
    return { to: fillPath(paths.sanction, { sanction: id }), notice: texts.done };
  },
});

async function loadReport({ report }: { report: string }, pageRequest: PageRequest) {
  if (!isId(report)) refuse.notFound('task');
  const [{ data: task }, clock] = await Promise.all([
    pageRequest.call(show_task, { task: report }),
    loadClock(pageRequest),
  ]);
  const thing = task.report?.thing;
  // Only for who decides it: to the reporter nothing of it is shown.
  if (!thing) return refuse.notFound('task');
  return { task, thing, clock };
}

export const newSanctionPage = definePage({
  path: paths.newSanction,
  access: 'signed-in',
  texts,
  missing: {
    reason: { en: 'Say why: the person will read it.', ru: 'Напишите почему: человек это прочтёт.' },
  },
  offline: false,
  load: loadReport,
  actions: { impose },
  head: () => ({ width: 'narrow', scripts: ['reason.js'] }),
  render({ task, thing }) {
    const isBoard = task.addressee === 'board';
    const isInSettlement = task.settlement_id !== null;
    const most = maxSilenceDays[isBoard ? 'board' : 'platform'];
    return (
      <Screen
        title={texts.title}
        line={thing.author}
        parent={{ href: fillPath(paths.task, { task: task.id }), text: labels.report }}
      >
        <Card>
          <p class="quote-line">{thing.body}</p>
        </Card>
        <Card>
          <impose.Form at={{ report: task.id }} values={{ kind: 'warning' }}>
            <impose.kind
              choices={sanctionKinds
                .filter((kind) => kind !== 'exclusion' || isInSettlement)
                .map((value) => ({ value, label: sanctionKindTexts[value], hint: texts[value] }))}
            />
            <ChoiceChips
              name="days"
              label={texts.days}
              hint={texts.daysHint}
              value="3"
              choices={offeredDays
                .filter((days) => days <= most)
                .map((days) => ({ value: String(days), label: textOfDays(days) }))}
            />
            {!isBoard && isInSettlement && <impose.everywhere />}
            <impose.reason>
              <p class="small soft">{texts.told}</p>
              <Button kind="danger">{texts.send}</Button>
            </impose.reason>
          </impose.Form>
        </Card>
      </Screen>
    );
  },
});
