/** Writes in place of what is selected, so that undoing takes it back; where a browser cannot, without that. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated, and the only way that keeps the browser's own history of the field.
  if (document.execCommand('insertText', false, text)) return;
  const { selectionStart, selectionEnd } = area;
  area.setRangeText(text, selectionStart, selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
