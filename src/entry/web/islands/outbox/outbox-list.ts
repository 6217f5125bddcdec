import { formatTime } from './banner.ts';
import { correctedEntryKey, type OutboxEntry } from './device-store.ts';
import { isStale, type Outbox, type OutboxState } from './outbox.ts';
import { submitAsPage } from './send-entry.ts';

/** Texts of the list, rendered by the server in the language of the page. */
export interface ListTexts {
  readonly since: string;
  readonly photos: string;
  readonly old: string;
  readonly sure: string;
}

/** Renders each entry with its title, age, reason of refusal and actions. */
export function createOutboxList(place: HTMLElement, account: string) {
  const words: ListTexts = JSON.parse(place.dataset.words ?? '{}');
  const [template, rows] = [place.querySelector('template'), place.querySelector('ul')];
  const none = document.querySelector<HTMLElement>('[data-outbox-none]');
  return ({ all }: OutboxState, outbox: Outbox): void => {
    place.hidden = all.length === 0;
    if (none) none.hidden = all.length > 0;
    rows?.replaceChildren(...all.map((entry) => draw(entry, outbox)));
  };

  function draw(entry: OutboxEntry, outbox: Outbox): Node {
    const row = template?.content.cloneNode(true) as DocumentFragment;
    const say = (part: string, text: string) => {
      const element = row.querySelector<HTMLElement>(`[data-part="${part}"]`);
      if (element) element.textContent = text;
      if (element && !text) element.hidden = true;
    };
    const files = entry.fields.filter(([, value]) => value instanceof File).length;
    say('title', entry.title);
    say('since', `${words.since} ${formatTime(entry.at)}${files > 0 ? ` · ${words.photos} ${files}` : ''}`);
    say('text', entry.text);
    say('refusal', entry.refusal ?? (isStale(entry) ? words.old : ''));
    const on = (action: string, act: () => unknown) =>
      row.querySelector(`[data-do="${action}"]`)?.addEventListener('click', act);
    on('send', () => outbox.sendNow(entry));
    on('throw', () => confirm(words.sure) && outbox.throwAway(entry));
    on('mend', () => {
      sessionStorage.setItem(correctedEntryKey, entry.id);
      return submitAsPage(entry, account);
    });
    if (entry.refusal === undefined) row.querySelector('[data-do="mend"]')?.remove();
    else row.querySelector('[data-do="send"]')?.remove();
    return row;
  }
}
