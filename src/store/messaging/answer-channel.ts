import type { Db } from '../../base/db/connect.ts';

/** NOTIFY channel for answers to an MCP elicitation that another instance started. */
export const answerChannel = 'mcp_answer';

/** NOTIFY payloads are limited to 8,000 bytes; longer answers are dropped. */
const longest = 7_500;

export async function tellAnswer(db: Db, answer: object): Promise<void> {
  const payload = JSON.stringify(answer);
  if (Buffer.byteLength(payload) > longest) return;
  await db`select pg_notify(${answerChannel}, ${payload})`;
}
