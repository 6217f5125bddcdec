/**
 * Saves a form of switches at every change: the form is sent with `only`, the name of the field that changed. Without
 * script, and when saving fails, there is its button.
 */
export interface SaveAtOnceProps {
  readonly saving: string;
  readonly saved: string;
  readonly failed: string;
}

for (const box of document.querySelectorAll<HTMLElement>('[data-island="save-at-once"]')) {
  const form = box.querySelector('form');
  const status = box.querySelector('output');
  const button = box.querySelector<HTMLElement>('[data-save]');
  if (form && status && button)
    saveAtOnce(form, status, button, JSON.parse(box.dataset.props ?? '{}') as SaveAtOnceProps);
}

function saveAtOnce(
  form: HTMLFormElement,
  status: HTMLOutputElement,
  button: HTMLElement,
  words: SaveAtOnceProps,
): void {
  button.hidden = true;
  let last = Promise.resolve();
  let waiting = 0;
  form.addEventListener('change', ({ target }) => {
    const { name } = target as HTMLInputElement;
    status.textContent = words.saving;
    waiting += 1;
    // One after another: each sending needs the key that the answer to the one before brings.
    last = last
      .then(() => send(form, name))
      .then(
        () => {
          waiting -= 1;
          if (waiting === 0 && button.hidden) status.textContent = words.saved;
        },
        () => {
          waiting -= 1;
          status.textContent = words.failed;
          button.hidden = false;
        },
      );
  });
}

async function send(form: HTMLFormElement, only: string): Promise<void> {
  const body = new URLSearchParams(new FormData(form) as never);
  body.set('only', only);
  const answer = await fetch(form.action, { method: 'POST', body });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector(`form[id="${CSS.escape(form.id)}"]`);
  if (!answer.ok || !answer.redirected || !fresh) throw new Error('not saved');
  for (const field of form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')) {
    const next = fresh.querySelector<HTMLInputElement>(`[name="${CSS.escape(field.name)}"]`);
    if (next) field.value = next.value;
  }
}
