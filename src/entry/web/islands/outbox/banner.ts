import { isStale, type OutboxState } from './outbox.ts';

/** Texts of the banner, rendered by the server in the language of the page. */
export interface BannerTexts {
  readonly waits: string;
  readonly signIn: string;
  readonly refused: string;
  readonly old: string;
  readonly sent: string;
  readonly offline: string;
  readonly show: string;
  readonly enter: string;
  readonly open: string;
}

/** Shows the most important state of the outbox and one action. */
export function showBanner({ all, isStranger, sent }: OutboxState): void {
  const banner = document.querySelector<HTMLElement>('[data-outbox-banner]');
  if (!banner) return;
  const words: BannerTexts = JSON.parse(banner.dataset.words ?? '{}');
  const refused = all.filter(({ refusal }) => refusal !== undefined).length;
  const old = all.filter(isStale).length;
  const next = encodeURIComponent(location.pathname + location.search);
  const { kept } = document.documentElement.dataset;
  const [text, href, link] =
    isStranger && all.length > 0
      ? [words.signIn, `/login?next=${next}`, words.enter]
      : refused > 0
        ? [`${words.refused} ${refused}`, '/outbox', words.show]
        : old > 0
          ? [`${words.old} ${old}`, '/outbox', words.show]
          : all.length > 0
            ? [`${words.waits} ${all.length}`, '/outbox', words.show]
            : sent
              ? [`${words.sent} ${sent.text}`, sent.url, words.open]
              : kept
                ? [`${words.offline} ${formatTime(Date.parse(kept))}`, '', '']
                : ['', '', ''];
  banner.hidden = text === '';
  banner.classList.toggle('warn', isStranger || refused + old > 0);
  const [line, action] = [banner.querySelector('span'), banner.querySelector('a')];
  if (!line || !action) return;
  if (line.textContent !== text) line.textContent = text;
  const isHere = href === '/outbox' && document.querySelector('[data-outbox-list]') !== null;
  action.hidden = link === '' || isHere;
  action.textContent = link;
  action.href = href;
}

export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
}
