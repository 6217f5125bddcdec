import { insertText } from './insert-text.ts';

/** Buttons over a text: each writes the marks that make what is selected bold, a heading, a list or a link. */
const tools: Readonly<Record<string, (area: HTMLTextAreaElement) => void>> = {
  bold: (area) => wrap(area, '**', '**'),
  link: (area) => wrap(area, '[', '](https://)'),
  heading: (area) => startLines(area, '## '),
  list: (area) => startLines(area, '- '),
  undo(area) {
    area.focus();
    document.execCommand('undo');
  },
};

function wrap(area: HTMLTextAreaElement, before: string, after: string): void {
  const taken = area.value.slice(area.selectionStart, area.selectionEnd);
  const selected = taken.trim();
  // Marks beside a space are no marks.
  const start = area.selectionStart + taken.indexOf(selected);
  area.setSelectionRange(start, start + selected.length);
  insertText(area, `${before}${selected}${after}`);
  // What was selected stays so; with nothing selected one writes between the marks.
  area.setSelectionRange(start + before.length, start + before.length + selected.length);
}

/** Every line of the selection begins with the mark, or none does any more. */
function startLines(area: HTMLTextAreaElement, mark: string): void {
  const { value } = area;
  const start = value.lastIndexOf('\n', area.selectionStart - 1) + 1;
  const lines = value.slice(start, area.selectionEnd).split('\n');
  const isSet = lines.every((line) => line.startsWith(mark));
  const next = lines.map((line) => (isSet ? line.slice(mark.length) : mark + line)).join('\n');
  area.setSelectionRange(start, area.selectionEnd);
  insertText(area, next);
  area.setSelectionRange(start + next.length, start + next.length);
}

for (const bar of document.querySelectorAll<HTMLElement>('[data-island="toolbar"]')) {
  const area = bar.parentElement?.querySelector('textarea');
  if (!area) continue;
  bar.hidden = false;
  // The field keeps its selection while a button is pressed.
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
  bar.addEventListener('click', (event) => {
    const tool = (event.target as Element).closest<HTMLElement>('[data-tool]')?.dataset.tool;
    tools[tool ?? '']?.(area);
  });
}
