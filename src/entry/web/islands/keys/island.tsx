/**
 * Alt and a letter activate the button or link with that `data-key`. Matched by key position (`code`), independent
 * of the keyboard layout. Ignored while a text field has focus.
 */
const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'));

document.addEventListener('keydown', (event) => {
  const { altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing, code, target } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat || isComposing || isWriting(target)) return;
  const pressed = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(code)}"]`);
  if (!pressed) return;
  event.preventDefault();
  const needed = pressed.dataset.needs;
  const form = pressed.closest('form');
  const field = needed ? form?.elements.namedItem(needed) : null;
  if (field instanceof HTMLTextAreaElement && field.value.trim() === '') {
    field.closest('details')?.setAttribute('open', '');
    field.focus();
    return;
  }
  pressed.click();
});
