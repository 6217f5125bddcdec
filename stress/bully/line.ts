import { Agent, type ClientRequest, request as openRequest } from 'node:http';

export interface LineRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends only so much of the body, and waits. */
  sendOnly?: number;
  /** Hangs up after so many milliseconds, answered or not. */
  hangUpAfter?: number;
}

/** The status of the reply, or why there is none. */
export type Answer = number | 'none' | 'hung up';

/** Connections of one client, from a network address of its own: whoever has no account is counted by it. */
export interface Line {
  send(request: LineRequest): Promise<Answer>;
  /** Cuts whatever is under way. */
  close(): void;
}

/** As long as anything may take before it counts as no reply at all. */
const longestWait = 30_000;

/** Sends to one service on this machine and to nothing else. */
export function openLine(url: string, localAddress: string): Line {
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
            ? setTimeout(giveUp, longestWait, 'none')
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
