import { findRegion, swapRegion } from '../regions.ts';
import { hearNews, type News } from './stream.ts';

/**
 * A region marked `data-live="messages tasks"` is read again when there is news of one of these kinds, and once a minute
 * while somebody looks. The server answers with the page as always. Nothing is swapped away under somebody who writes.
 */
const everyMilliseconds = 60_000;
/** News that come together are read together. */
const gatherMilliseconds = 300;

const { account } = document.documentElement.dataset;
let readAt = performance.now();
let stale: Set<string> | null = null;
let gathering: ReturnType<typeof setTimeout> | undefined;
let isReading = false;

if (account) {
  const stream = hearNews(account, note);
  setInterval(() => {
    // The frame alone is not worth a request while the stream would tell.
    if (!stream.isAlive() || document.querySelector('main [data-live]')) note(['*']);
  }, everyMilliseconds);
  document.addEventListener('visibilitychange', () => {
    if (performance.now() - readAt > everyMilliseconds) note(['*']);
    else readSoon();
  });
}

function note(news: News): void {
  stale ??= new Set();
  for (const kind of news) stale.add(kind);
  readSoon();
}

function readSoon(): void {
  if (!stale || gathering || isReading || document.hidden) return;
  gathering = setTimeout(() => {
    gathering = undefined;
    isReading = true;
    read()
      // No line just now; the next minute asks again.
      .catch(() => {})
      .finally(() => {
        isReading = false;
        readSoon();
      });
  }, gatherMilliseconds);
}

async function read(): Promise<void> {
  const news = stale ?? new Set();
  stale = null;
  readAt = performance.now();
  const isFresh = ({ dataset }: HTMLElement) =>
    news.has('*') || dataset.live?.split(' ').some((kind) => kind === '*' || news.has(kind));
  const names = [...document.querySelectorAll<HTMLElement>('[data-region][data-live]')]
    .filter(isFresh)
    .map(({ dataset }) => dataset.region as string);
  if (names.length === 0) return;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // Signed out meanwhile, or somebody else signed in: what is shown here is theirs no more.
  if (page.documentElement.dataset.account !== undefined && page.documentElement.dataset.account !== account)
    location.reload();
  if (!answer.ok) return;
  for (const name of names) {
    const [region, fresh] = [findRegion(document, name), findRegion(page, name)];
    if (region && fresh && !isInUse(region)) swapRegion(name, fresh);
  }
}

/** Somebody has begun to write, or has chosen something. */
function isInUse(region: HTMLElement): boolean {
  if (region.ariaBusy === 'true') return true;
  return [...region.querySelectorAll<HTMLInputElement>('input, textarea, select')].some((field) => {
    if (field instanceof HTMLSelectElement)
      return field.selectedIndex > 0 && !field.selectedOptions[0]?.defaultSelected;
    const isChoice = field.type === 'checkbox' || field.type === 'radio';
    return isChoice ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
