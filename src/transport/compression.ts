import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Below this the headers weigh more than what is saved. */
const smallest = 1024;
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/;
const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Encoding = keyof typeof encoders;

/** Whole bodies of text for whoever accepts it; streams (files, events) go as they are. */
export function registerCompression(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding'];
    if (accepted === undefined || !isWorthCompressing(reply, payload)) return done(null, payload);
    const encoding = chooseEncoding(accepted);
    if (encoding === null) return done(null, payload);
    encoders[encoding](Buffer.from(payload)).then(
      (body) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        varyByEncoding(reply);
        done(null, body);
      },
      (error: Error) => done(error),
    );
  });
}

function isWorthCompressing(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  return (
    payload.length >= smallest &&
    reply.statusCode !== 206 &&
    reply.getHeader('content-encoding') === undefined &&
    compressible.test(String(reply.getHeader('content-type') ?? ''))
  );
}

/** Brotli before gzip, unless the client weighs them otherwise (RFC 9110, 12.5.3). */
export function chooseEncoding(accepted: string): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    weights.set(name, Number.isNaN(weight) ? 0 : weight);
  }
  const weigh = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const best: Encoding = weigh('gzip') > weigh('br') ? 'gzip' : 'br';
  return weigh(best) > (weights.get('identity') ?? 0) || (weigh(best) > 0 && !weights.has('identity'))
    ? best
    : null;
}

/** A cache must not hand the compressed body to somebody else, nor take it for the same bytes. */
function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/accept-encoding/i.test(vary))
    reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
}
