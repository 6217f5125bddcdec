import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type StoredObject = { bytes: Buffer; modified: Date };
/**
 * A status to respond with; 'drop': closes the connection; 'cut': closes it while the request arrives; 'lost': serves it
 * and closes the connection instead of answering; 'half': truncates the answer; 'hang': never answers.
 */
export type S3Fault = number | 'drop' | 'cut' | 'lost' | 'half' | 'hang';
export type FakeS3 = {
  endpoint: string;
  objects: Map<string, StoredObject>;
  requests: string[];
  /** Called before a request is served. */
  fault: (request: string) => S3Fault | undefined;
  /** Sent in place of every listing. */
  listing?: string | undefined;
  countConnections: () => Promise<number>;
  close: () => Promise<void>;
};

/**
 * A small strict S3: path style, one bucket, and every signature verified from the raw request by code that shares
 * nothing with the signer under test.
 */
export async function startFakeS3(
  bucket: string,
  keys: { id: string; secret: string },
  port = 0,
): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const fault = lookAlike.fault(line);
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'hang') return void request.resume();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        if (fault === 'cut') return void request.socket.destroy();
        chunks.push(chunk);
      }
      if (fault === 'cut') return void request.socket.destroy();
    } catch {
      return;
    }
    if (fault === 'half') {
      response.writeHead(200, { 'content-length': 100_000 }).write('<?xml version="1.0"?>');
      return void setImmediate(() => request.socket.destroy());
    }
    if (typeof fault === 'number') return fail(response, fault, 'SlowDown');
    const body = Buffer.concat(chunks);
    const complaint = findSignatureFault(request, body, keys);
    if (complaint) return fail(response, 403, complaint);
    if (lookAlike.listing !== undefined && line.includes('list-type=')) {
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(lookAlike.listing);
    }
    if (fault === 'lost') {
      response.end = () => request.socket.destroy() && response;
      response.writeHead = () => response;
    }
    serve(request, response, body, bucket, objects);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const lookAlike: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    fault: () => undefined,
    countConnections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return lookAlike;
}

function fail(response: ServerResponse, status: number, code: string): undefined {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function findSignatureFault(request: IncomingMessage, body: Buffer, keys: { id: string; secret: string }) {
  const header = request.headers.authorization ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) return 'AuthorizationHeaderMalformed';
  const [, id, day = '', region = '', signed = '', signature] = parts;
  if (id !== keys.id) return 'InvalidAccessKeyId';
  const stamp = String(request.headers['x-amz-date']);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const sentAt = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
  if (!(Math.abs(Date.now() - sentAt) < 15 * 60_000) || !stamp.startsWith(day)) return 'RequestTimeTooSkewed';
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch';
  const signedNames = signed.split(';');
  const mustSign = Object.keys(request.headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  );
  if (mustSign.some((name) => !signedNames.includes(name))) return 'AccessDenied';

  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sortedQuery = query === '' ? '' : query.split('&').sort().join('&');
  let canonical = `${request.method}\n${path}\n${sortedQuery}\n`;
  for (const name of signedNames) canonical += `${name}:${String(request.headers[name])}\n`;
  canonical += `\n${signed}\n${bodyHash}`;
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${day}/${region}/s3/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`;
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = mac(mac(mac(mac(`AWS4${keys.secret}`, day), region), 's3'), 'aws4_request');
  return mac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  bucket: string,
  objects: Map<string, StoredObject>,
): undefined {
  const url = new URL(request.url ?? '/', 'http://look.alike');
  const path = decodeURIComponent(url.pathname);
  if (path !== `/${bucket}` && !path.startsWith(`/${bucket}/`)) return fail(response, 404, 'NoSuchBucket');
  const key = path.slice(bucket.length + 2);
  if (key === '') return list(url, response, objects);
  const kept = objects.get(key);
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return fail(response, 411, 'MissingContentLength');
    objects.set(key, { bytes: body, modified: new Date() });
    response.writeHead(200).end();
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (!kept) {
    fail(response, 404, 'NoSuchKey');
  } else {
    sendObject(request, response, kept);
  }
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, modified }: StoredObject,
): undefined {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from !== undefined && Number(from) >= bytes.length) return fail(response, 416, 'InvalidRange');
  const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    'content-length': part.length,
    'last-modified': modified.toUTCString(),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function list(url: URL, response: ServerResponse, objects: Map<string, StoredObject>): undefined {
  if (url.searchParams.get('list-type') !== '2') return fail(response, 400, 'InvalidArgument');
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('start-after') ?? '';
  const max = Number(url.searchParams.get('max-keys') ?? 1000);
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const entries = keys.slice(0, max).map((key) => {
    const { bytes, modified } = objects.get(key) as StoredObject;
    const name = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > max}</IsTruncated>${entries.join('')}</ListBucketResult>`,
  );
}
