import { findDateFormat } from '../../../../base/i18n/format-date.ts';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { set_notification_preferences } from '../../../../features/operations/notification/set_notification_preferences.ts';
import { show_notification_preferences } from '../../../../features/operations/notification/show_notification_preferences.ts';
import type { SaveAtOnceProps } from '../../islands/save-at-once/island.tsx';
import { loadPushDevices, type PushDevices } from '../../loaders/push-devices.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { AccountHead } from './account-layout.tsx';
import {
  changeSubjects,
  isSubjectOn,
  type Preferences,
  type Subject,
  subjects,
  subjectTexts,
  type Way,
} from './notification-subjects.ts';
import { PushCard, pushActions } from './push-card.tsx';

export const texts = {
  title: labels.whatToTellMe,
  lead: {
    en: 'Everything is on until you turn it off. Emails about your password and address always come.',
    ru: 'Всё включено, пока вы не выключите. Письма о пароле и адресе приходят всегда.',
  },
  about: { en: 'What about', ru: 'О чём' },
  channels: { en: 'How to reach you', ru: 'Как с вами связаться' },
  letters: { en: 'When they come', ru: 'Когда присылать' },
  digest: { en: 'One email a day', ru: 'Одним письмом в день' },
  digestWhy: { en: 'In the morning, about everything at once.', ru: 'Утром, обо всём сразу.' },
  quietFrom: { en: 'Quiet hours from', ru: 'Тихие часы с' },
  quietTo: { en: 'ending at', ru: 'до' },
  quietWhy: {
    en: 'Emails and phone notifications wait until they are over.',
    ru: 'Письма и уведомления на телефон подождут, пока они не кончатся.',
  },
  pushText: { en: 'Show the text on the lock screen', ru: 'Показывать текст на экране блокировки' },
  pushTextWhy: {
    en: 'Off: only what it is about, such as “A new message”.',
    ru: 'Выключено — видно только, о чём речь: «Новое сообщение».',
  },
  noQuiet: { en: 'no quiet hours', ru: 'нет' },
  noMail: { en: 'Emails are not sent yet', ru: 'Письма пока не приходят' },
  noMailWhy: {
    en: 'Email is not set up on this site. Everything appears here, under the bell.',
    ru: 'На этом сайте не настроена почта. Обо всём узнаете здесь, под колокольчиком.',
  },
  save: labels.save,
  saving: { en: 'Saving…', ru: 'Сохраняем…' },
  saved: labels.saved,
  failed: { en: 'Not saved. Press “Save”.', ru: 'Не сохранилось. Нажмите «Сохранить».' },
} as const satisfies Record<string, Text>;

const wayTexts = {
  in_app: { en: 'On the site', ru: 'На сайте' },
  mail: { en: 'By email', ru: 'Письмом' },
  push: { en: 'To the phone', ru: 'На телефон' },
} as const satisfies Record<Way, Text>;

const allWays = Object.keys(wayTexts) as Way[];
/** Ways that the installation cannot use have no switch, and keep what was chosen. */
const listWays = ({ unavailable }: Preferences) => allWays.filter((way) => !unavailable.includes(way));
/** Devices are a way as soon as there is one. */
const listShownWays = (data: PageData) =>
  listWays(data).filter((way) => way !== 'push' || data.push.devices.length > 0);

type PageData = Preferences & { readonly push: PushDevices; readonly clock: Clock };

