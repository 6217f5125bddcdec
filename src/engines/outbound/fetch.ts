import type { Client } from 'undici';
import { canonicalizeHost, isAllowedPort } from './address-policy.ts';
import { type ConnectRules, connectChecked, type Target } from './connect.ts';
import { withDeadline } from './deadline.ts';
import { OutboundRefusal } from './outbound-refusal.ts';

export interface FetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly maxBytes: number;
  /** For everything together: resolving, connecting, waiting and reading. */
  readonly timeoutMs: number;
  readonly redirect?: 'refuse';
  readonly httpsOnly?: boolean;
  readonly signal?: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const maxUrlLength = 2048;

/** Parses what a URL asks to connect to, or refuses; nothing is resolved or opened yet. */
export function parseTarget(url: string, schemes: Readonly<Record<string, boolean>>): Target & { url: URL } {
  if (url.length > maxUrlLength || !URL.canParse(url)) throw new OutboundRefusal('bad_address');
  const parsed = new URL(url);
  const tls = Object.hasOwn(schemes, parsed.protocol) ? schemes[parsed.protocol] : undefined;
  if (tls === undefined || parsed.username !== '' || parsed.password !== '') {
    throw new OutboundRefusal('bad_address');
  }
  const host = canonicalizeHost(parsed.hostname);
  if (host === null) throw new OutboundRefusal('bad_address');
  const port = parsed.port === '' ? (tls ? 443 : 80) : Number(parsed.port);
  if (!isAllowedPort(port)) throw new OutboundRefusal('port_not_allowed');
  return { url: parsed, host, port, tls };
}

/**
 * One request per connection, closed afterwards: a foreign server can hold nothing open beyond its response, and no
 * cookie, proxy, redirect or pooled connection links two requests.
 */
export async function fetchChecked(
  url: string,
  options: FetchOptions,
  rules: ConnectRules,
): Promise<FetchResponse> {
  const target = parseTarget(url, { 'http:': false, 'https:': true });
  if (options.httpsOnly && !target.tls) throw new OutboundRefusal('https_only');
  return await withDeadline(options.timeoutMs, options.signal, async (signal) => {
    let refusal: OutboundRefusal | undefined;
    // Loaded with the first request: it is large, and many installations send none.
    const { Client } = await import('../../base/packages/undici.ts');
    const client = new Client(target.url.origin, {
      pipelining: 1,
      maxHeaderSize: 16_384,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      connect: (_options, callback) => {
        connectChecked({ ...target, alpn: ['http/1.1'] }, rules, signal).then(
          (socket) => callback(null, socket),
          (error: unknown) => {
            refusal = error instanceof OutboundRefusal ? error : new OutboundRefusal('connect_failed');
            callback(refusal, null);
          },
        );
      },
    });
    try {
      return await sendRequest(client, target.url, options, signal);
    } catch (error) {
      if (refusal) throw refusal;
      throw error instanceof OutboundRefusal ? error : new OutboundRefusal('broken_answer');
    } finally {
      client.destroy().catch(() => {});
    }
  });
}

async function sendRequest(
  client: Client,
  url: URL,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<FetchResponse> {
  const answer = await client.request({
    path: url.pathname + url.search,
    method: options.method ?? 'GET',
    // Uncompressed, so that the limit in bytes is also the limit in memory.
    headers: {
      'user-agent': 'Settlements',
      ...lowerCaseNames(options.headers),
      'accept-encoding': 'identity',
    },
    body: options.body ?? null,
    signal,
  });
  answer.body.on('error', () => {});
  const status = answer.statusCode;
  if (status >= 300 && status < 400 && status !== 304) throw new OutboundRefusal('redirected');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new OutboundRefusal('encoded_answer');
  }
  if (options.method !== 'HEAD' && Number(headers['content-length'] ?? 0) > options.maxBytes) {
    throw new OutboundRefusal('too_large');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > options.maxBytes) throw new OutboundRefusal('too_large');
    chunks.push(chunk);
  }
  return { status, headers, body: Buffer.concat(chunks) };
}

function lowerCaseNames(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
