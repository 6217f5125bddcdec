import { findRegion, swapRegion } from '../regions.ts';
import { hearNews, type News } from './stream.ts';

/**
 * Regions marked `data-live="messages tasks"` are fetched again when an event of one of these kinds arrives, and
 * once a minute while the page is visible. A region with unsaved input is not replaced.
 */
const everyMilliseconds = 60_000;
/** Events within this time share one request. */
const gatherMilliseconds = 300;

const { account } = document.documentElement.dataset;
let readAt = performance.now();
let stale: Set<string> | null = null;
let gathering: ReturnType<typeof setTimeout> | undefined;
let isReading = false;

if (account) {
  const stream = hearNews(account, note);
  setInterval(() => {
    // Navigation counters need no polling while the event stream is alive.
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
      // Offline: retried in a minute.
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
  // Signed out or another account: this content must not stay visible.
  if (page.documentElement.dataset.account !== undefined && page.documentElement.dataset.account !== account)
    location.reload();
  if (!answer.ok) return;
  for (const name of names) {
    const [region, fresh] = [findRegion(document, name), findRegion(page, name)];
    if (region && fresh && !isInUse(region)) swapRegion(name, fresh);
  }
}

/** Whether a field has been changed. */
function isInUse(region: HTMLElement): boolean {
  if (region.ariaBusy === 'true') return true;
  return [...region.querySelectorAll<HTMLInputElement>('input, textarea, select')].some((field) => {
    if (field instanceof HTMLSelectElement)
      return field.selectedIndex > 0 && !field.selectedOptions[0]?.defaultSelected;
    const isChoice = field.type === 'checkbox' || field.type === 'radio';
    return isChoice ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
