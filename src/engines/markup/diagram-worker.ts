import { parentPort } from 'node:worker_threads';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { Text } from '../../base/i18n/text.ts';
import { announceReady } from '../../base/threads/thread-time.ts';
import { type DiagramSyntaxError, isFlowchart, parseFlowchart } from './mermaid-flowchart.ts';
import { checkMermaidSyntax } from './mermaid-syntax.ts';
import { sanitizeSvg } from './svg-sanitizer.ts';

export interface DiagramRequest {
  kind: 'mermaid' | 'dot';
  source: string;
}

/** 'load': load Graphviz, so that its load time does not count against a diagram. */
export type DiagramWork = DiagramRequest | 'load';

export type DiagramReply = { svg: string; words: string } | DiagramSyntaxError;

const nothingToDraw: Text = { en: 'there is nothing to draw', ru: 'рисовать нечего' };
const rendererFailed: Text = {
  en: 'the renderer gave up on it',
  ru: 'программа рисования с ней не справилась',
};
const maxSvgLength = 1_000_000;
/** For kinds that the renderer parses itself. */
const maxLines = 200;
const tooManyLines: Text = {
  en: `such a diagram has at most ${maxLines} lines`,
  ru: `в такой схеме может быть не больше ${maxLines} строк`,
};

/** Loaded with the first dot diagram: the WASM module is large and rarely needed. */
let graphviz: ReturnType<typeof loadGraphviz> | undefined;
async function loadGraphviz() {
  const { instance } = await import('@viz-js/viz');
  return instance();
}

async function draw({ kind, source }: DiagramRequest): Promise<DiagramReply> {
  const drawn = kind === 'mermaid' ? drawMermaid(source) : await drawDot(source);
  if (typeof drawn !== 'string') return drawn;
  if (drawn.length > maxSvgLength)
    return { mistake: { en: 'the drawing is too large', ru: 'рисунок слишком велик' }, line: 0 };
  const clean = sanitizeSvg(drawn);
  return clean.words === '' ? { mistake: nothingToDraw, line: findFirstLine(source) } : clean;
}

function drawMermaid(written: string): string | DiagramSyntaxError {
  // Front matter does not affect the picture; it is blanked but its lines are kept for line numbers.
  const source = written.replace(/^\s*---\n[\s\S]*?\n---(?=\n)/, (settings) =>
    settings.replace(/[^\n]/g, ''),
  );
  if (source.trim() === '') return { mistake: nothingToDraw, line: 1 };
  const read = isFlowchart(source) ? parseFlowchart(source) : checkOtherDiagram(source);
  if ('mistake' in read) return read;
  try {
    return renderMermaidSVG(read.source, { font: 'system-ui' });
  } catch (error) {
    return {
      mistake: formatRendererError(error instanceof Error ? error.message : ''),
      line: findFirstLine(source),
    };
  }
}

function checkOtherDiagram(source: string): { source: string } | DiagramSyntaxError {
  let count = 0;
  for (const [index, line] of source.split('\n').entries()) {
    if (line.trim() !== '') count += 1;
    if (count > maxLines) return { mistake: tooManyLines, line: index + 1 };
  }
  return checkMermaidSyntax(source);
}

/** Edge operators in the dot source; `a -- {b c}` counts as one, and the timeout covers the rest. */
const maxEdges = 1000;
const tooManyEdges: Text = {
  en: `a graph has at most ${maxEdges} edges`,
  ru: `в графе может быть не больше ${maxEdges} рёбер`,
};

async function drawDot(source: string): Promise<string | DiagramSyntaxError> {
  let edges = 0;
  for (const { index } of source.matchAll(/"(?:[^"\\]|\\[\s\S])*"|(->|--)/g)) {
    if (source[index] !== '"') edges += 1;
    if (edges > maxEdges) return { mistake: tooManyEdges, line: source.slice(0, index).split('\n').length };
  }
  graphviz ??= loadGraphviz();
  const result = (await graphviz).render(source, {
    format: 'svg',
    graphAttributes: { fontname: 'system-ui', bgcolor: 'transparent' },
    nodeAttributes: { fontname: 'system-ui' },
    edgeAttributes: { fontname: 'system-ui' },
  });
  const errors = result.errors.filter(({ level }) => level === 'error').map(({ message }) => message);
  const rendererMessage = errors[0]?.replace(/ in line \d+/, '') ?? '';
  if (result.status !== 'success') {
    // A line directive in the source (`# 100`) changes Graphviz's line numbers.
    const line = Number(/in line (\d{1,6})/.exec(errors[0] ?? '')?.[1] ?? 0);
    return {
      mistake: formatRendererError(rendererMessage),
      line: Math.min(line, source.split('\n').length - 1),
    };
  }
  if (errors.length === 0) return result.output;
  // Graphviz drops a label it cannot parse, quotes part of it and still reports success.
  const quoted = /\.\.\. (.+) \.\.\./.exec(errors.join(' '))?.[1];
  const lines = source.split('\n');
  return {
    mistake: formatRendererError(rendererMessage),
    line: quoted ? lines.findIndex((each) => each.includes(quoted)) + 1 : 0,
  };
}

/** The renderers' messages are in English only; they are quoted in both languages. */
function formatRendererError(message: string): Text {
  const shortMessage = message.replace(/\s+/g, ' ').trim().slice(0, 200).replace(/\.$/, '');
  return {
    en: shortMessage || 'it is not understood',
    ru: shortMessage === '' ? 'её не удалось разобрать' : `не разобрать (${shortMessage})`,
  };
}

/** An unknown header is reported at the first line that is neither empty nor a comment. */
function findFirstLine(source: string): number {
  const index = source.split('\n').findIndex((line) => line.trim() !== '' && !line.trim().startsWith('%%'));
  return index + 1;
}

async function load(): Promise<DiagramReply> {
  graphviz ??= loadGraphviz();
  await graphviz;
  return { svg: '', words: '' };
}

parentPort?.on('message', (work: DiagramWork) => {
  (work === 'load' ? load() : draw(work))
    .catch((): DiagramReply => {
      // A WASM module that crashed may be corrupt, so it is reloaded; its message is not useful.
      graphviz = undefined;
      return { mistake: rendererFailed, line: 0 };
    })
    .then((reply) => parentPort?.postMessage(reply));
});

// Warm-up: the first layout loads and compiles shared code, which must not count against a diagram's time limit.
drawMermaid('graph LR\n a --> b');
announceReady();
