const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*(\w*)/;
const diagramKinds = new Set(['mermaid', 'dot', 'graphviz']);

/** The text with all lines but those of diagrams blanked; empty when there are none. */
export function extractDiagrams(text: string): string {
  if (!/`{3}|~{3}/.test(text)) return '';
  let open: { readonly mark: string; readonly isDiagram: boolean } | undefined;
  let last = 0;
  const lines = text.split('\n').map((line, index) => {
    const [, mark = '', kind = ''] = fence.exec(line) ?? [];
    const begins =
      open === undefined &&
      mark !== '' &&
      !(mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`'));
    if (begins) open = { mark, isDiagram: diagramKinds.has(kind.toLowerCase()) };
    const isKept = open?.isDiagram ?? false;
    if (isKept) last = index + 1;
    if (!begins && open && mark.startsWith(open.mark) && line.trim() === mark) open = undefined;
    return isKept ? line : '';
  });
  return lines.slice(0, last).join('\n');
}
