import { encodeS3, type S3Credentials } from './s3-signature.ts';

export type S3Location = {
  origin: string;
  host: string;
  /** Encoded, starts with a slash, ends before the key: '' or '/bucket'. */
  basePath: string;
  /** Key prefix: '' or ends with a slash. */
  prefix: string;
  region: string;
  credentials: S3Credentials;
};

/**
 * `s3://KEY:SECRET@bucket/prefix?endpoint=https://…&region=…&style=path`. Without userinfo the credentials come from
 * the usual AWS variables. No message repeats the address: it may contain the secret.
 */
export function parseS3Location(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): S3Location {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const bucket = url?.hostname ?? '';
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new TypeError('the media address must look like s3://bucket/prefix?endpoint=…&region=…');
  }
  const unknown = [...url.searchParams.keys()].find(
    (name) => !['endpoint', 'region', 'style'].includes(name),
  );
  if (unknown) throw new TypeError(`the media address has an unknown option: ${unknown.slice(0, 40)}`);

  const region = url.searchParams.get('region') || env.AWS_REGION || 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new TypeError('the media address has a malformed region');
  const endpointText = url.searchParams.get('endpoint');
  const endpoint = parseEndpoint(endpointText || `https://s3.${region}.amazonaws.com`);
  // A bucket name with a dot does not match the provider's certificate, and self-hosted servers rarely have a host
  // per bucket.
  const style = url.searchParams.get('style') || (endpointText || bucket.includes('.') ? 'path' : 'virtual');
  if (style !== 'path' && style !== 'virtual')
    throw new TypeError('style in the media address: path or virtual');
  const isPath = style === 'path';
  const host = isPath ? endpoint.host : `${bucket}.${endpoint.host}`;

  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    origin: `${endpoint.protocol}//${host}`,
    host,
    basePath: isPath ? `/${encodeS3(bucket)}` : '',
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    credentials: findCredentials(url, env),
  };
}

function parseEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && url.pathname === '/' && !url.search && !url.username;
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('endpoint in the media address must be a plain http or https origin');
  }
  return url;
}

function findCredentials(url: URL, env: Readonly<Record<string, string | undefined>>): S3Credentials {
  if (url.username && url.password) {
    return {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new TypeError(
      'S3 needs credentials: in the media address or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  }
  return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined };
}
