/** Just enough XML for a listing of our own keys; the caller skips foreign keys under the same prefix. */
export function parseS3Listing(xml: string) {
  const field = (text: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  const items = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => {
    const key = unescapeXml(field(entry, 'Key'));
    const sha256 = key.slice(key.lastIndexOf('/') + 1);
    return {
      key,
      sha256,
      size: Number(field(entry, 'Size')),
      touchedAt: new Date(field(entry, 'LastModified')),
    };
  });
  return {
    items,
    lastKey: items.at(-1)?.key,
    isTruncated: field(xml, 'IsTruncated') === 'true',
    /** False of a page that a proxy or a portal put in its place. */
    isListing: /<ListBucketResult[\s>]/.test(xml),
  };
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
