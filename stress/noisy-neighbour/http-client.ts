import { Agent, type ClientRequest, request as openRequest } from 'node:http';

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends only this many bytes of the body, and waits. */
  sendOnly?: number;
  /** Closes the connection after this many ms, answered or not. */
  hangUpAfter?: number;
}

/** The status of the response, or why there is none. */
export type Answer = number | 'none' | 'hung up';

/** An HTTP client with its own local IP address, because anonymous requests are rate limited by address. */
export interface HttpClient {
  send(request: HttpRequest): Promise<Answer>;
  /** Aborts running requests. */
  close(): void;
}

/** Timeout in ms, after which a request counts as unanswered. */
const requestTimeoutMs = 30_000;

/** Sends only to a service on loopback. */
export function openHttpClient(url: string, localAddress: string): HttpClient {
  const { hostname: host, port } = new URL(url);
  if (host !== '127.0.0.1') throw new Error('Only a service on loopback is addressed.');
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const underWay = new Set<ClientRequest>();
  return {
    send({ method, path, headers, body, sendOnly, hangUpAfter }) {
      return new Promise((done) => {
        const bytes = typeof body === 'string' ? Buffer.from(body) : body;
        const request = openRequest({
          host,
          port,
          method,
          path,
          localAddress,
          agent,
          headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
        });
        let timer: NodeJS.Timeout;
        const finish = (answer: Answer) => {
          clearTimeout(timer);
          underWay.delete(request);
          done(answer);
        };
        const giveUp = (answer: Answer) => {
          finish(answer);
          request.destroy();
        };
        timer =
          hangUpAfter === undefined
            ? setTimeout(giveUp, requestTimeoutMs, 'none')
            : setTimeout(giveUp, hangUpAfter, 'hung up');
        underWay.add(request);
        request.on('error', () => finish('none'));
        request.on('response', (response) => {
          response.on('error', () => finish('none'));
          response.on('end', () => finish(response.statusCode ?? 'none'));
          response.on('close', () => finish('none'));
          response.resume();
        });
        if (sendOnly !== undefined && bytes) request.write(bytes.subarray(0, sendOnly));
        else request.end(bytes);
      });
    },
    close() {
      for (const request of underWay) request.destroy();
      agent.destroy();
    },
  };
}
