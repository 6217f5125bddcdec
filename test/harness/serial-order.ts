/** One call of a history: when it was sent and answered, by a counter, and what it did. */
export interface HistoryEntry<Call, Answer> {
  sent: number;
  answered: number;
  call: Call;
  answer: Answer;
}

/**
 * Whether one order of the calls explains all answers, in which no call comes before one that was answered before it was
 * sent. `apply` returns the next state, or undefined where the answer does not fit the state.
 */
export function hasSerialOrder<Call, Answer, State>(
  history: readonly HistoryEntry<Call, Answer>[],
  start: State,
  apply: (state: State, call: Call, answer: Answer) => State | undefined,
): boolean {
  const refuted = new Set<string>();
  const search = (left: readonly number[], state: State): boolean => {
    if (left.length === 0) return true;
    const mark = `${left.join()} ${JSON.stringify(state)}`;
    if (refuted.has(mark)) return false;
    const entries = left.map((index) => history[index] as HistoryEntry<Call, Answer>);
    const firstAnswer = Math.min(...entries.map(({ answered }) => answered));
    for (const [position, { sent, call, answer }] of entries.entries()) {
      if (sent > firstAnswer) continue;
      const next = apply(state, call, answer);
      if (next !== undefined && search(left.toSpliced(position, 1), next)) return true;
    }
    refuted.add(mark);
    return false;
  };
  return search([...history.keys()], start);
}
