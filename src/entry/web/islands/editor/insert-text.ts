/** Replaces the selection so that undo works; browsers without execCommand get it without undo. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated, but the only API that keeps the undo history of the field.
  if (document.execCommand('insertText', false, text)) return;
  const { selectionStart, selectionEnd } = area;
  area.setRangeText(text, selectionStart, selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
