import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { guideNames, guides } from '../../words/help-topics.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.help,
  line: { en: 'Short guides, by what you do here', ru: 'Короткие руководства: кому что нужно' },
} as const satisfies Record<string, Text>;

export const helpPage = definePage({
  path: paths.help,
  access: 'anybody',
  texts,
  load: async () => ({}),
  head: () => ({ width: 'narrow' }),
  render: () => (
    <Screen title={texts.title} line={texts.line}>
      <ListCard>
        {guideNames.map((name) => (
          <Row
            key={name}
            href={fillPath(paths.guide, { guide: name })}
            icon="book"
            title={guides[name].title}
          />
        ))}
      </ListCard>
    </Screen>
  ),
});
