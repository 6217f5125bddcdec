import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { plotKinds } from '../../../../domain/rules/plot-kinds.ts';
import { add_plots } from '../../../../features/actions/add_plots.ts';
import { choice, line, paragraph, pickTexts } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { plotKindTexts } from '../../words/plot-kind-texts.ts';
import { formatCount, plotNoun } from '../../words/shared-texts.ts';
import { loadBoardSettlement } from './board-settlement.ts';
import { texts as registerTexts } from './people.tsx';

export const texts = {
  title: { en: 'Add plots', ru: 'Добавить участки' },
  line: {
    en: 'A number is enough. Outlines and cadastral numbers can be added later from a file.',
    ru: 'Достаточно номера. Контуры и кадастровые номера можно добавить потом из файла.',
  },
  numbers: { en: 'Numbers', ru: 'Номера' },
  numbersHint: { en: 'For example: 1–120, 12а, 14/1', ru: 'Например: 1–120, 12а, 14/1' },
  missing: { en: 'Write at least one plot number.', ru: 'Напишите хотя бы один номер участка.' },
  street: { en: 'Street, if they share one', ru: 'Улица, если она у них одна' },
  kind: { en: 'What they are for', ru: 'Какие это участки' },
  kindHint: {
    en: 'Only residential plots count as households and get emails and letters.',
    ru: 'Дворами считаются и письма получают только жилые.',
  },
  add: labels.add,
  fromFile: labels.plotsFromFile,
} as const satisfies Record<string, Text>;

/** Says also how many of the named plots were there before. */
const describeAdded = (added: number, present: number): Text => {
  const count = (language: Language, plots: number) => formatCount(language, plots, plotNoun);
  return {
    en: `Added: ${count('en', added)}.${present > 0 ? ` Already there and left as they were: ${count('en', present)}.` : ''}`,
    ru: `Добавили: ${count('ru', added)}.${present > 0 ? ` Уже были и не изменились: ${count('ru', present)}.` : ''}`,
  };
};

const add = form(add_plots, {
  path: paths.newPlots,
  fields: {
    numbers: paragraph(texts.numbers, { hint: texts.numbersHint, rows: 3 }),
    address: line(texts.street, { maxLength: 200 }),
    kind: choice(texts.kind, pickTexts(plotKindTexts, plotKinds), { hint: texts.kindHint }),
  },
  done: ({ added, present }, { settlement }) => ({
    to: fillPath(paths.people, { settlement }),
    notice: describeAdded(added, present),
  }),
});

export const newPlotsPage = definePage({
  path: paths.newPlots,
  access: 'signed-in',
  texts,
  missing: { numbers: texts.missing },
  offline: false,
  load: ({ settlement }, pageRequest) => loadBoardSettlement(settlement, pageRequest),
  actions: { add },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement }) => {
    const at = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.people, at), text: registerTexts.title }}
        action={
          <LinkButton href={fillPath(paths.landImports, at)} kind="quiet" icon="plot">
            {texts.fromFile}
          </LinkButton>
        }
      >
        <Card>
          <add.Form at={at} values={{ kind: 'dwelling' }}>
            <add.numbers />
            <add.address />
            <add.kind />
            <Button icon="plus">{texts.add}</Button>
          </add.Form>
        </Card>
      </Screen>
    );
  },
});
