import { readFileSync } from 'node:fs';

/** Red, green, blue and yellow quarters of 128 by 96 pixels, with a date and a location. */
export const quarters = readFileSync(new URL('./files/quarters.heic', import.meta.url));

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => u8(value >>> 8, value & 255);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};
const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]) =>
  box(type, u32(version * 0x1000000 + flags), ...parts);

/** A box of the sample with its header. */
function cutBox(type: string): Buffer {
  const at = quarters.indexOf(type) - 4;
  return quarters.subarray(at, at + quarters.readUInt32BE(at));
}

/** The coded picture: the first of the sample's two items, located as heif-enc writes it. */
function cutPicture(): Buffer {
  const iloc = cutBox('iloc');
  const [base, offset, length] = [20, 26, 30].map((at) => iloc.readUInt32BE(at)) as [number, number, number];
  return quarters.subarray(base + offset, base + offset + length);
}

export interface HeicParts {
  /** Columns and rows of the same tile. */
  grid?: [columns: number, rows: number];
  /** The size the file declares, if not the real one. */
  claim?: [width: number, height: number];
  /** Quarter turns counterclockwise. */
  turn?: 0 | 1 | 2 | 3;
  /** 0: vertical, 1: horizontal. */
  mirror?: 0 | 1;
  exif?: Buffer;
}

/** A HEIC file built by hand around the sample's coded picture. */
export function forgeHeic({ grid, claim, turn, mirror, exif }: HeicParts): Buffer {
  const [columns, rows] = grid ?? [1, 1];
  const tiles = columns * rows;
  const [width, height] = claim ?? [128 * columns, 96 * rows];
  const primary = grid ? tiles + 1 : 1;
  const properties = [
    cutBox('hvcC'),
    fullBox('ispe', 0, 0, u32(128), u32(96)),
    fullBox('ispe', 0, 0, u32(width), u32(height)),
    box('irot', u8(turn ?? 0)),
    box('imir', u8(mirror ?? 0)),
  ];
  const whole = [3, ...(turn === undefined ? [] : [0x84]), ...(mirror === undefined ? [] : [0x85])];
  const items: { type: string; data: Buffer; uses: number[] }[] = [];
  for (let tile = 0; tile < tiles; tile += 1)
    items.push({ type: 'hvc1', data: cutPicture(), uses: grid ? [0x81, 2] : [0x81, ...whole] });
  if (grid) {
    const data = Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width), u32(height)]);
    items.push({ type: 'grid', data, uses: whole });
  }
  if (exif) items.push({ type: 'Exif', data: Buffer.concat([u32(0), exif]), uses: [] });

  const references = [
    ...(grid
      ? [box('dimg', u16(primary), u16(tiles), ...items.slice(0, tiles).map((_, index) => u16(index + 1)))]
      : []),
    ...(exif ? [box('cdsc', u16(items.length), u16(1), u16(primary))] : []),
  ];
  const used = items
    .map(({ uses }, index) => ({ uses, id: index + 1 }))
    .filter(({ uses }) => uses.length > 0);
  const meta = (start: number) => {
    let at = start;
    const extents = items.map(({ data }, index) => {
      const entry = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(at), u32(data.length)]);
      at += data.length;
      return entry;
    });
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(primary)),
      fullBox('iloc', 0, 0, u8(0x44, 0), u16(items.length), ...extents),
      fullBox(
        'iinf',
        0,
        0,
        u16(items.length),
        ...items.map(({ type }, index) =>
          fullBox('infe', 2, 0, u16(index + 1), u16(0), Buffer.from(`${type}\0`, 'latin1')),
        ),
      ),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          0,
          0,
          u32(used.length),
          ...used.map(({ id, uses }) => Buffer.concat([u16(id), u8(uses.length, ...uses)])),
        ),
      ),
      ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
    );
  };
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const start = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(start), box('mdat', ...items.map(({ data }) => data))]);
}
