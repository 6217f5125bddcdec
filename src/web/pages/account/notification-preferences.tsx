import type { Text } from '../../../i18n/text.ts';
import { set_notification_preferences } from '../../../operations/notification/set_notification_preferences.ts';
import { show_notification_preferences } from '../../../operations/notification/show_notification_preferences.ts';
import { paths } from '../../../site/paths.ts';
import { definePage, submitTo } from '../../page.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { Form, Submit, useField } from '../../ui/form.tsx';
import { saved } from '../../words/names.ts';

export const texts = {
  title: { en: 'Notifications', ru: 'Уведомления' },
  lead: {
    en: 'Everything is on until you switch it off. Letters about your password and address always come.',
    ru: 'Всё включено, пока вы не выключите. Письма о пароле и адресе приходят всегда.',
  },
  channels: { en: 'How to reach you', ru: 'Как с вами связаться' },
  topics: { en: 'What to tell you about', ru: 'О чём сообщать' },
  topic: { en: 'About', ru: 'О чём' },
  save: { en: 'Save', ru: 'Сохранить' },
} as const satisfies Record<string, Text>;

const ways = {
  in_app: { en: 'On the site', ru: 'На сайте' },
  mail: { en: 'By letter', ru: 'Письмом' },
} as const satisfies Record<string, Text>;

const topics = {
  my_requests: {
    title: { en: 'My requests', ru: 'Мои заявки' },
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

export type Way = keyof typeof ways;
export type Topic = keyof typeof topics;

export type NotificationPreferencesData = {
  readonly channels: Readonly<Record<Way, boolean>>;
  readonly topics: Readonly<Record<Topic, Readonly<Record<Way, boolean>>>>;
};

const wayNames = Object.keys(ways) as Way[];
const topicNames = Object.keys(topics) as Topic[];

/** Boxes are named `channels.<way>` and `topics.<topic>.<way>`, value `true`; one that is not sent is off. */
export const notificationPreferencesPage = definePage({
  path: paths.notificationPreferences,
  for: 'signed-in',
  texts,
  load: async (_, { call }): Promise<NotificationPreferencesData> => call(show_notification_preferences, {}),
  actions: {
    preferences: submitTo(set_notification_preferences, {
      path: paths.notificationPreferences,
      read: (form) => {
        const on = (name: string) => form.get(name) === 'true';
        const each = (of: string) => Object.fromEntries(wayNames.map((way) => [way, on(`${of}.${way}`)]));
        return {
          channels: each('channels'),
          topics: Object.fromEntries(topicNames.map((topic) => [topic, each(`topics.${topic}`)])),
        };
      },
      done: () => ({ to: paths.notificationPreferences, notice: saved }),
    }),
  },
  render: (data, view) => {
    const { language } = view;
    return (
      <AccountFrame view={view} heading={texts.title[language]}>
        <p class="lead">{texts.lead[language]}</p>
        <Form id="preferences" action={paths.notificationPreferences} view={view}>
          <fieldset>
            <legend>{texts.channels[language]}</legend>
            {wayNames.map((way) => (
              <CheckField
                key={way}
                name={`channels.${way}`}
                label={ways[way][language]}
                preset={data.channels[way]}
              />
            ))}
          </fieldset>
          <table class="ticks">
            <caption>{texts.topics[language]}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.topic[language]}</th>
                {wayNames.map((way) => (
                  <th key={way} scope="col">
                    {ways[way][language]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {topicNames.map((topic) => (
                <tr key={topic}>
                  <th scope="row">
                    {topics[topic].title[language]}
                    <span class="hint">{topics[topic].about[language]}</span>
                  </th>
                  {wayNames.map((way) => (
                    <td key={way}>
                      <Tick
                        name={`topics.${topic}.${way}`}
                        label={`${topics[topic].title[language]}: ${ways[way][language]}`}
                        preset={data.topics[topic][way]}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Submit>{texts.save[language]}</Submit>
        </Form>
      </AccountFrame>
    );
  },
});

function Tick({ name, label, preset }: { name: string; label: string; preset: boolean }) {
  const field = useField(name);
  const checked = field.cameBack ? field.chosen !== null : preset;
  return (
    <label class="tick" for={field.id}>
      <span class="unseen">{label}</span>
      <input id={field.id} type="checkbox" name={name} value="true" checked={checked} {...field.aria} />
    </label>
  );
}
