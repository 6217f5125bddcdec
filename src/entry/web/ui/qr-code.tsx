import qrcode from 'qrcode-generator';
import { say, type Words } from './language-context.ts';

/** With the quiet zone of 4 modules of ISO/IEC 18004. */
function drawModules(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const border = 4;
  const count = code.getModuleCount();
  const dark: string[] = [];
  for (let row = 0; row < count; row += 1)
    for (let column = 0, end = 0; column < count; column = end + 1) {
      for (end = column; end < count && code.isDark(row, end); ) end += 1;
      const width = end - column;
      if (width > 0) dark.push(`M${column + border} ${row + border}h${width}v1h-${width}z`);
    }
  return { size: count + 2 * border, path: dark.join('') };
}

/** Black on white in every colour scheme. */
export function QrCode({ text, label }: { text: string; label: Words }) {
  const { size, path } = drawModules(text);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={say(label)}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Draws nothing by itself: `RepeatedQrCode` shows it, hundreds of times on a page for a few bytes each. */
export function QrSymbol({ id, text }: { id: string; text: string }) {
  const { size, path } = drawModules(text);
  return (
    <svg class="unseen" aria-hidden="true">
      <symbol id={id} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </symbol>
    </svg>
  );
}

export function RepeatedQrCode({ symbol, label }: { symbol: string; label: Words }) {
  return (
    <svg class="qr" role="img" aria-label={say(label)}>
      <use href={`#${symbol}`} />
    </svg>
  );
}
