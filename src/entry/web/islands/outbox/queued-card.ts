import { setIcon } from './banner.ts';
import type { OutboxEntry } from './device-store.ts';
import type { OutboxState } from './outbox.ts';

/** Texts of the card, rendered by the server in the language of the page. */
export interface CardTexts {
  readonly onPhone: string;
  readonly sending: string;
  readonly signIn: string;
  readonly refused: string;
  readonly arrived: string;
}

/**
 * Takes the place of a form that could not be sent yet, and says at each moment where its text is: on the phone, under
 * way, delivered. What can be done about it stands in the banner. The emptied form comes back by its button, so that a
 * second tap cannot send it once more; a form of buttons alone is taken back by it.
 */
export function showQueuedCard(
  form: HTMLFormElement,
  entry: OutboxEntry,
  takeBack: () => Promise<void>,
): (state: OutboxState) => void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-queued-card]');
  const card = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (!card) return () => {};
  const words: CardTexts = JSON.parse(card.dataset.words ?? '{}');
  const [message, text] = ['said', 'text'].map((part) => card.querySelector(`[data-part="${part}"]`));
  if (text) text.textContent = entry.text;
  const back = card.querySelector('[data-do="back"]');
  const isTakenBack = form.dataset.takeBack !== undefined;
  if (back && isTakenBack) back.textContent = form.dataset.takeBack ?? '';
  back?.addEventListener('click', () => {
    if (isTakenBack) void takeBack();
    card.remove();
    form.hidden = false;
    form.querySelector<HTMLElement>('textarea, input:not([type="hidden"])')?.focus();
  });
  form.hidden = true;
  form.before(card);
  return (state) => {
    const [line, icon] = describe(state, entry.id, words);
    if (message && message.textContent !== line) message.textContent = line;
    setIcon(card, icon);
  };
}

function describe(
  { all, isStranger, sending, sent }: OutboxState,
  id: string,
  words: CardTexts,
): readonly [text: string, icon: string] {
  const entry = all.find((each) => each.id === id);
  if (!entry) return [(sent?.id === id && sent.text) || words.arrived, 'check'];
  if (sending) return [`${words.sending} ${sending.percent}\u00a0%`, 'send'];
  if (entry.refusal !== undefined) return [`${words.refused} ${entry.refusal}`, 'alert'];
  return isStranger ? [words.signIn, 'lock'] : [words.onPhone, 'clock'];
}
