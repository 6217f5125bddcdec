const orientationTag = 0x0112;

/**
 * Copies EXIF, mainly the date, into a JPEG written by a canvas. The canvas has applied the rotation, so the
 * orientation is reset.
 */
export async function copyExif(from: Blob, to: Blob): Promise<Blob> {
  const segment = findExif(new DataView(await from.slice(0, 131_072).arrayBuffer()));
  if (segment === null) return to;
  return new Blob([to.slice(0, 2), segment, to.slice(2)], { type: 'image/jpeg' });
}

/** The APP1 segment with orientation reset; null when there is none or it cannot be read. */
function findExif(view: DataView): ArrayBuffer | null {
  let at = 2;
  while (at + 10 < view.byteLength) {
    const [marker, length] = [view.getUint16(at), view.getUint16(at + 2)];
    const end = at + 2 + length;
    if (marker >> 8 !== 0xff || marker === 0xffda || end > view.byteLength) return null;
    if (marker === 0xffe1 && view.getUint32(at + 4) === 0x45786966) {
      const copy = view.buffer.slice(at, end) as ArrayBuffer;
      return resetOrientation(new DataView(copy)) ? copy : null;
    }
    at = end;
  }
  return null;
}

function resetOrientation(segment: DataView): boolean {
  const start = 10;
  try {
    const little = segment.getUint16(start) === 0x4949;
    const first = start + segment.getUint32(start + 4, little);
    const count = segment.getUint16(first, little);
    for (let index = 0; index < count; index += 1) {
      const entry = first + 2 + index * 12;
      if (segment.getUint16(entry, little) === orientationTag) segment.setUint16(entry + 8, 1, little);
    }
    return true;
  } catch {
    return false;
  }
}
