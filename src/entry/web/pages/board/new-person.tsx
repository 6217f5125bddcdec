import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { loadBoardSettlement } from './board-settlement.ts';
import { texts as registerTexts } from './people.tsx';
import { missing, PersonForm, readPerson } from './person-form.tsx';

export const texts = {
  title: { en: 'Enter a person', ru: 'Вписать человека' },
  line: {
    en: 'A name and a plot are enough: neither e-mail nor account is needed.',
    ru: 'Достаточно имени и участка: ни почты, ни регистрации не нужно.',
  },
  plot: labels.plotNumber,
  enter: { en: 'Enter', ru: 'Вписать' },
  entered: { en: 'Entered in the register.', ru: 'Вписали в реестр.' },
} as const satisfies Record<string, Text>;

export const newPersonPage = definePage({
  path: paths.newPerson,
  access: 'signed-in',
  texts,
  missing,
  offline: false,
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    return { ...place, plot: pageRequest.text('plot').slice(0, 40) };
  },
  actions: {
    enter: {
      path: paths.newPerson,
      async perform({ settlement }, pageRequest) {
        const parcel = pageRequest.text('parcel').trim();
        const { person, resident } = await pageRequest.call(save_person, {
          settlement,
          ...readPerson(pageRequest),
          ...(parcel && { parcel }),
        });
        const to = resident
          ? fillPath(paths.resident, { settlement, resident })
          : fillPath(paths.person, { settlement, person });
        return { to, notice: texts.entered };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, plot }) => {
    const address = { settlement: settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.line}
          parent={{ href: fillPath(paths.people, address), text: registerTexts.title }}
        />
        <Card>
          <PersonForm
            id="enter"
            action={fillPath(paths.newPerson, address)}
            plot={{ value: plot, label: texts.plot }}
            button={texts.enter}
          />
        </Card>
      </>
    );
  },
});