/** Boxes are named `channels.<way>` and `<subject>.<way>`, value `true`; one that is not sent is off. */
export const notificationPreferencesPage = definePage({
  path: paths.notificationPreferences,
  access: 'signed-in',
  texts,
  async load(_, pageRequest): Promise<PageData> {
    const [preferences, push, clock] = await Promise.all([
      pageRequest.call(show_notification_preferences, {}),
      loadPushDevices(pageRequest),
      loadClock(pageRequest),
    ]);
    return { ...preferences, push, clock };
  },
  actions: {
    ...pushActions,
    preferences: {
      path: paths.notificationPreferences,
      async perform(_, { call, form }) {
        const current = await call(show_notification_preferences, {});
        await call(set_notification_preferences, readChange(form, current));
        return { to: paths.notificationPreferences, notice: savedText };
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['save-at-once.js', 'push.js'] }),
  render: (data, { language }) => {
    const words: SaveAtOnceProps = {
      saving: texts.saving[language],
      saved: texts.saved[language],
      failed: texts.failed[language],
    };
    return (
      <>
        <AccountHead title={texts.title} line={texts.lead} />
        {data.unavailable.includes('mail') && (
          <div class="gap-below">
            <Notice tone="warn" title={texts.noMail}>
              {texts.noMailWhy}
            </Notice>
          </div>
        )}
        <div class="gap-below">
          <PushCard push={data.push} clock={data.clock} />
        </div>
        <div data-island="save-at-once" data-props={JSON.stringify(words)}>
          <Form
            id="preferences"
            action={paths.notificationPreferences}
            hidden={{ ways: listShownWays(data).join(' ') }}
          >
            <Card heading={{ id: 'about', title: texts.about }} flush>
              {subjects.map((subject) => (
                <SubjectSwitches key={subject} subject={subject} data={data} />
              ))}
            </Card>
            <Card heading={{ id: 'channels', title: texts.channels }} flush>
              <div class="switches">
                {listShownWays(data).map((way) => (
                  <SwitchField
                    key={way}
                    name={`channels.${way}`}
                    label={wayTexts[way]}
                    checked={data.channels[way]}
                  />
                ))}
                {listShownWays(data).includes('push') && (
                  <SwitchField
                    name="push_text"
                    label={texts.pushText}
                    hint={texts.pushTextWhy}
                    checked={data.push_text}
                  />
                )}
              </div>
            </Card>
            {listShownWays(data).length > 1 && <Times data={data} />}
            <div data-save>
              <Button>{texts.save}</Button>
            </div>
            <output class="saved-at-once" />
          </Form>
        </div>
      </>
    );
  },
});

/** Of the whole form, or of the field named by `only`, which a script sends when it changes. */
export function readChange(form: URLSearchParams, current: Preferences) {
  const only = form.get('only') ?? '';
  const isAsked = (name: string) => only === '' || only === name;
  const isOn = (name: string) => form.get(name) === 'true';
  const shown = form.get('ways')?.split(' ');
  const ways = listWays(current).filter((way) => shown?.includes(way) ?? way !== 'push');
  const wanted = subjects
    .flatMap((subject) => ways.map((way) => ({ subject, way, isOn: isOn(`${subject}.${way}`) })))
    .filter(({ subject, way }) => isAsked(`${subject}.${way}`));
  const channels = ways.filter((way) => isAsked(`channels.${way}`));
  const asksQuiet = form.has('quiet.from') && (isAsked('quiet.from') || isAsked('quiet.to'));
  const from = form.get('quiet.from');
  return {
    ...changeSubjects(current, wanted),
    channels: Object.fromEntries(channels.map((way) => [way, isOn(`channels.${way}`)])),
    ...(ways.includes('mail') && isAsked('digest') && { digest: isOn('digest') ? 'daily' : 'off' }),
    ...(ways.includes('push') && isAsked('push_text') && { push_text: isOn('push_text') }),
    ...(asksQuiet && { quiet: from ? { from, to: form.get('quiet.to') } : null }),
  };
}

function SubjectSwitches({ subject, data }: { subject: Subject; data: PageData }) {
  const { title, about } = subjectTexts[subject];
  return (
    <fieldset class="subject">
      <legend>
        <b>{title}</b>
        <span class="hint">{about}</span>
      </legend>
      <div class="ways">
        {listShownWays(data).map((way) => (
          <SwitchField
            key={way}
            name={`${subject}.${way}`}
            label={wayTexts[way]}
            checked={isSubjectOn(data, subject, way)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** When letters and pushes come. */
function Times({ data: { digest, quiet, unavailable } }: { data: PageData }) {
  const language = useLanguage();
  const hours = listHours(language);
  return (
    <Card heading={{ id: 'letters', title: texts.letters }} flush>
      <div class="switches">
        {!unavailable.includes('mail') && (
          <SwitchField
            name="digest"
            label={texts.digest}
            hint={texts.digestWhy}
            checked={digest === 'daily'}
          />
        )}
        <div class="quiet-hours">
          <SelectField
            name="quiet.from"
            label={texts.quietFrom}
            value={quiet === null ? '' : String(quiet.from)}
            choices={[{ value: '', label: texts.noQuiet }, ...hours]}
          />
          <SelectField name="quiet.to" label={texts.quietTo} value={String(quiet?.to ?? 8)} choices={hours} />
          <p class="hint">{texts.quietWhy}</p>
        </div>
      </div>
    </Card>
  );
}

const listHours = (language: Language) =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: findDateFormat(language, 'UTC', { hour: 'numeric', minute: '2-digit' }).format(
      new Date(Date.UTC(2000, 0, 1, hour)),
    ),
  }));
