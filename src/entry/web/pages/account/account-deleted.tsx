import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { texts as dataTexts } from './account-data.tsx';

export const texts = {
  title: { en: 'The account is deleted', ru: 'Учётная запись удалена' },
  done: {
    en: 'Your name, address, settings and drafts are erased, and you are signed out everywhere.',
    ru: 'Имя, адрес, настройки и черновики стёрты, вход закрыт на всех устройствах.',
  },
  remains: { en: 'What remains here', ru: 'Что здесь осталось' },
  again: {
    en: 'You may register again with the same address. What remains will not be yours then.',
    ru: 'С той же почтой можно зарегистрироваться снова. Но оставшееся уже не будет вашим.',
  },
  home: { en: 'To the home page', ru: 'На главную' },
} as const satisfies Record<string, Text>;

/** Where deleting an account ends. */
export const accountDeletedPage = definePage({
  path: paths.accountDeleted,
  access: 'anybody',
  texts,
  offline: false,
  head: () => ({ width: 'narrow' }),
  render: () => (
    <>
      <PageHead title={texts.title} />
      <div class="stack">
        <Notice>{texts.done}</Notice>
        <Card heading={{ id: 'remains', title: texts.remains }}>
          <ul>
            <li>{dataTexts.stays}</li>
            <li>{dataTexts.messages}</li>
          </ul>
          <p class="gap-top">{texts.again}</p>
        </Card>
        <div>
          <LinkButton href={paths.home} kind="quiet">
            {texts.home}
          </LinkButton>
        </div>
      </div>
    </>
  ),
});
