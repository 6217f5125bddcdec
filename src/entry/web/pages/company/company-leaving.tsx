import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { loadOwnCompany } from './own-company.ts';

export const texts = {
  title: { en: 'Leave or close', ru: 'Уйти или закрыть' },
  leaveTitle: { en: 'Stop representing it', ru: 'Больше не представлять' },
  leaveWhy: {
    en: 'The others carry on; they will be told that you have left.',
    ru: 'Остальные продолжат без вас; мы им сообщим, что вы ушли.',
  },
  leave: { en: 'Step down', ru: 'Уйти из компании' },
  left: { en: 'You no longer represent the company.', ru: 'Вы больше не представляете компанию.' },
  alone: { en: 'You are its only representative', ru: 'Вы её единственный представитель' },
  handOver: {
    en: 'To hand it over, ask the other person to register with the same taxpayer number, and accept them on the company’s page. Then you can step down.',
    ru: 'Чтобы передать её, пусть другой человек зарегистрируется по тому же ИНН, а вы примите его на странице компании. Потом сможете уйти.',
  },
  closeTitle: { en: 'Close the company', ru: 'Закрыть компанию' },
  goes: {
    en: 'Telephone numbers, taxpayer number, address, description and photographs are deleted; open orders are cancelled, and customers are told.',
    ru: 'Телефоны, ИНН, адрес, описание и фотографии удалятся; открытые заказы отменятся, заказчикам сообщим.',
  },
  stays: {
    en: 'The name, the reviews and the finished work stay. This cannot be undone.',
    ru: 'Название, отзывы и выполненная работа останутся. Отменить это нельзя.',
  },
  close: { en: 'Close for good', ru: 'Закрыть насовсем' },
  closed: { en: 'The company is closed.', ru: 'Компания закрыта.' },
} as const satisfies Record<string, Text>;

/** Steps down, or closes the company where nobody else is left. */
const leave = form(edit_company, {
  path: paths.companyLeaving,
  isButton: true,
  given(_, { session, text }) {
    if (text('what') === 'close') return { state: 'closed' as const };
    const representatives = [
      { account_id: session.accountId, state: 'ended' as const, seen_state: 'confirmed' as const },
    ];
    return { representatives };
  },
  done: (_, _names, { text }) => ({
    to: paths.myRequests,
    notice: text('what') === 'close' ? texts.closed : texts.left,
  }),
});

export const companyLeavingPage = definePage({
  path: paths.companyLeaving,
  access: 'signed-in',
  texts,
  load: ({ company }, pageRequest) => loadOwnCompany(company, pageRequest),
  actions: { leave },
  head: () => ({ width: 'narrow' }),
  render: (card) => {
    const at = { company: card.slug };
    const isAlone = card.representatives.filter(({ state }) => state === 'confirmed').length === 1;
    return (
      <Screen title={texts.title} parent={{ href: fillPath(paths.companyDashboard, at), text: card.name }}>
        {isAlone ? (
          <>
            <Notice tone="plain" title={texts.alone}>
              {texts.handOver}
            </Notice>
            <Card heading={{ id: 'close', title: texts.closeTitle }}>
              <div class="stack">
                <p>{texts.goes}</p>
                <p>{texts.stays}</p>
                <leave.Button at={at} hidden={{ what: 'close' }} kind="danger">
                  {texts.close}
                </leave.Button>
              </div>
            </Card>
          </>
        ) : (
          <Card heading={{ id: 'leave', title: texts.leaveTitle }}>
            <div class="stack">
              <p>{texts.leaveWhy}</p>
              <leave.Button at={at} hidden={{ what: 'leave' }} kind="danger">
                {texts.leave}
              </leave.Button>
            </div>
          </Card>
        )}
      </Screen>
    );
  },
});
