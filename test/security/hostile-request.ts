import { Agent, request as sendHttp } from 'node:http';

/** A request as sent: its path is not normalized. */
export interface HostileRequest {
  /** The operation, page or tool it is for. */
  subject: string;
  /** On whose behalf. */
  speaker: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Reply {
  status: number;
  type: string;
  text: string;
  milliseconds: number;
  setCookie: readonly string[];
}

/** Milliseconds after which a request counts as unanswered. */
const timeoutMilliseconds = 60_000;

/** Sends to one service on this machine and to nothing else. */
export function createSender(url: string, connections: number) {
  const { hostname, port } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error('Only a service on loopback is addressed.');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sendOnce = (given: HostileRequest): Promise<Reply> => {
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const request = sendHttp(
        {
          host: hostname,
          port,
          agent,
          method: given.method,
          path: given.path,
          timeout: timeoutMilliseconds,
          headers: {
            ...given.headers,
            ...(given.body !== undefined && { 'content-length': String(Buffer.byteLength(given.body)) }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              text: Buffer.concat(parts).toString('utf8'),
              milliseconds: performance.now() - begun,
              setCookie: response.headers['set-cookie'] ?? [],
            }),
          );
        },
      );
      request.on('timeout', () => request.destroy(new Error(`no reply in ${timeoutMilliseconds / 1000} s`)));
      request.on('error', reject);
      request.end(given.body);
    });
  };
  return {
    /** Retries once after a closed connection: the service may have closed it after the previous response. */
    send: (given: HostileRequest) =>
      sendOnce(given).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' ? sendOnce(given) : Promise.reject(error),
      ),
    close: () => agent.destroy(),
  };
}

export type Sender = ReturnType<typeof createSender>;

const truncate = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;

/** Enough to repeat it by hand; tokens and cookies are given by their owner. */
export function describeRequest({ speaker, method, path, headers, body }: HostileRequest): string {
  const shown = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'cookie');
  return [
    `${method} ${truncate(path, 600)} as ${speaker}`,
    ...shown.map(([name, value]) => `${name}: ${truncate(value, 120)}`),
    ...(body === undefined ? [] : [truncate(JSON.stringify(body), 600)]),
  ].join('\n    ');
}
