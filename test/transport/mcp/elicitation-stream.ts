import assert from 'node:assert/strict';

interface Rpc {
  id: string | number;
  method?: string;
  params: { message: string };
  result?: { structuredContent?: Record<string, unknown>; isError?: boolean };
  error?: { code: number };
}

/** A call of the earlier revisions whose response has become a stream with a question. */
export interface Stream {
  question: Rpc;
  /** Sends an answer as a separate request; returns the status of its response. */
  answer(url: string, token: string, result: object): Promise<number>;
  result(): Promise<NonNullable<Rpc['result']>>;
  failure(): Promise<number | undefined>;
  leave(): Promise<void>;
}

const post = (url: string, token: string, body: object, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-session-id': 'form.of-a-test',
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    ...(signal && { signal }),
  });

export async function openElicitationStream(url: string, token: string, params: object): Promise<Stream> {
  const leaving = new AbortController();
  const response = await post(url, token, { id: 1, method: 'tools/call', params }, leaving.signal);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`no stream: ${await response.text()}`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  async function next(): Promise<Rpc> {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1];
        rest = rest.slice(end + 2);
        if (data !== undefined) return JSON.parse(data) as Rpc;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) throw new Error('The stream ended.');
      rest += decoder.decode(value, { stream: true });
    }
  }
  const question = await next();
  assert.equal(question.method, 'elicitation/create');
  return {
    question,
    async answer(to, by, result) {
      const reply = await post(to, by, { id: question.id, result });
      await reply.arrayBuffer();
      return reply.status;
    },
    async result() {
      const { result, error } = await next();
      assert.ok(result, JSON.stringify(error));
      return result;
    },
    failure: async () => (await next()).error?.code,
    async leave() {
      leaving.abort();
      await reader.closed.catch(() => {});
    },
  };
}
