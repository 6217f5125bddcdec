import type { Db } from '../../base/db/connect.ts';

/** NOTIFY channel for answers to an MCP elicitation that another instance started. */
export const elicitationChannel = 'mcp_answer';

/** NOTIFY payloads are limited to 8,000 bytes; longer answers are dropped. */
const maxPayloadBytes = 7_500;

export async function publishElicitationAnswer(db: Db, answer: object): Promise<void> {
  const payload = JSON.stringify(answer);
  if (Buffer.byteLength(payload) > maxPayloadBytes) return;
  await db`select pg_notify(${elicitationChannel}, ${payload})`;
}
