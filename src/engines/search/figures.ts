import type { Text } from '../../base/i18n/text.ts';
import type { DiagramRequest } from '../markup/diagram-worker.ts';
import type { DrawnDiagram } from '../markup/diagrams.ts';
import type { Markdown } from '../markup/markdown.ts';
import { type FigureDraft, hashText } from './passage.ts';

/** Why a body cannot be saved, with the line in it. */
export interface DiagramError {
  line: number;
  message: Text;
}

export interface DrawnFigures {
  figures: FigureDraft[];
  mistakes: DiagramError[];
}

const maxDiagrams = 60;
const maxFigures = 500;
/** Limit per text, so that one text cannot occupy the worker thread. */
const maxTotalMs = 4_000;

/** Draws the diagrams of a text and collects its pictures, in reading order. */
export async function drawFigures(
  markdown: Pick<Markdown, 'figures'>,
  drawer: { draw(request: DiagramRequest): Promise<DrawnDiagram> },
  mostMilliseconds = maxTotalMs,
): Promise<DrawnFigures> {
  const figures: FigureDraft[] = [];
  const mistakes: DiagramError[] = [];
  let spent = 0;
  let diagrams = 0;
  for (const source of markdown.figures.slice(0, maxFigures + 1)) {
    if (source.number > maxFigures) {
      mistakes.push(
        describe(
          source.line,
          `at most ${maxFigures} figures fit one article`,
          `не больше ${maxFigures} рисунков в статье`,
        ),
      );
      break;
    }
    const { number, kind, caption } = source;
    if (source.kind === 'picture') {
      const { mediaId } = source;
      figures.push({
        number,
        kind,
        caption,
        words: caption,
        svg: null,
        mediaId,
        hash: hashText(`picture ${mediaId}`),
      });
      continue;
    }
    diagrams += 1;
    if (diagrams > maxDiagrams) {
      mistakes.push(
        describe(
          source.line,
          `at most ${maxDiagrams} diagrams fit one article`,
          `не больше ${maxDiagrams} схем в статье`,
        ),
      );
      break;
    }
    if (spent > mostMilliseconds) {
      mistakes.push(
        describe(source.line, 'the diagrams take too long to draw', 'схемы рисуются слишком долго'),
      );
      break;
    }
    const reply = await drawer.draw({ kind: source.kind, source: source.source });
    spent += reply.milliseconds;
    if ('mistake' in reply) {
      // `source.line` is the fence, one line above the diagram's first.
      const line = source.line + reply.line;
      mistakes.push(
        describe(
          line,
          `the ${kind} diagram cannot be drawn: ${reply.mistake.en}`,
          `схему ${kind} нарисовать нельзя: ${reply.mistake.ru}`,
        ),
      );
      if (reply.isGivenUp) break;
    } else {
      figures.push({
        number,
        kind,
        caption,
        words: reply.words,
        svg: reply.svg,
        mediaId: null,
        hash: hashText(reply.svg),
      });
    }
  }
  return { figures, mistakes };
}

function describe(line: number, en: string, ru: string): DiagramError {
  return { line, message: { en: `Line ${line}: ${en}.`, ru: `Строка ${line}: ${ru}.` } };
}
