import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { BoardQueueKind } from '../../../../domain/rules/board.ts';
import { list_board_queue } from '../../../../features/actions/list_board_queue.ts';
import { toWaitingItem } from '../../loaders/waiting-items.ts';
import { definePage, type FormRequest, type PageRequest, Redirect } from '../../page/page.ts';

export const texts = {
  title: { en: 'Next one', ru: 'Следующая' },
} as const satisfies Record<string, Text>;

/** Kinds decided one after another; requests are tasks and have their own pages. */
const queueKinds = ['claim', 'correction', 'report'] as const satisfies readonly BoardQueueKind[];
export type QueueKind = (typeof queueKinds)[number];

/** Query and form field: after the decision, redirect to the next item of the queue. */
export const queueField = 'queue';

export function buildNextPath(settlement: string, kind: QueueKind, after?: string): string {
  const query = new URLSearchParams({ kind, ...(after && { after }) });
  return `${fillPath(paths.boardNext, { settlement })}?${query}`;
}

/** URL of the next waiting item; the board page if there is none. */
async function findNextPath(
  settlement: string,
  kind: QueueKind,
  after: string,
  { call }: PageRequest,
): Promise<string> {
  const filter = { settlement, kind, limit: 1, ...(isId(after) && { after }) };
  const { waiting } = await call(list_board_queue, filter);
  const [found] = waiting.map((row) => toWaitingItem(settlement, row));
  return found ? `${found.href}?${queueField}=1` : `${fillPath(paths.board, { settlement })}?kind=${kind}`;
}

/** Redirect target after a decision: the next item in queue mode, else the list. */
export function choosePathAfterDecision(
  settlement: string,
  kind: QueueKind,
  decided: string,
  pageRequest: FormRequest,
) {
  return pageRequest.text(queueField) === '1'
    ? findNextPath(settlement, kind, decided, pageRequest)
    : fillPath(paths.board, { settlement });
}

export const boardNextPage = definePage({
  path: paths.boardNext,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const kind = queueKinds.find((each) => each === pageRequest.text('kind')) ?? 'claim';
    return new Redirect(await findNextPath(settlement, kind, pageRequest.text('after'), pageRequest));
  },
  render: () => null,
});
