import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { BoardMatter } from '../../../../domain/rules/board.ts';
import { list_board_queue } from '../../../../features/actions/list_board_queue.ts';
import { definePage, GoTo, type Posted, type Visit } from '../../page/page.ts';
import { showQueued } from '../today/waiting.ts';
import { isIdentifier } from './decided.ts';

export const texts = {
  title: { en: 'Next one', ru: 'Следующая' },
} as const satisfies Record<string, Text>;

/** Kinds decided one after another; requests are tasks and have their own pages. */
const inTurn = ['claim', 'correction', 'report'] as const satisfies readonly BoardMatter[];
export type InTurn = (typeof inTurn)[number];

/** Query and form field: after the decision, redirect to the next item of the queue. */
export const queueField = 'queue';

export function nextPath(settlement: string, kind: InTurn, after?: string): string {
  const query = new URLSearchParams({ kind, ...(after && { after }) });
  return `${fillPath(paths.boardNext, { settlement })}?${query}`;
}

/** URL of the next waiting item; the board page if there is none. */
async function findNext(settlement: string, kind: InTurn, after: string, { act }: Visit): Promise<string> {
  const asked = { settlement, kind, limit: 1, ...(isIdentifier(after) && { after }) };
  const { waiting } = await act(list_board_queue, asked);
  const [found] = waiting.map((row) => showQueued(settlement, row));
  return found ? `${found.href}?${queueField}=1` : `${fillPath(paths.board, { settlement })}?kind=${kind}`;
}

/** Redirect target after a decision: the next item in queue mode, else the list. */
export function afterDecision(settlement: string, kind: InTurn, decided: string, visit: Posted) {
  return visit.text(queueField) === '1'
    ? findNext(settlement, kind, decided, visit)
    : fillPath(paths.board, { settlement });
}

export const boardNextPage = definePage({
  path: paths.boardNext,
  for: 'signed-in',
  texts,
  async load({ settlement }, visit) {
    const kind = inTurn.find((each) => each === visit.text('kind')) ?? 'claim';
    return new GoTo(await findNext(settlement, kind, visit.text('after'), visit));
  },
  render: () => null,
});
