/** Per cent of what is sent, where that is known; `sent` at the end; null when it did not get there. */
export type FormProgress = number | undefined | 'sent' | null;

/** Says at the end of a form that it is being sent, how much of it has been, and that it has arrived. */
export function showFormProgress(form: HTMLFormElement, percent: FormProgress): void {
  const line = form.querySelector<HTMLElement>(':scope > .form-progress');
  form.ariaBusy = percent === null ? null : 'true';
  if (percent === null) return void line?.remove();
  const [label, share] = (line ?? appendLine(form)).children;
  const { sending = '…', sent = '' } = readWords();
  const text = percent === 'sent' ? sent : sending;
  if (label && label.textContent !== text) label.textContent = text;
  if (share) share.textContent = typeof percent === 'number' ? `${percent}\u00a0%` : '';
}

/** Words rendered by the server in the language of the page. */
function readWords(): { sending?: string; sent?: string } {
  return JSON.parse(document.querySelector<HTMLElement>('[data-outbox-banner]')?.dataset.words ?? '{}');
}

function appendLine(form: HTMLFormElement): HTMLElement {
  const line = document.createElement('p');
  line.className = 'form-progress';
  line.setAttribute('role', 'status');
  const share = document.createElement('span');
  // A screen reader says once that it is being sent, not every percent.
  share.ariaHidden = 'true';
  line.append(document.createElement('span'), ' ', share);
  form.append(line);
  line.scrollIntoView({ block: 'nearest' });
  return line;
}
