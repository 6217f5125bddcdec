import qrcode from 'qrcode-generator';

/** Black on white in every colour scheme, with the quiet zone of 4 modules of ISO/IEC 18004. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const border = 4;
  const count = code.getModuleCount();
  const size = count + 2 * border;
  const dark: string[] = [];
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) dark.push(`M${column + border} ${row + border}h1v1h-1z`);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
