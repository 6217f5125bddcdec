import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Smaller bodies gain less than the headers cost. */
const minBytes = 1024;
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/;
/** A good ratio for little CPU time. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const encoders = {
  br: (body: string | Buffer) => compressBrotli(body, brotli),
  gzip: (body: string | Buffer) => compressGzip(body),
};
type Encoding = keyof typeof encoders;

/** Compresses whole text bodies for clients that accept it; streams (files, events, `sendText`) pass unchanged. */
export function registerCompression(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding'];
    if (accepted === undefined || !isWorthCompressing(reply, payload)) return done(null, payload);
    const encoding = chooseEncoding(accepted);
    if (encoding === null) return done(null, payload);
    encoders[encoding](payload).then(
      (body) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        varyByEncoding(reply);
        done(null, body);
      },
      (error: Error) => done(error),
    );
  });
}

/** Streams a long text and compresses it on the way: neither form is ever whole in memory. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: Iterable<string>,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? 'identity');
  varyByEncoding(reply);
  const text = Readable.from(chunkText(pieces));
  if (encoding === null) return reply.send(text);
  const encoder = encoding === 'gzip' ? createGzip() : createBrotliCompress(brotli);
  // A disconnected client ends the pipeline; nobody is left to report the error to.
  pipeline(text, encoder, () => {});
  return reply.header('content-encoding', encoding).send(encoder);
}

const pieceCharacters = 64 * 1024;

function* chunkText(pieces: Iterable<string>): Iterable<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < pieceCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

function isWorthCompressing(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  return (
    payload.length >= minBytes &&
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

/** Caches must keep the encodings apart, and a compressed body is not byte-identical. */
function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/accept-encoding/i.test(vary))
    reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
}
