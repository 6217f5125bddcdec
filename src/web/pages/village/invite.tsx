import { invite_to_plot } from '../../../actions/invite_to_plot.ts';
import type { Text } from '../../../i18n/text.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { plotWord } from '../../words/residents.ts';
import { texts as requestTexts } from './my-requests.tsx';
import { requireOwnPlot } from './own-plot.ts';

export const texts = {
  title: { en: 'Invite to the plot', ru: 'Пригласить на участок' },
  ownersOnly: {
    en: 'Only the owner of a plot invites family and tenants.',
    ru: 'Семью и тех, кто снимает, приглашает хозяин участка.',
  },
  how: {
    en: 'They get a letter with a link. Whoever opens it is confirmed at once, without the board. The link is good for 90 days and for one person.',
    ru: 'Придёт письмо со ссылкой. Кто её откроет, будет подтверждён сразу, без правления. Ссылка действует 90\u00a0дней и для одного человека.',
  },
  email: { en: 'Their email address', ru: 'Почта того, кого зовёте' },
  who: { en: 'Who is it?', ru: 'Кто это?' },
  family: { en: 'My family', ru: 'Моя семья' },
  familyHint: { en: 'sees and writes everything of the plot', ru: 'видит и пишет всё об участке' },
  tenant: { en: 'A tenant', ru: 'Снимает у меня' },
  send: { en: 'Send the invitation', ru: 'Отправить приглашение' },
  sent: { en: 'The invitation is on its way.', ru: 'Приглашение отправлено.' },
} as const satisfies Record<string, Text>;

export const invitePage = definePage({
  path: paths.inviteToPlot,
  for: 'signed-in',
  texts,
  load: ({ plot }, visit) => requireOwnPlot(visit, plot),
  actions: {
    invite: {
      path: paths.inviteToPlot,
      costly: true,
      async perform({ plot }, { act, text }) {
        await act(invite_to_plot, { parcel: plot, email: text('email').trim(), role: text('role') });
        return { to: fillPath(paths.inviteToPlot, { plot }), notice: texts.sent };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ parcel_id, plot_number, settlement_name, role }, { language }) => (
    <>
      <PageHead
        title={texts.title[language]}
        line={`${plotWord[language]} ${plot_number}, ${settlement_name}`}
        parent={{ href: paths.myRequests, text: requestTexts.title[language] }}
      />
      {role === 'owner' ? (
        <Card>
          <p class="soft gap-below">{texts.how[language]}</p>
          <Form id="invite" action={fillPath(paths.inviteToPlot, { plot: parcel_id })} draft>
            <TextField
              name="email"
              type="email"
              label={texts.email[language]}
              autocomplete="off"
              maxLength={254}
            />
            <RadioCards
              name="role"
              label={texts.who[language]}
              value="family"
              choices={[
                { value: 'family', label: texts.family[language], hint: texts.familyHint[language] },
                { value: 'tenant', label: texts.tenant[language] },
              ]}
            />
            <Button icon="send">{texts.send[language]}</Button>
          </Form>
        </Card>
      ) : (
        <Notice tone="plain">{texts.ownersOnly[language]}</Notice>
      )}
    </>
  ),
});
