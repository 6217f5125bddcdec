import { findRegion, swapRegion } from '../regions.ts';
import { type ChangedKinds, subscribeToEvents } from './event-stream.ts';

/**
 * Regions marked `data-live="messages tasks"` are fetched again when an event of one of these kinds arrives, and
 * once a minute while the page is visible. A region with unsaved input is not replaced.
 */
const refreshIntervalMs = 60_000;
/** Events within this time share one request. */
const batchDelayMs = 300;

const { account } = document.documentElement.dataset;
let refreshedAt = performance.now();
let staleKinds: Set<string> | null = null;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let isRefreshing = false;

if (account) {
  const stream = subscribeToEvents(account, markStale);
  setInterval(() => {
    // Navigation counters need no polling while the event stream is alive.
    if (!stream.isAlive() || document.querySelector('main [data-live]')) markStale(['*']);
  }, refreshIntervalMs);
  document.addEventListener('visibilitychange', () => {
    if (performance.now() - refreshedAt > refreshIntervalMs) markStale(['*']);
    else scheduleRefresh();
  });
}

function markStale(news: ChangedKinds): void {
  staleKinds ??= new Set();
  for (const kind of news) staleKinds.add(kind);
  scheduleRefresh();
}

function scheduleRefresh(): void {
  if (!staleKinds || refreshTimer || isRefreshing || document.hidden) return;
  refreshTimer = setTimeout(() => {
    refreshTimer = undefined;
    isRefreshing = true;
    refreshRegions()
      // Offline: retried in a minute.
      .catch(() => {})
      .finally(() => {
        isRefreshing = false;
        scheduleRefresh();
      });
  }, batchDelayMs);
}

async function refreshRegions(): Promise<void> {
  const news = staleKinds ?? new Set();
  staleKinds = null;
  refreshedAt = performance.now();
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
