import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { create_settlement } from '../../../../features/actions/create_settlement.ts';
import { list_regions } from '../../../../features/actions/list_regions.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import { definePage } from '../../page/page.ts';
import { guessCountry } from '../../server/guess-country.ts';
import { stripFieldPrefix } from '../../server/refusal-as-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { Form } from '../../ui/form.tsx';
import { RegisterEntryFields, readRegisterEntry } from '../../ui/register-entry-fields.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { villageMissingTexts } from '../../words/missing-field-texts.ts';
import { formatStep } from './setup-texts.ts';

export const texts = {
  title: labels.addVillage,
  first: { en: 'The first village', ru: 'Первый посёлок' },
  lead: {
    en: 'Name and place; plots, boundary and people come next.',
    ru: 'Название и где находится. Участки, граница и люди — следующие шаги.',
  },
  board: { en: 'I am on its board', ru: 'Я в правлении этого посёлка' },
  boardHint: {
    en: 'Somebody has to be: later you can add others and leave.',
    ru: 'Кто-то должен быть: потом можно принять других и выйти.',
  },
  save: { en: 'Create the village', ru: 'Создать посёлок' },
  saved: { en: 'The village is here. What is left:', ru: 'Посёлок создан. Что осталось:' },
} as const satisfies Record<string, Text>;

/** Step 6, and later the way to add further settlements. */
export const setupSettlementPage = definePage({
  path: paths.setupSettlement,
  access: 'moderator',
  texts,
  missing: villageMissingTexts,
  async load(_, { call, request, view }) {
    const [{ settlements }, regions] = await Promise.all([
      call(list_settlements, { limit: '1' }),
      call(list_regions, {}),
    ]);
    const country = guessCountry(request.headers['accept-language'], view.language);
    return { isFirst: settlements.length === 0, regions, country };
  },
  actions: {
    settlement: {
      path: paths.setupSettlement,
      async perform(_, { call, form, text }) {
        const isBoard = text('is_board') === 'true';
        const input = { entry: readRegisterEntry(form), is_board: isBoard };
        const { slug } = await stripFieldPrefix('entry', call(create_settlement, input));
        const to = fillPath(isBoard ? paths.boardStart : paths.boardMembers, { settlement: slug });
        return { to, notice: texts.saved };
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['guess-zone.js'] }),
  render: ({ isFirst, regions, country }, { language }) => (
    <Screen
      title={isFirst ? texts.first : texts.title}
      {...(isFirst
        ? { line: formatStep(6, language) }
        : { parent: { href: paths.platform, text: labels.platform } })}
    >
      <p class="lead-line">{texts.lead}</p>
      <Card>
        <Form id="settlement" action={paths.setupSettlement}>
          <RegisterEntryFields regions={regions} country={country} />
          <CheckField name="is_board" label={texts.board} hint={texts.boardHint} checked={isFirst} />
          <Button>{texts.save}</Button>
        </Form>
      </Card>
    </Screen>
  ),
});
