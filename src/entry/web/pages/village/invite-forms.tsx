import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { invite_to_plot } from '../../../../features/actions/invite_to_plot.ts';
import { make_invitation_link } from '../../../../features/actions/make_invitation_link.ts';
import { choice, line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';

export const texts = {
  title: { en: 'Invite family or a tenant', ru: 'Пригласить родных или арендатора' },
  how: {
    en: 'Whoever opens the invitation is recorded on the plot at once, without waiting for the board.',
    ru: 'Кто откроет приглашение, сразу будет записан на участок. Правления ждать не нужно.',
  },
  byLetter: { en: 'By email', ru: 'По почте' },
  byLink: { en: 'By link or QR code', ru: 'Ссылкой или QR-кодом' },
  linkWhy: {
    en: 'You show the code or send the link yourself. It works once, for 14 days, for whoever opens it first.',
    ru: 'Код покажете или ссылку отправите сами. Она сработает один раз, в течение 14\u00a0дней, у того, кто откроет первым.',
  },
  email: { en: 'Their email address', ru: 'Почта того, кого зовёте' },
  name: { en: 'Who is it for?', ru: 'Для кого?' },
  nameHint: {
    en: 'Only owners of the plot see this, in the list of invitations.',
    ru: 'Это видно только собственникам участка, в списке приглашений.',
  },
  who: { en: 'Who is it?', ru: 'Кто это?' },
  family: { en: 'My family', ru: 'Моя семья' },
  familyHint: { en: 'sees and writes everything about the plot', ru: 'видит и пишет всё об участке' },
  tenant: { en: 'My tenant', ru: 'Снимает у меня' },
  send: { en: 'Send the email', ru: 'Отправить письмо' },
  make: { en: 'Make a link', ru: 'Сделать ссылку' },
  sent: { en: 'The invitation is sent.', ru: 'Приглашение отправлено.' },
} as const satisfies Record<string, Text>;

const role = choice(
  texts.who,
  { family: texts.family, tenant: texts.tenant },
  { as: 'cards', hints: { family: texts.familyHint } },
);

export const invite = form(invite_to_plot, {
  path: paths.inviteToPlot,
  strictRateLimit: true,
  given: ({ plot }) => ({ parcel: plot }),
  fields: { email: line(texts.email, { type: 'email', autocomplete: 'off' }), role },
  done: (_, at) => ({ to: fillPath(paths.inviteToPlot, at), notice: texts.sent }),
});

export const link = form(make_invitation_link, {
  path: paths.inviteByLink,
  given: ({ plot }) => ({ parcel: plot }),
  fields: { name: line(texts.name, { hint: texts.nameHint, autocomplete: 'off' }), role },
  done: ({ link: made }, at) => ({ to: fillPath(paths.inviteToPlot, at), shown: { link: made } }),
});

/** Without a mail server there are no letters: the link is the way. */
export function InviteForms({ plot, mail }: { plot: string; mail: 'server' | 'console' | 'none' }) {
  return (
    <Card heading={{ id: 'inviting', title: texts.title }}>
      <p class="soft gap-below">{texts.how}</p>
      {mail !== 'none' && (
        <Fold title={texts.byLetter}>
          <invite.Form at={{ plot }} values={{ role: 'family' }} draft>
            <invite.email />
            <invite.role />
            <Button icon="send">{texts.send}</Button>
          </invite.Form>
        </Fold>
      )}
      <Fold title={texts.byLink} open={mail === 'none'}>
        <p class="soft gap-below">{texts.linkWhy}</p>
        <link.Form at={{ plot }} values={{ role: 'family' }}>
          <link.name />
          <link.role />
          <Button icon="link">{texts.make}</Button>
        </link.Form>
      </Fold>
    </Card>
  );
}
