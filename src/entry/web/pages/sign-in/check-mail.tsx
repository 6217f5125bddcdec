import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
/** Same text whether or not the address has an account, so that accounts cannot be enumerated. */
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
export const texts = {
  title: { en: 'Look into your mail', ru: 'Проверьте почту' },
  lead: {
    en: 'If everything is in order with this address, a letter is on its way. It says what to do next.',
    ru: 'Если с этим адресом всё в порядке, письмо уже в пути. В нём сказано, что делать дальше.',
  },
  address: labels.address,
  wait: {
    en: 'It usually arrives within a few minutes. If not, look into the spam folder and check the address.',
    ru: 'Обычно оно приходит за несколько минут. Если нет\u00a0— загляните в «Спам» и проверьте адрес.',
  },
  back: { en: 'To the sign-in page', ru: 'На страницу входа' },
} as const satisfies Record<string, Text>;

export const checkMailPage = definePage({
  path: paths.checkMail,
  access: 'anybody',
  secret: true,
  texts,
  head: () => ({ width: 'narrow' }),
  render: (_, view) => {
    const { language } = view;
    const email = view.shown?.email;
    return (
      <>
        <PageHead title={texts.title[language]} />
        <p class="lead-line">{texts.lead[language]}</p>
        {email && (
          <p>
            {texts.address[language]}: <strong class="breaking">{email}</strong>
          </p>
        )}
        <p>{texts.wait[language]}</p>
        <p>
          <a class="link" href={paths.login}>
            {texts.back[language]}
          </a>
        </p>
      </>
    );
  },
});
