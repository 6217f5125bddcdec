import type { Db } from '../../base/db/connect.ts';

/** The channel on which instances hear what somebody answered to a question that another instance asked. */
export const answerChannel = 'mcp_answer';

/** PostgreSQL carries less than 8,000 bytes; a longer answer is nobody's yes. */
const longest = 7_500;

export async function tellAnswer(db: Db, answer: object): Promise<void> {
  const payload = JSON.stringify(answer);
  if (Buffer.byteLength(payload) > longest) return;
  await db`select pg_notify(${answerChannel}, ${payload})`;
}
