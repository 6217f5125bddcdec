export const boundary = 'settlements-stress';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A multipart body: fields, then one file. */
export function writeMultipart(
  fields: Record<string, string>,
  file: { field: string; name: string; type: string; bytes: Buffer },
): Buffer {
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head.join('') + before),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
