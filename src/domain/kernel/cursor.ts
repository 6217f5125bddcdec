import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from './refusal.ts';

/** Where a page ended: the sort key of its last row, as integers (identifiers, or milliseconds for a time). */
export type PageKey = readonly (string | bigint)[];

export interface Cursors {
  /**
   * Where a page of this list with these filters begins; 422 on `cursor` when it was altered or is from another list.
   */
  parse(list: string, filters: object, cursor: string | undefined): ListPosition;
}

export interface ListPosition {
  /** The key of the last row of the page before; empty for the first page. */
  key: readonly string[];
  /** The cursor of the page that begins after this key. */
  cursorAfter(key: PageKey): string;
  /** Takes rows read with a limit of `size + 1`: drops the extra one and returns the cursor of the next page. */
  slicePage<Row>(rows: readonly Row[], size: number, key: (last: Row) => PageKey): Page<Row>;
}

export interface Page<Row> {
  page: readonly Row[];
  cursor: string | null;
}

const macBytes = 12;

/**
 * Opaque cursors: the key's integers, eight bytes each, and a MAC over list, filters and key. Binary, because the
 * contract bounds a cursor to 40 characters: two integers and the MAC come to 38.
 */
export function createCursors(secret: Buffer): Cursors {
  const macKey = createHmac('sha256', secret).update('cursor').digest();
  const sign = (list: string, filters: object, key: Buffer) =>
    createHmac('sha256', macKey)
      .update(
        JSON.stringify([
          list,
          Object.entries(filters)
            .filter(([, value]) => value != null)
            .sort(),
        ]),
      )
      .update('\0')
      .update(key)
      .digest()
      .subarray(0, macBytes);
  const seal = (list: string, filters: object, key: PageKey) => {
    const bytes = Buffer.alloc(key.length * 8);
    key.forEach((part, index) => {
      bytes.writeBigInt64BE(BigInt(part), index * 8);
    });
    return Buffer.concat([bytes, sign(list, filters, bytes)]).toString('base64url');
  };
  const open = (list: string, filters: object, cursor: string) => {
    const bytes = Buffer.from(cursor, 'base64url');
    const key = bytes.subarray(0, Math.max(0, bytes.length - macBytes));
    const genuine =
      key.length > 0 &&
      key.length % 8 === 0 &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(key.length), sign(list, filters, key));
    if (!genuine) {
      refuse.invalid('cursor', {
        en: 'This cursor does not belong to this list with these filters. Start without a cursor.',
        ru: 'Этот курсор не от этого списка или не от этих фильтров. Начните без курсора.',
      });
    }
    return Array.from({ length: key.length / 8 }, (_, index) => key.readBigInt64BE(index * 8).toString());
  };
  return {
    parse(list, filters, cursor) {
      const after = (key: PageKey) => seal(list, filters, key);
      return {
        key: cursor === undefined ? [] : open(list, filters, cursor),
        cursorAfter: after,
        slicePage: (rows, size, key) => slicePage(rows, size, (last) => after(key(last))),
      };
    },
  };
}

/**
 * For lists whose cursor is a plain identifier by contract. One extra row was read, to know if a next page exists.
 */
export function slicePage<Row>(rows: readonly Row[], size: number, key: (last: Row) => string): Page<Row> {
  const page = rows.length > size ? rows.slice(0, size) : rows;
  const last = page.at(-1);
  return { page, cursor: rows.length > size && last !== undefined ? key(last) : null };
}
