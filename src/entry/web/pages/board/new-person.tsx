import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { maxNameLength } from '../../../../domain/rules/recorded-people.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { loadBoardSettlement } from './board-settlement.ts';
import { CardFields, cardFields, fillCard, missing } from './person-form.tsx';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: { en: 'Add a person', ru: 'Вписать человека' },
  line: {
    en: 'A name and a plot are enough: no email or account is needed.',
    ru: 'Достаточно имени и участка: ни почты, ни регистрации не нужно.',
  },
  plot: labels.plotNumber,
  enter: { en: 'Add', ru: 'Вписать' },
  entered: { en: 'Added to the register.', ru: 'Вписали в реестр.' },
} as const satisfies Record<string, Text>;

const enter = form(save_person, {
  path: paths.newPerson,
  fields: { parcel: line(texts.plot, { maxLength: 40, required: true }), ...cardFields },
  hidden: ['seen_updated_at'],
  done: ({ person, resident }, { settlement }) => ({
    to: resident
      ? fillPath(paths.resident, { settlement, resident })
      : fillPath(paths.person, { settlement, person }),
    notice: texts.entered,
  }),
});
const { values, hidden } = fillCard();

export const newPersonPage = definePage({
  path: paths.newPerson,
  access: 'signed-in',
  texts,
  missing,
  offline: false,
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    const [plot, name] = [
      pageRequest.text('plot').slice(0, 40),
      pageRequest.text('name').slice(0, maxNameLength),
    ];
    return { ...place, plot, name };
  },
  actions: { enter },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, plot, name }) => {
    const address = { settlement: settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.line}
          parent={{ href: fillPath(paths.people, address), text: registerTexts.title }}
        />
        <Card>
          <enter.Form at={address} values={{ ...values, name, parcel: plot }} hidden={hidden}>
            <enter.parcel />
            <CardFields of={enter} />
            <Button>{texts.enter}</Button>
          </enter.Form>
        </Card>
      </>
    );
  },
});
