import assert from 'node:assert/strict';
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import { createGuard, type Guard } from '../../src/engines/outbound/guard.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { makeCertificate } from '../outbound/certificate.ts';
import { listen } from '../outbound/listeners.ts';

/** The encryption of web-push, without types of its own. */
const ece = createRequire(import.meta.url)('http_ece') as {
  decrypt(body: Buffer, options: { version: string; privateKey: ECDH; authSecret: Buffer }): Buffer;
};

/** A subscription as a browser makes it, with the private key that opens what arrives. */
export interface TestSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  open(body: Buffer): Record<string, string>;
}

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushServer {
  readonly origin: string;
  readonly certificate: string;
  readonly received: ReceivedPush[];
  /** What it answers to a path; 201 unless a test says otherwise. */
  answer: (path: string, reply: ServerResponse) => void;
  subscribe(): TestSubscription;
  receivedBy(subscription: TestSubscription): Record<string, string>[];
}

export const accept = (_path: string, reply: ServerResponse) => void reply.writeHead(201).end();
export const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  (_path: string, reply: ServerResponse) =>
    void reply.writeHead(status, headers).end();

/** A push server on loopback, under a name of its own and with TLS, as the real ones have it. */
export async function startPushServer(name: string): Promise<PushServer> {
  const { key, cert } = makeCertificate(name);
  const received: ReceivedPush[] = [];
  const onRequest = (request: IncomingMessage, reply: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      server.answer(path, reply);
    });
  };
  const listener = await listen(createServer({ key, cert }, onRequest));
  addFileCleanup(listener.close);
  const origin = `https://${name}:${listener.port}`;
  const server: PushServer = {
    origin,
    certificate: cert,
    received,
    answer: accept,
    subscribe() {
      const browser = createECDH('prime256v1');
      const p256dh = browser.generateKeys().toString('base64url');
      const authSecret = randomBytes(16);
      return {
        endpoint: `${origin}/send/${randomBytes(12).toString('base64url')}`,
        keys: { p256dh, auth: authSecret.toString('base64url') },
        open: (body) =>
          JSON.parse(
            ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret }).toString(),
          ) as Record<string, string>,
      };
    },
    receivedBy: (subscription) =>
      received
        .filter(({ path }) => origin + path === subscription.endpoint)
        .map(({ body }) => subscription.open(body)),
  };
  return server;
}

/** Reaches these servers and nothing else on loopback. */
export function createPushGuard(servers: readonly PushServer[]): Guard {
  return createGuard({
    allowPrivate: false,
    allowLoopback: true,
    httpsOnly: true,
    lookup: async () => ['127.0.0.1'],
    ca: servers.map(({ certificate }) => certificate),
  });
}

/** Checks the signature of the service and returns what it claims. */
export function readVapid(headers: IncomingHttpHeaders): {
  claims: { aud: string; exp: number; sub: string };
  publicKey: string;
} {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isGood, 'the signature of the push');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), publicKey };
}
