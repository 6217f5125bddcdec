import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { subscribe_to_push } from '../../../../features/actions/subscribe_to_push.ts';
import { try_push } from '../../../../features/actions/try_push.ts';
import { unsubscribe_from_push } from '../../../../features/actions/unsubscribe_from_push.ts';
import { forgetPush, type PushDevices, rememberPush } from '../../loaders/push-devices.ts';
import type { PageAction } from '../../page/page.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { formatBrowserName } from '../../ui/browser-name.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { PushSwitch, stateTexts } from '../../ui/push-switch.tsx';
import { Row } from '../../ui/row.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Notifications on this device', ru: 'Уведомления на этом устройстве' },
  needsScript: {
    en: 'To switch them on, allow scripts in the browser.',
    ru: 'Чтобы включить их, разрешите в браузере скрипты.',
  },
  try: labels.tryIt,
  switchOff: { en: 'Switch off', ru: 'Выключить' },
  others: { en: 'They also come here:', ru: 'Ещё приходят сюда:' },
  since: { en: 'since', ru: 'включены' },
  failing: { en: 'the last one did not get through', ru: 'последнее не дошло' },
  switchedOn: { en: 'Switched on here. Try it.', ru: 'Включили здесь. Проверьте.' },
  switchedOff: { en: 'Switched off.', ru: 'Выключили.' },
  tried: {
    en: 'Sent: it comes within a few seconds.',
    ru: 'Отправили: придёт через несколько секунд.',
  },
} as const satisfies Record<string, Text>;

/** Forms of the preferences page; the first is also on other pages, and leads back there. */
export const pushActions = {
  subscribe: {
    path: paths.subscribeToPush,
    isButton: true,
    async perform(_, formRequest) {
      const { form, call } = formRequest;
      const field = (name: string) => form.get(name) ?? '';
      await call(subscribe_to_push, {
        endpoint: field('endpoint'),
        p256dh: field('p256dh'),
        auth: field('auth'),
      });
      rememberPush(formRequest);
      return {
        to: sanitizeNextPath(form.get('next'), paths.notificationPreferences),
        notice: texts.switchedOn,
      };
    },
  } satisfies PageAction<typeof paths.subscribeToPush, 'signed-in'>,
  unsubscribe: {
    path: paths.unsubscribeFromPush,
    isButton: true,
    async perform({ subscription }, formRequest) {
      const { isCurrent } = await formRequest.call(unsubscribe_from_push, { subscription });
      if (isCurrent) forgetPush(formRequest);
      return { to: paths.notificationPreferences, notice: texts.switchedOff };
    },
  } satisfies PageAction<typeof paths.unsubscribeFromPush, 'signed-in'>,
  try: {
    path: paths.tryPush,
    isButton: true,
    strictRateLimit: true,
    async perform({ subscription }, { call }) {
      await call(try_push, { subscription });
      return { to: paths.notificationPreferences, notice: texts.tried };
    },
  } satisfies PageAction<typeof paths.tryPush, 'signed-in'>,
} as const;

export function PushCard({ push, clock }: { push: PushDevices; clock: Clock }) {
  const language = useLanguage();
  const own = push.devices.find(({ current }) => current);
  const others = push.devices.filter(({ current }) => !current);
  return (
    <Card heading={{ id: 'push', title: texts.title }} flush>
      <PushSwitch publicKey={push.publicKey} isOn={own !== undefined} next={paths.notificationPreferences}>
        {(form) => (
          <div class="card-line push-switch">
            <p data-push-words role="status">
              {own ? stateTexts.on[language] : texts.needsScript[language]}
            </p>
            {form}
            {own && (
              <div class="buttons" data-push-on>
                <ButtonForm action={fillPath(paths.tryPush, { subscription: own.id })} kind="quiet">
                  {texts.try}
                </ButtonForm>
                <form
                  method="post"
                  action={fillPath(paths.unsubscribeFromPush, { subscription: own.id })}
                  data-push-unsubscribe
                >
                  <HiddenFields />
                  <Button kind="quiet">{texts.switchOff}</Button>
                </form>
              </div>
            )}
          </div>
        )}
      </PushSwitch>
      {others.length > 0 && (
        <>
          <p class="card-line soft">{texts.others}</p>
          <List>
            {others.map(({ id, user_agent, since, failing }) => {
              const name = formatBrowserName(user_agent, language);
              return (
                <Row
                  key={id}
                  icon="device"
                  title={name}
                  line={
                    <>
                      {texts.since} <Timestamp at={since} language={language} clock={clock} />
                      {failing && ` · ${texts.failing[language]}`}
                    </>
                  }
                  action={
                    <ButtonForm
                      action={fillPath(paths.unsubscribeFromPush, { subscription: id })}
                      kind="quiet"
                      compact
                      icon="remove"
                      about={name}
                    >
                      {texts.switchOff}
                    </ButtonForm>
                  }
                />
              );
            })}
          </List>
        </>
      )}
    </Card>
  );
}
