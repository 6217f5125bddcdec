import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import type { PushProps, PushState } from '../islands/push/island.tsx';
import { Button } from './button.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { useLanguage } from './language-context.ts';
import { Notice } from './notice.tsx';

export const texts = {
  switchOn: { en: 'Switch on here', ru: 'Включить здесь' },
  new: { en: 'Get notifications on this device too?', ru: 'Сообщать и на это устройство?' },
  newWhy: {
    en: 'A notification comes at once, even while the site is closed.',
    ru: 'Уведомление придёт сразу, даже если сайт закрыт.',
  },
  again: { en: 'Notifications no longer come to this device', ru: 'Уведомления сюда больше не приходят' },
  againWhy: {
    en: 'You have signed in again, so they have to be turned on again.',
    ru: 'Вы вошли заново, поэтому их нужно включить ещё раз.',
  },
} as const satisfies Record<string, Text>;

export const stateTexts = {
  on: {
    en: 'Switched on. They come even while the site is closed.',
    ru: 'Включены. Приходят, даже если сайт закрыт.',
  },
  off: {
    en: 'Messages and alarms can come at once, even while the site is closed.',
    ru: 'Сообщения и тревоги могут приходить сразу, даже если сайт закрыт.',
  },
  lost: {
    en: 'The browser has turned them off. Turn them on again.',
    ru: 'Браузер их отключил. Включите снова.',
  },
  blocked: {
    en: 'This browser does not let the site show notifications. Press the sign to the left of the address and allow them.',
    ru: 'Браузер не разрешает сайту показывать уведомления. Нажмите на значок слева от адреса и разрешите их.',
  },
  iphone: {
    en: 'On an iPhone or iPad, first add the site to the home screen: “Share”, then “Add to Home Screen”. Open it from there and come back to this page.',
    ru: 'На айфоне и айпаде сначала добавьте сайт на экран «Домой»: «Поделиться», затем «На экран „Домой“». Откройте его оттуда и вернитесь на эту страницу.',
  },
  insecure: {
    en: 'They work only where the address begins with https.',
    ru: 'Они работают, только если адрес сайта начинается с https.',
  },
  unsupported: {
    en: 'This browser cannot show them. Try Chrome, Firefox or Edge.',
    ru: 'Этот браузер их не показывает. Попробуйте Chrome, Firefox или Яндекс Браузер.',
  },
  failed: {
    en: 'That did not work: the browser could not reach its notification service. Try again a little later.',
    ru: 'Не получилось: браузер не дозвался своей службы уведомлений. Попробуйте чуть позже.',
  },
} as const satisfies Record<PushState, Text>;

type PushSwitchProps = Pick<PushProps, 'publicKey' | 'isOn' | 'offer'> & {
  /** Where to go afterwards. */
  readonly next: string;
  /** What is around the form. */
  readonly children: (form: ComponentChildren) => ComponentChildren;
};

/** `push.js` attaches here: it shows the form where the browser can be subscribed, and fills it in. */
export function PushSwitch({ next, children, ...props }: PushSwitchProps) {
  const language = useLanguage();
  const words = Object.fromEntries(
    Object.entries(stateTexts).map(([state, text]) => [state, text[language]]),
  ) as PushProps['words'];
  return (
    <div
      data-island="push"
      data-props={JSON.stringify({ ...props, words })}
      hidden={props.offer !== undefined}
    >
      {children(
        <form id="subscribe-to-push" method="post" action={paths.subscribeToPush} data-push-subscribe hidden>
          <HiddenFields />
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="endpoint" />
          <input type="hidden" name="p256dh" />
          <input type="hidden" name="auth" />
          <Button kind={props.offer ? 'quiet' : 'primary'}>{texts.switchOn}</Button>
        </form>,
      )}
    </div>
  );
}

/** Shown where it would be of use, and only in browsers that can be subscribed with one press. */
export function PushOffer({
  publicKey,
  next,
  offer = 'new',
}: Pick<PushSwitchProps, 'publicKey' | 'next' | 'offer'>) {
  const language = useLanguage();
  return (
    <PushSwitch publicKey={publicKey} isOn={false} offer={offer} next={next}>
      {(form) => (
        <Notice tone="plain" icon="bell" title={texts[offer]} action={form}>
          <span data-push-words>{texts[`${offer}Why`][language]}</span>
        </Notice>
      )}
    </PushSwitch>
  );
}
