import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};

export type UnsignedRequest = {
  method: string;
  host: string;
  /** Already encoded with `encodeS3`, slashes kept. */
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  payloadSha256: string;
};

export const emptyPayloadSha256 = createHash('sha256').digest('hex');

/** AWS Signature Version 4 for S3 (no double encoding of the path); returns all headers to send. */
export function signS3Request(
  request: UnsignedRequest,
  credentials: S3Credentials,
  region: string,
  now: Date,
): Record<string, string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': request.payloadSha256,
    'x-amz-date': stamp,
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
  };
  const names = Object.keys(headers).sort();
  const signedHeaders = names.join(';');
  const canonical = [
    request.method,
    request.path,
    encodeS3Query(request.query),
    ...names.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    request.payloadSha256,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    stamp,
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (parent, part) => hmac(parent, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`;
  return headers;
}

/** Sorted by encoded name, as the signature requires; the same text is sent. */
export function encodeS3Query(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encodeS3(name), encodeS3(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** RFC 3986: everything but unreserved characters; encodeURIComponent leaves five more alone. */
export function encodeS3(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
