import type { TestService } from '../../harness/service.ts';
import { readRefusalBody, type ToolReply } from './untrusted-text-marks.ts';

export interface McpResponse {
  status: number;
  body: {
    result?: Record<string, unknown> & Partial<ToolReply>;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  };
}

/** Sends requests of the earlier revisions to one server, which need only the message itself. */
export function createMcpClient(service: TestService, address: string, token?: string) {
  const send = async (body: string): Promise<McpResponse> => {
    const response = await fetch(`${service.url}/mcp/${address}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    });
    return { status: response.status, body: (await response.json()) as McpResponse['body'] };
  };
  const ask = (method: string, params: Record<string, unknown> = {}) =>
    send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return {
    ask,
    /** The arguments as JSON text, for numbers that JavaScript would round. */
    callWith: (name: string, json: string) =>
      send(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${json}}}`,
      ),
    call: (name: string, given: Record<string, unknown> = {}) =>
      ask('tools/call', { name, arguments: given }),
  };
}

/** The error of a refused call. */
export function readRefusal({ body }: McpResponse): { message?: string; errors?: Record<string, string[]> } {
  if (body.result?.isError !== true) throw new Error(`not refused: ${JSON.stringify(body).slice(0, 300)}`);
  return readRefusalBody({ content: body.result.content ?? [] });
}
