/** What the page asks for about a bucket; together the address that BACKUP_TO has, too. */
export interface BackupBucket {
  /** With `/` and a prefix where wanted. */
  name: string;
  /** Empty: Amazon, found by the region. */
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
}

export function formatBucketAddress({ name, endpoint, region, keyId, secret }: BackupBucket): string {
  const query = new URLSearchParams();
  if (endpoint !== '') query.set('endpoint', endpoint);
  if (region !== '') query.set('region', region);
  const options = query.size > 0 ? `?${query}` : '';
  return `s3://${encodeURIComponent(keyId)}:${encodeURIComponent(secret)}@${name}${options}`;
}

/** Null for a folder. */
export function parseBucketAddress(address: string): BackupBucket | null {
  if (!address.startsWith('s3:') || !URL.canParse(address)) return null;
  const { hostname, pathname, username, password, searchParams } = new URL(address);
  return {
    name: hostname + decodeURI(pathname).replace(/\/+$/, ''),
    endpoint: searchParams.get('endpoint') ?? '',
    region: searchParams.get('region') ?? '',
    keyId: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  };
}
