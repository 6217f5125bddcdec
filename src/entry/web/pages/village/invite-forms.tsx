import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';

export const texts = {
  title: { en: 'Invite family or a tenant', ru: 'Пригласить родных или арендатора' },
  how: {
    en: 'Whoever opens the invitation is recorded on the plot at once; the board need not decide.',
    ru: 'Кто откроет приглашение, сразу будет записан на участок. Правления ждать не нужно.',
  },
  byLetter: { en: 'By e-mail', ru: 'По почте' },
  byLink: { en: 'By a link or QR code', ru: 'Ссылкой или QR-кодом' },
  linkWhy: {
    en: 'You show the code or send the link yourself. It works once, for 14 days, for whoever opens it first.',
    ru: 'Код покажете или ссылку отправите сами. Она сработает один раз, в течение 14\u00a0дней, у того, кто откроет первым.',
  },
  email: { en: 'Their email address', ru: 'Почта того, кого зовёте' },
  name: { en: 'Who is it for?', ru: 'Для кого?' },
  nameHint: { en: 'Only you see this in the list.', ru: 'Это видно только вам в списке приглашений.' },
  who: { en: 'Who is it?', ru: 'Кто это?' },
  family: { en: 'My family', ru: 'Моя семья' },
  familyHint: { en: 'sees and writes everything of the plot', ru: 'видит и пишет всё об участке' },
  tenant: { en: 'A tenant', ru: 'Снимает у меня' },
  send: { en: 'Send the letter', ru: 'Отправить письмо' },
  make: { en: 'Make a link', ru: 'Сделать ссылку' },
} as const satisfies Record<string, Text>;

/** Without a mail server there are no letters: the link is the way. */
export function InviteForms({ plot, mail }: { plot: string; mail: 'server' | 'console' | 'none' }) {
  return (
    <Card heading={{ id: 'inviting', title: texts.title }}>
      <p class="soft gap-below">{texts.how}</p>
      {mail !== 'none' && (
        <Fold title={texts.byLetter}>
          <Form id="invite" action={fillPath(paths.inviteToPlot, { plot })} draft>
            <TextField name="email" type="email" label={texts.email} autocomplete="off" maxLength={254} />
            <RoleChoice />
            <Button icon="send">{texts.send}</Button>
          </Form>
        </Fold>
      )}
      <Fold title={texts.byLink} open={mail === 'none'}>
        <p class="soft gap-below">{texts.linkWhy}</p>
        <Form id="link" action={fillPath(paths.inviteByLink, { plot })}>
          <TextField
            name="name"
            label={texts.name}
            hint={texts.nameHint}
            autocomplete="off"
            maxLength={60}
            optional
          />
          <RoleChoice />
          <Button icon="link">{texts.make}</Button>
        </Form>
      </Fold>
    </Card>
  );
}

function RoleChoice() {
  return (
    <RadioCards
      name="role"
      label={texts.who}
      value="family"
      choices={[
        { value: 'family', label: texts.family, hint: texts.familyHint },
        { value: 'tenant', label: texts.tenant },
      ]}
    />
  );
}
