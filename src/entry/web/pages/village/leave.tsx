import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { plotText } from '../../words/resident-texts.ts';
import { texts as requestTexts } from './my-requests.tsx';
import { requireOwnPlot } from './own-plot.ts';

export const texts = {
  title: { en: 'Leave the plot', ru: 'Уйти с участка' },
  what: { en: 'What will change', ru: 'Что изменится' },
  news: {
    en: 'The village’s news and conversations will no longer be open to you.',
    ru: 'Новости и переписка посёлка для вас закроются.',
  },
  devices: {
    en: 'Devices you connected here will be disconnected; what they measured is kept.',
    ru: 'Ваши устройства здесь отключатся; что они измерили, сохранится.',
  },
  diary: {
    en: 'Your diary entries stay yours: you can hide or remove them.',
    ru: 'Ваши записи дневника останутся вашими: их можно скрыть или удалить.',
  },
  back: {
    en: 'You can ask to be recorded here again at any time.',
    ru: 'Записаться сюда снова можно в любой день.',
  },
  leave: { en: 'Leave', ru: 'Уйти' },
  stay: { en: 'Stay', ru: 'Остаться' },
  left: { en: 'You have left the plot.', ru: 'Вы ушли с участка.' },
} as const satisfies Record<string, Text>;

const leave = form(remove_resident, {
  path: paths.leavePlot,
  async given({ plot }, pageRequest) {
    const { settlement, resident } = await requireOwnPlot(pageRequest, plot);
    return { settlement, resident };
  },
  done: () => ({ to: paths.myRequests, notice: texts.left }),
});

/** Confirmation: some of the consequences cannot be undone. */
export const leavePage = definePage({
  path: paths.leavePlot,
  access: 'signed-in',
  texts,
  load: ({ plot }, pageRequest) => requireOwnPlot(pageRequest, plot),
  actions: { leave },
  head: () => ({ width: 'narrow' }),
  render: ({ parcel_id, plot_number, settlement_name }, { language }) => (
    <>
      <PageHead
        title={texts.title}
        line={`${plotText[language]} ${plot_number}, ${settlement_name}`}
        parent={{ href: paths.myRequests, text: requestTexts.title }}
      />
      <Card heading={{ id: 'what', title: texts.what }}>
        <ul class="bullets gap-below">
          {[texts.news, texts.devices, texts.diary, texts.back].map((text) => (
            <li key={text.en}>{text}</li>
          ))}
        </ul>
        <leave.Form at={{ plot: parcel_id }}>
          <Buttons>
            <Button kind="danger">{texts.leave}</Button>
            <LinkButton href={paths.myRequests} kind="quiet">
              {texts.stay}
            </LinkButton>
          </Buttons>
        </leave.Form>
      </Card>
    </>
  ),
});
