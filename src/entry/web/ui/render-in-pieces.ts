import { randomBytes } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { type TurnOwner, takeFirstTurn, takeTurn } from '../../../base/threads/loop-turns.ts';
import { type Postponed, postpone, renderUntil } from './render-html.ts';

/** Stands for what is postponed. Never sent, so that no text can contain it. */
const mark = randomBytes(16).toString('hex');

/**
 * Renders components to HTML in pieces, for pages of any length: what is not rendered at the deadline of a turn waits
 * for the next one. The order is that of the document. An ordinary page is rendered in the first turn.
 */
export async function renderInPieces(node: ComponentChildren, owner: TurnOwner): Promise<string[]> {
  const pieces: string[] = [];
  const waiting: (string | Postponed)[] = [postpone(node)];
  const work = (deadline: number) => {
    do {
      const next = waiting.pop();
      if (next === undefined) return;
      if (typeof next === 'string') pieces.push(next);
      else waiting.push(...renderUntil(deadline, next, mark).reverse());
    } while (waiting.length > 0 && performance.now() < deadline);
  };
  await takeFirstTurn(owner, work);
  while (waiting.length > 0) await takeTurn(owner, work);
  return pieces;
}
