import type { Text } from '../../i18n/text.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useLanguage } from './language.ts';

export const texts = {
  done: { en: 'ready', ru: 'готово' },
  sending: { en: 'sending', ru: 'отправляется' },
  waiting: { en: 'waits for a connection', ru: 'ждёт связи' },
  failed: { en: 'not sent', ru: 'не отправлено' },
  again: { en: 'Try again', ru: 'Повторить' },
  remove: { en: 'Take away', ru: 'Убрать' },
  add: { en: 'Add', ru: 'Добавить' },
} as const satisfies Record<string, Text>;

export type Shot = {
  readonly src: string;
  /** What is on it. */
  readonly alt: string;
  readonly state: 'done' | 'sending' | 'waiting' | 'failed';
  /** Per cent sent. */
  readonly sent?: number;
  /** Why it failed. */
  readonly fault?: string;
  /** The value of the button that takes it away. */
  readonly id: string;
};

const signs: Record<Shot['state'], IconName> = {
  done: 'check',
  sending: 'retry',
  waiting: 'offline',
  failed: 'alert',
};

/** Photographs of something being written, each with a state of its own; the last tile adds. */
export function PhotoStrip({ shots, field = 'photos' }: { shots: readonly Shot[]; field?: string }) {
  const language = useLanguage();
  return (
    <ul class="photo-strip">
      {shots.map((shot) => (
        <li key={shot.id} class={`shot ${shot.state}`}>
          <div class="pic">
            <img src={shot.src} alt={shot.alt} width="160" height="120" />
            <button class="icon-button" type="submit" name="remove" value={shot.id}>
              <Icon name="close" />
              <span class="unseen">{`${texts.remove[language]}: ${shot.alt}`}</span>
            </button>
            {shot.state === 'sending' && (
              <progress max="100" value={shot.sent} aria-label={`${texts.sending[language]}: ${shot.alt}`} />
            )}
          </div>
          <div class="how">
            <Icon name={signs[shot.state]} size="s" />
            {shot.fault ?? texts[shot.state][language]}
            {shot.state === 'sending' && shot.sent !== undefined && ` ${shot.sent}\u00a0%`}
          </div>
          {shot.state === 'failed' && (
            <Button
              type="submit"
              name="again"
              value={shot.id}
              kind="quiet-danger"
              compact
              icon="retry"
              about={shot.alt}
            >
              {texts.again[language]}
            </Button>
          )}
        </li>
      ))}
      <li class="shot">
        <label class="add-shot">
          <Icon name="camera" />
          {texts.add[language]}
          <input class="unseen" type="file" name={field} accept="image/*" multiple />
        </label>
      </li>
    </ul>
  );
}

/** Photographs to look at: square previews that lead to the whole picture. */
export function Photos({ photos }: { photos: readonly { href: string; src: string; alt: string }[] }) {
  return (
    <ul class="photos">
      {photos.map(({ href, src, alt }) => (
        <li key={href} class="photo">
          <a href={href}>
            <img src={src} alt={alt} width="160" height="160" loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}
