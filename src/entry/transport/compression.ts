import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TurnOwner, takeTurn } from '../../base/threads/loop-turns.ts';

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

/**
 * Streams a long text, made in turns of its owner, and compresses it on the way: neither form is ever whole in memory.
 */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: Iterable<string>,
  owner: TurnOwner,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? 'identity');
  varyByEncoding(reply);
  const text = Readable.from(chunkText(pieces, owner));
  if (encoding === null) return reply.send(text);
  const encoder = encoding === 'gzip' ? createGzip() : createBrotliCompress(brotli);
  // A disconnected client ends the pipeline; nobody is left to report the error to.
  pipeline(text, encoder, () => {});
  return reply.header('content-encoding', encoding).send(encoder);
}

const pieceCharacters = 64 * 1024;

async function* chunkText(pieces: Iterable<string>, owner: TurnOwner): AsyncIterable<Buffer> {
  const iterator = pieces[Symbol.iterator]();
  let isOver = false;
  const join = (deadline: number) => {
    let text = '';
    do {
      const next = iterator.next();
      isOver = next.done === true;
      if (!next.done) text += next.value;
    } while (!isOver && text.length < pieceCharacters && performance.now() < deadline);
    return Buffer.from(text);
  };
  try {
    while (!isOver) yield await takeTurn(owner, join);
  } catch (error) {
    if (!owner.isGone()) throw error;
  } finally {
    iterator.return?.();
  }
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
