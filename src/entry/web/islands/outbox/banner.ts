import type { OutboxEntry } from './device-store.ts';
import { isStale, type OutboxState } from './outbox.ts';

/** Texts of the banner, rendered by the server in the language of the page. */
export interface BannerTexts {
  readonly waits: string;
  readonly sending: string;
  /** Where a field has no words of its own. */
  readonly empty: string;
  readonly signIn: string;
  readonly refused: string;
  readonly old: string;
  readonly arrived: string;
  readonly offline: string;
  readonly show: string;
  readonly enter: string;
  readonly open: string;
}

export function readBannerTexts(): BannerTexts {
  return JSON.parse(document.querySelector<HTMLElement>('[data-outbox-banner]')?.dataset.words ?? '{}');
}

/** On the sign-in page, which belongs to no account: says only that something waits. */
export function showSignInBanner(): void {
  const state = { all: [{ id: '', at: 0 } as OutboxEntry], isStranger: true };
  showBanner(state);
  const link = document.querySelector<HTMLElement>('[data-outbox-banner] a');
  if (link) link.hidden = true;
}

/** Shows the most important state of the outbox and one action. */
export function showBanner({ all, isStranger, sending, sent }: OutboxState): void {
  const banner = document.querySelector<HTMLElement>('[data-outbox-banner]');
  if (!banner) return;
  const words = readBannerTexts();
  const refused = all.filter(({ refusal }) => refusal !== undefined).length;
  const old = all.filter(isStale).length;
  const next = encodeURIComponent(location.pathname + location.search);
  const { kept } = document.documentElement.dataset;
  const [text, href, link, icon] =
    isStranger && all.length > 0
      ? [words.signIn, `/login?next=${next}`, words.enter, 'lock']
      : sending
        ? [`${words.sending} ${sending.percent}\u00a0%`, '/outbox', words.show, 'send']
        : refused > 0
          ? [`${words.refused} ${refused}`, '/outbox', words.show, 'alert']
          : old > 0
            ? [`${words.old} ${old}`, '/outbox', words.show, 'history']
            : all.length > 0
              ? [`${words.waits} ${all.length}`, '/outbox', words.show, 'clock']
              : sent
                ? [sent.text || words.arrived, sent.url, words.open, 'check']
                : kept
                  ? [`${words.offline} ${formatTime(Date.parse(kept))}`, '', '', 'offline']
                  : ['', '', '', 'check'];
  banner.hidden = text === '';
  banner.classList.toggle('warn', isStranger || refused + old > 0);
  const [line, action] = [banner.querySelector('span'), banner.querySelector('a')];
  if (!line || !action) return;
  if (line.textContent !== text) line.textContent = text;
  setIcon(banner, icon);
  const isHere = href === '/outbox' && document.querySelector('[data-outbox-list]') !== null;
  action.hidden = link === '' || isHere;
  action.textContent = link;
  action.href = href;
}

/** The sprite of all icons is one file. */
export function setIcon(place: Element, name: string): void {
  const use = place.querySelector('use');
  const href = use?.getAttribute('href') ?? '';
  use?.setAttribute('href', `${href.split('#')[0]}#${name}`);
}

export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
}
