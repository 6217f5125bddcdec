import type { Text } from '../../../base/i18n/text.ts';
import type { BannerTexts } from '../islands/outbox/banner.ts';
import type { ListTexts } from '../islands/outbox/outbox-list.ts';
import type { CardTexts } from '../islands/outbox/queued-card.ts';
import * as labels from '../words/labels.ts';
import { Button, Buttons } from './button.tsx';
import { Card } from './card.tsx';
import { Icon } from './icon.tsx';
import { useLanguage, type Words } from './language-context.ts';

export const texts = {
  waits: { en: 'Kept on this phone, not sent yet:', ru: 'Сохранено на телефоне, ещё не отправлено:' },
  onPhone: {
    en: 'Kept on this phone. It will be sent as soon as there is a connection.',
    ru: 'Сохранено на телефоне. Отправим, как только появится связь.',
  },
  sending: { en: 'Sending…', ru: 'Отправляем…' },
  signIn: {
    en: 'What you wrote is kept on this phone. Sign in, and it will be sent.',
    ru: 'Написанное сохранено на этом телефоне. Войдите\u00a0— и оно отправится.',
  },
  back: { en: 'Back to the form', ru: 'Вернуться к форме' },
  empty: { en: 'Write something first.', ru: 'Сначала напишите что-нибудь.' },
  refused: { en: 'Not accepted, please check:', ru: 'Не принято, посмотрите:' },
  old: { en: 'Waiting for more than a week:', ru: 'Ждёт больше недели:' },
  /** Only where the page that answers says nothing of its own: a form may publish, send or keep a draft. */
  arrived: { en: 'It has arrived.', ru: 'Дошло.' },
  offline: { en: 'No connection. This page is from', ru: 'Нет связи. Страница от' },
  show: labels.show,
  enter: labels.signIn,
  open: labels.open,
  list: { en: 'Waiting to be sent', ru: 'Ждёт отправки' },
  since: { en: 'since', ru: 'с' },
  photos: { en: 'files:', ru: 'файлов:' },
  tooOld: {
    en: 'It has waited for more than a week. If it arrived after all, it may be there twice. Send it?',
    ru: 'Ждёт больше недели. Если всё-таки дошло, может оказаться дважды. Отправить?',
  },
  sure: { en: 'Discard it? This cannot be undone.', ru: 'Выбросить? Вернуть будет нельзя.' },
  leaving: {
    en: 'Not sent yet and kept on this phone alone: {count}. It will be lost if you sign out. Sign out?',
    ru: 'На этом телефоне ждёт отправки: {count}. Если выйти, оно пропадёт. Всё равно выйти?',
  },
  send: { en: 'Send now', ru: 'Отправить сейчас' },
  mend: { en: 'Open and correct', ru: 'Открыть и исправить' },
  throw: { en: 'Discard', ru: 'Выбросить' },
  begun: { en: 'You began to write here on', ru: 'Вы начали писать здесь' },
  take: { en: 'Go on writing', ru: 'Продолжить' },
} as const satisfies Record<string, Text>;

/** Filled by the outbox script; hidden without it. */
export function OutboxBanner() {
  const language = useLanguage();
  const words: BannerTexts = {
    waits: texts.waits[language],
    sending: texts.sending[language],
    empty: texts.empty[language],
    signIn: texts.signIn[language],
    refused: texts.refused[language],
    old: texts.old[language],
    arrived: texts.arrived[language],
    offline: texts.offline[language],
    show: texts.show[language],
    enter: texts.enter[language],
    open: texts.open[language],
  };
  return (
    <div class="banner" role="status" data-outbox-banner data-words={JSON.stringify(words)} hidden>
      <Icon name="offline" />
      <span />
      <a class="link" href="/outbox">
        {words.show}
      </a>
    </div>
  );
}

/** Unsent forms on this device with their actions; filled by the outbox script. */
export function OutboxList() {
  const language = useLanguage();
  const words: ListTexts = {
    since: texts.since[language],
    photos: texts.photos[language],
    old: texts.tooOld[language],
    sure: texts.sure[language],
  };
  return (
    <div data-outbox-list data-words={JSON.stringify(words)} hidden>
      <Card heading={{ id: 'waiting', title: texts.list[language] }}>
        <ul class="waiting" />
      </Card>
      <template>
        <li>
          <b data-part="title" />
          <p class="small soft" data-part="since" />
          <p data-part="text" />
          <p class="refusal" data-part="refusal" />
          <Buttons>
            <ActionButton action="send" icon="send" text={texts.send} />
            <ActionButton action="mend" icon="write" text={texts.mend} />
            <ActionButton action="throw" icon="remove" text={texts.throw} isDanger />
          </Buttons>
        </li>
      </template>
    </div>
  );
}

function ActionButton(props: {
  action: string;
  icon: 'send' | 'write' | 'remove';
  text: Words;
  isDanger?: boolean | undefined;
}) {
  return (
    <span data-do={props.action}>
      <Button type="button" kind={props.isDanger ? 'quiet-danger' : 'quiet'} compact icon={props.icon}>
        {props.text}
      </Button>
    </span>
  );
}

/** Template that the outbox script puts in place of a form that waits for a connection. */
export function QueuedCard() {
  const language = useLanguage();
  const words: CardTexts = {
    onPhone: texts.onPhone[language],
    sending: texts.sending[language],
    signIn: texts.signIn[language],
    refused: texts.refused[language],
    arrived: texts.arrived[language],
  };
  return (
    <template data-queued-card>
      <div class="notice plain" role="status" tabIndex={-1} data-words={JSON.stringify(words)}>
        <Icon name="clock" />
        <div>
          <p>
            <b data-part="said" />
            <span class="small" data-part="text" />
          </p>
          <Buttons>
            <ActionButton action="back" icon="write" text={texts.back} />
          </Buttons>
        </div>
      </div>
    </template>
  );
}

/** Template that the outbox script puts above a form with a saved draft. */
export function DraftOffer() {
  return (
    <template data-draft-offer>
      <div class="notice plain" role="status">
        <Icon name="write" />
        <div>
          <p>
            {texts.begun} <span data-part="since" />
          </p>
          <Buttons>
            <ActionButton action="take" icon="write" text={texts.take} />
            <ActionButton action="throw" icon="remove" text={texts.throw} isDanger />
          </Buttons>
        </div>
      </div>
    </template>
  );
}
