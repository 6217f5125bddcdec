import type { Pool } from '../../src/base/db/connect.ts';
import { handle as listSettlements } from './settlements.ts';
import { findAccountByToken } from './token-cache.ts';

interface Rpc {
  id: number;
  method: string;
  params: { name: string; arguments: { cursor?: string } };
}

/** Plain JSON-RPC: one tool, its result as text and as structured content. */
export async function handle(
  sql: Pool,
  _url: string,
  token: string | undefined,
  body: string,
): Promise<unknown> {
  if (token !== undefined) await findAccountByToken(sql, token);
  const { id, method, params } = JSON.parse(body) as Rpc;
  if (method !== 'tools/call' || params.name !== 'list_settlements') throw new Error('no such tool');
  const { cursor } = params.arguments;
  const structuredContent = await listSettlements(sql, cursor === undefined ? '/' : `/?cursor=${cursor}`);
  const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', content, structuredContent } };
}
