import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cleanFileName, formatContentDisposition } from '../../src/engines/media/file-name.ts';

const cases: [given: string, cleaned: string][] = [
  ['photo.jpg', 'photo.jpg'],
  ['Фото участка.JPEG', 'Фото участка.jpg'],
  ['IMG_0001.HEIC', 'IMG_0001.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe.jpg'],
  ['C:\\fakepath\\dacha.png', 'dacha.jpg'],
  ['..', 'file.jpg'],
  ['', 'file.jpg'],
  ['.htaccess', 'htaccess.jpg'],
  ['/', 'file.jpg'],
  ['a\0b\r\nSet-Cookie: x=1.jpg', 'abSet-Cookie_ x=1.jpg'],
  ['photo\u202egpj.exe', 'photogpj.exe.jpg'],
  ['in\u200bvis\u2066ible\ufeff.jpg', 'invisible.jpg'],
  ['con.jpg', '_con.jpg'],
  ['LPT1', '_LPT1.jpg'],
  ['dots....jpg', 'dots.jpg'],
  ['spaces   and\u00a0\u3000more .jpg . ', 'spaces and more.jpg'],
  ['letter to v.ivanov', 'letter to v.ivanov.jpg'],
  ['<b>"x"|y?*.jpg', '_b__x__y__.jpg'],
  ['\ud800lone.jpg', 'lone.jpg'],
  ['й.jpg', 'й.jpg'],
];

it('cleans file names for display', () => {
  for (const [given, cleaned] of cases)
    assert.equal(cleanFileName(given, 'image/jpeg'), cleaned, JSON.stringify(given));
});

it('a long file name is truncated between grapheme clusters and keeps its extension', () => {
  const long = cleanFileName(`${'👨‍👩‍👧'.repeat(500)}.pdf`, 'application/pdf');
  assert.ok(Buffer.byteLength(long) <= 204);
  assert.match(long, /\.pdf$/);
  assert.equal(cleanFileName(`${'a'.repeat(9_000)}`, 'application/pdf'), `${'a'.repeat(120)}.pdf`);
});

it('cleaning makes a safe file name of any text, and is idempotent', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  );
  fc.assert(
    fc.property(text, (name) => {
      const cleaned = cleanFileName(name, 'image/png');
      assert.match(cleaned, /^[^/\\\p{Cc}\p{Cf}<>:"|?*]+\.png$/u);
      assert.doesNotMatch(cleaned, /^[.\s]/);
      assert.ok(cleaned.isWellFormed() && Buffer.byteLength(cleaned) <= 205);
      assert.equal(cleanFileName(cleaned, 'image/png'), cleaned);
    }),
    { numRuns: 500 },
  );
});

it('formats Content-Disposition with one ASCII name and one exact name', () => {
  assert.equal(
    formatContentDisposition('attachment', "смета (2)'s 50%.pdf"),
    `attachment; filename="_____ (2)'s 50_.pdf"; filename*=UTF-8''%D1%81%D0%BC%D0%B5%D1%82%D0%B0%20%282%29%27s%2050%25.pdf`,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
      const value = formatContentDisposition('inline', name);
      const [, encoded = ''] =
        /^inline; filename="[^"\\%;\r\n]*"; filename\*=UTF-8''([A-Za-z0-9!~._%-]*)$/.exec(value) ?? [];
      assert.equal(decodeURIComponent(encoded), name.toWellFormed());
    }),
    { numRuns: 300 },
  );
});
