import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { set_notification_preferences } from '../../../../features/operations/notification/set_notification_preferences.ts';
import { show_notification_preferences } from '../../../../features/operations/notification/show_notification_preferences.ts';
import { definePage, submitTo } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/choice.tsx';
import { Form } from '../../ui/form.tsx';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { AccountHead } from './account-layout.tsx';
export const texts = {
  title: labels.whatToTellMe,
  lead: {
    en: 'Everything is on until you switch it off. Letters about your password and address always come.',
    ru: 'Всё включено, пока вы не выключите. Письма о пароле и адресе приходят всегда.',
  },
  channels: { en: 'How to reach you', ru: 'Как с вами связаться' },
  save: labels.save,
} as const satisfies Record<string, Text>;

const channelTexts = {
  in_app: { en: 'On the site', ru: 'На сайте' },
  mail: { en: 'By letter', ru: 'Письмом' },
} as const satisfies Record<string, Text>;

const topicTexts = {
  my_requests: {
    title: labels.myRequests,
    about: { en: 'What became of what you sent in.', ru: 'Что стало с тем, что вы подали.' },
  },
  review_queue: {
    title: { en: 'Waiting for me', ru: 'Ждёт моего решения' },
    about: { en: 'What others have sent you to decide.', ru: 'Что другие прислали вам на решение.' },
  },
  reminders: {
    title: { en: 'Reminders', ru: 'Напоминания' },
    about: { en: 'What the service reminds you of itself.', ru: 'О чём сервис напоминает сам.' },
  },
} as const satisfies Record<string, { title: Text; about: Text }>;

export type Channel = keyof typeof channelTexts;
export type Topic = keyof typeof topicTexts;

export type NotificationPreferencesData = {
  readonly channels: Readonly<Record<Channel, boolean>>;
  readonly topics: Readonly<Record<Topic, Readonly<Record<Channel, boolean>>>>;
};

const channelNames = Object.keys(channelTexts) as Channel[];
const topicNames = Object.keys(topicTexts) as Topic[];

/** Boxes are named `channels.<way>` and `topics.<topic>.<way>`, value `true`; one that is not sent is off. */
export const notificationPreferencesPage = definePage({
  path: paths.notificationPreferences,
  access: 'signed-in',
  texts,
  load: async (_, { call }): Promise<NotificationPreferencesData> => call(show_notification_preferences, {}),
  actions: {
    preferences: submitTo(set_notification_preferences, {
      path: paths.notificationPreferences,
      read: (form) => {
        const on = (name: string) => form.get(name) === 'true';
        const each = (of: string) => Object.fromEntries(channelNames.map((way) => [way, on(`${of}.${way}`)]));
        return {
          channels: each('channels'),
          topics: Object.fromEntries(topicNames.map((topic) => [topic, each(`topics.${topic}`)])),
        };
      },
      done: () => ({ to: paths.notificationPreferences, notice: savedText }),
    }),
  },
  head: () => ({ width: 'narrow' }),
  render: (data, { language }) => (
    <>
      <AccountHead title={texts.title[language]} line={texts.lead[language]} />
      <Form id="preferences" action={paths.notificationPreferences}>
        <Card heading={{ id: 'channels', title: texts.channels[language] }} flush>
          <div class="switches">
            {channelNames.map((way) => (
              <SwitchField
                key={way}
                name={`channels.${way}`}
                label={channelTexts[way][language]}
                checked={data.channels[way]}
              />
            ))}
          </div>
        </Card>
        {topicNames.map((topic) => (
          <Card key={topic} heading={{ id: topic, title: topicTexts[topic].title[language] }} flush>
            <p class="card-line soft">{topicTexts[topic].about[language]}</p>
            <div class="switches">
              {channelNames.map((way) => (
                <SwitchField
                  key={way}
                  name={`topics.${topic}.${way}`}
                  label={channelTexts[way][language]}
                  checked={data.topics[topic][way]}
                />
              ))}
            </div>
          </Card>
        ))}
        <Button>{texts.save[language]}</Button>
      </Form>
    </>
  ),
});
