import { attachEach } from '../attach-each.ts';
import { insertText } from './insert-text.ts';

/** Each tool inserts markdown around or before the selection. */
const tools: Readonly<Record<string, (area: HTMLTextAreaElement) => void>> = {
  bold: (area) => wrapSelection(area, '**', '**'),
  link: (area) => wrapSelection(area, '[', '](https://)'),
  heading: (area) => toggleLinePrefix(area, '## '),
  list: (area) => toggleLinePrefix(area, '- '),
  undo(area) {
    area.focus();
    document.execCommand('undo');
  },
};

function wrapSelection(area: HTMLTextAreaElement, before: string, after: string): void {
  const taken = area.value.slice(area.selectionStart, area.selectionEnd);
  const selected = taken.trim();
  // Markdown marks next to a space have no effect: the selection is trimmed.
  const start = area.selectionStart + taken.indexOf(selected);
  area.setSelectionRange(start, start + selected.length);
  insertText(area, `${before}${selected}${after}`);
  // Keeps the selection; without one the cursor goes between the marks.
  area.setSelectionRange(start + before.length, start + before.length + selected.length);
}

/** Toggles the prefix on all selected lines. */
function toggleLinePrefix(area: HTMLTextAreaElement, mark: string): void {
  const { value } = area;
  const start = value.lastIndexOf('\n', area.selectionStart - 1) + 1;
  const lines = value.slice(start, area.selectionEnd).split('\n');
  const isSet = lines.every((line) => line.startsWith(mark));
  const next = lines.map((line) => (isSet ? line.slice(mark.length) : mark + line)).join('\n');
  area.setSelectionRange(start, area.selectionEnd);
  insertText(area, next);
  area.setSelectionRange(start + next.length, start + next.length);
}

attachEach('[data-island="toolbar"]', (bar) => {
  const area = bar.parentElement?.querySelector('textarea');
  if (!area) return;
  bar.hidden = false;
  // Keeps focus and selection in the field while a button is pressed.
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
  bar.addEventListener('click', (event) => {
    const tool = (event.target as Element).closest<HTMLElement>('[data-tool]')?.dataset.tool;
    tools[tool ?? '']?.(area);
  });
});
