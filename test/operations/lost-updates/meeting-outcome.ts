import type { RowChange } from './row-changes.ts';

/**
 * What became of what the first wrote when the second wrote: `refused`; `same`, the second changed nothing; `new`, both
 * only added rows; `joined`, the second wrote over nothing of the first; `replaced`, the reply says what it wrote over;
 * `history`, a row keeps it; `own`, each wrote rows of the own account alone; `lost`.
 */
export type MeetingOutcome = 'refused' | 'same' | 'new' | 'joined' | 'replaced' | 'history' | 'own' | 'lost';

/** Moments, counters and secrets: they say nothing that a person wrote. */
const bookkeeping =
  /(_at|_on|_until|_count|_total|_hash|_version|_seq|^version|^code|^token\w*|^search\w*|_by|^author_id)$/;
const ofAccount = ['account_id', 'author_id', 'uploaded_by', 'created_by'];

export function judgeMeeting(
  first: readonly RowChange[],
  second: readonly RowChange[],
  reply: string,
  writer: string,
): MeetingOutcome {
  if (!second.some(saysSomething)) return 'same';
  const isNew = (changes: readonly RowChange[]) => changes.every(({ was }) => was === null);
  if (isNew(first) && isNew(second)) return 'new';
  const over = findWrittenOver(first, second);
  if (over.length === 0) return 'joined';
  const isOwn = ({ at, row }: WrittenOver) =>
    at.startsWith('account ') || ofAccount.some((column) => String(row[column]) === writer);
  const texts = over.map(({ value }) => JSON.stringify(value));
  if (reply.includes('"replaced":{') && texts.every((text) => reply.includes(text))) return 'replaced';
  const kept = [...first, ...second]
    .filter(({ was, is }) => was === null && is !== null)
    .map(({ is, table, key }) => ({ at: `${table} ${key}`, text: JSON.stringify(is) }));
  const isKept = ({ at, value }: WrittenOver) =>
    kept.some((row) => row.at !== at && row.text.includes(JSON.stringify(value)));
  if (over.every(isKept)) return 'history';
  return over.every(isOwn) ? 'own' : 'lost';
}

/** Whether more than moments and counters were written. */
function saysSomething({ table, was, is }: RowChange): boolean {
  if (table === 'audit_entry') return false;
  if (was === null || is === null) return true;
  return Object.keys(is).some(
    (column) => !bookkeeping.test(column) && JSON.stringify(was[column]) !== JSON.stringify(is[column]),
  );
}

/** Of several writers at once: what a later one changed and neither a reply nor another row has. */
export function findLostAmong(changes: readonly RowChange[], replies: string, writer: string): string[] {
  const transactions = [...new Set(changes.map(({ transaction }) => transaction))];
  const of = (transaction: string | undefined) => changes.filter((each) => each.transaction === transaction);
  return transactions.slice(1).flatMap((transaction, place) => {
    const earlier = transactions.slice(0, place + 1).flatMap(of);
    return judgeMeeting(earlier, of(transaction), replies, writer) === 'lost'
      ? findWrittenOver(earlier, of(transaction)).map(({ at, column }) => `${at.split(' ')[0]}.${column}`)
      : [];
  });
}

interface WrittenOver {
  at: string;
  column: string;
  value: unknown;
  row: Record<string, unknown>;
}

/** Values that the first wrote and the second changed or deleted. */
export function findWrittenOver(first: readonly RowChange[], second: readonly RowChange[]): WrittenOver[] {
  const written = new Map<string, Record<string, unknown>>();
  for (const { table, key, was, is } of first) {
    const at = `${table} ${key}`;
    for (const [column, value] of Object.entries(is ?? {})) {
      const isWritten = was === null || JSON.stringify(was[column]) !== JSON.stringify(value);
      if (isWritten) written.set(at, { ...written.get(at), [column]: value });
    }
  }
  return second.flatMap(({ table, key, was, is }) => {
    const at = `${table} ${key}`;
    if (was === null || table === 'audit_entry') return [];
    return Object.entries(written.get(at) ?? {})
      .filter(
        ([column, value]) =>
          !bookkeeping.test(column) &&
          value !== null &&
          value !== '' &&
          JSON.stringify(was[column]) === JSON.stringify(value) &&
          JSON.stringify(is?.[column]) !== JSON.stringify(value),
      )
      .map(([column, value]) => ({ at, column, value, row: was }));
  });
}
