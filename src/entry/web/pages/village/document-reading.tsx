import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_document_reading } from '../../../../features/actions/show_document_reading.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';

export const texts = {
  title: { en: 'Who has read it', ru: 'Кто прочитал' },
  read: {
    en: '{read} of {all} residential plots have read it.',
    ru: 'Прочитали на {read} из {all} жилых участков.',
  },
  unread: { en: 'Have not yet', ru: 'Ещё не прочитали' },
  onlyThis: {
    en: 'Only version {version}, the one shown now, counts.',
    ru: 'Считается только версия {version}, которую показываем сейчас.',
  },
  since: {
    en: 'Version {version} is shown; whoever read it since version {since} counts.',
    ru: 'Сейчас показана версия {version}; считаются те, кто читал её с версии {since}.',
  },
  former: { en: 'has read version {version} only', ru: 'прочитана только версия {version}' },
  nobody: { en: 'nobody uses the site: on paper only', ru: 'никто не записан на сайте: только на бумаге' },
  everybody: { en: 'Every plot has read it.', ru: 'Прочитали на всех участках.' },
} as const satisfies Record<string, Text>;

export const documentReadingPage = definePage({
  path: paths.documentReading,
  access: 'signed-in',
  texts,
  async load({ settlement, document }, pageRequest) {
    if (!isId(document)) refuse.notFound('document');
    const { call, text } = pageRequest;
    const cursor = text('cursor') || undefined;
    const [place, reading] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(show_document_reading, { settlement, document, ...(cursor && { cursor }) }),
    ]);
    return { ...place, reading };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, reading }, { language }) => (
    <Screen
      title={texts.title}
      line={reading.title}
      parent={{
        href: fillPath(paths.documents, { settlement: settlement.slug }),
        text: labels.documents,
      }}
    >
      <Card>
        <p>
          {texts.read[language].replace('{read}', String(reading.read)).replace('{all}', String(reading.all))}
          {reading.version > 1 &&
            ` ${(reading.readSinceVersion === reading.version ? texts.onlyThis : texts.since)[language]
              .replace('{since}', String(reading.readSinceVersion))
              .replace('{version}', String(reading.version))}`}
        </p>
      </Card>
      <ListCard heading={{ id: 'unread', title: texts.unread }} none={texts.everybody}>
        {reading.plots.map(({ id, number, nobody, readVersion }) => (
          <Row
            key={id}
            icon="plot"
            title={`${plotText[language]} ${number}`}
            line={
              nobody
                ? texts.nobody
                : readVersion !== null
                  ? texts.former[language].replace('{version}', String(readVersion))
                  : undefined
            }
          />
        ))}
      </ListCard>
      <Pager cursor={reading.cursor} />
    </Screen>
  ),
});
