import type { Text } from '../../../base/i18n/text.ts';
import { expandTruncatedName } from './feature-fields.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Reads a record's fields by name; null if the record is marked as deleted. */
export interface Records {
  read(index: number): Record<string, string> | null;
}

const broken: Text = {
  en: 'The .dbf file is damaged or not a table.',
  ru: 'Файл .dbf повреждён или это не таблица.',
};
const unknownEncoding: Text = {
  en: 'The .cpg file names an encoding that is not known here. UTF-8 and Windows-1251 are.',
  ru: 'В файле .cpg указана неизвестная кодировка. Подойдут UTF-8 и Windows-1251.',
};

const maxFields = 255;
/** Language driver byte of the header; for other values UTF-8 is tried first. */
const languageEncodings: Readonly<Record<number, string>> = {
  38: 'ibm866',
  101: 'ibm866',
  201: 'windows-1251',
};

/** Reads the .dbf table of a shapefile. `encoding` is the content of the .cpg file, if any. */
export function readRecords(dbf: Buffer, encoding: string): Records {
  if (dbf.length < 33) throw new UnreadableFile(broken);
  const [count, start, width] = [dbf.readUInt32LE(4), dbf.readUInt16LE(8), dbf.readUInt16LE(10)];
  const decode = chooseDecoder(encoding, dbf[29] as number);
  const fields: { name: string; from: number; to: number }[] = [];
  let from = 1;
  for (let at = 32; at + 32 <= start && dbf[at] !== 0x0d && fields.length < maxFields; at += 32) {
    const name = decode(trimAtZero(dbf.subarray(at, at + 11))).trim();
    const to = from + (dbf[at + 16] ?? 0);
    fields.push({ name: expandTruncatedName(name), from, to });
    from = to;
  }
  if (fields.length === 0 || from > width || start > dbf.length) throw new UnreadableFile(broken);
  return {
    read(index) {
      const at = start + index * width;
      if (index >= count || at + width > dbf.length) return {};
      if (dbf[at] === 0x2a) return null;
      return Object.fromEntries(
        fields.map(({ name, from, to }) => [name, decode(dbf.subarray(at + from, at + to)).trim()]),
      );
    },
  };
}

/** For a shapefile without a .dbf table. */
export const noRecords: Records = { read: () => ({}) };

function trimAtZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

function chooseDecoder(encoding: string, language: number): (bytes: Uint8Array) => string {
  const named = encoding.trim().toLowerCase();
  const label = named === '' ? languageEncodings[language] : findEncodingLabel(named);
  if (label !== undefined) {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  }
  const [strict, fallback] = [new TextDecoder('utf-8', { fatal: true }), new TextDecoder('windows-1251')];
  return (bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      return fallback.decode(bytes);
    }
  };
}

/** "1251", "CP1251", "ANSI 1251", "UTF-8", "65001". */
function findEncodingLabel(named: string): string {
  if (/(^|\D)(65001|utf-?8)($|\D)/.test(named)) return 'utf-8';
  if (/(^|\D)866($|\D)/.test(named)) return 'ibm866';
  const page = /(?:^|\D)(125[0-8])(?:$|\D)/.exec(named)?.[1];
  if (page !== undefined) return `windows-${page}`;
  try {
    return new TextDecoder(named.slice(0, 40)).encoding;
  } catch {
    throw new UnreadableFile(unknownEncoding);
  }
}
