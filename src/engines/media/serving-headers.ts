import type { MediaType } from './content-type.ts';
import { cleanFileName, formatContentDisposition } from './file-name.ts';

/**
 * Headers that keep uploaded bytes from running: the type is fixed and not sniffed, a PDF is always downloaded, and
 * HTML that got through would have no scripts and no origin.
 */
export function createServingHeaders(file: { type: MediaType; name: string }): Record<string, string> {
  const kind = file.type === 'application/pdf' ? 'attachment' : 'inline';
  return {
    'content-type': file.type,
    'content-disposition': formatContentDisposition(kind, cleanFileName(file.name, file.type)),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  };
}
