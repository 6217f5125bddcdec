/** `v…@example.org`: enough to recognise an address that one knows, too little to learn one. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${[...address][0]}…${address.slice(at)}`;
}

const email = /[^\s<>()[\]"'«»,;:=@]+@[^\s<>()[\]"'«»,;:=@]+/g;
const query = /\?[^\s"'<>]+/g;
/** Names of tables, columns and files of the program may stay; what people wrote has blanks, letters of all kinds, digits. */
const quoted = /"[^"]*"|«[^»]*»|'[^']{2,}'/g;
const programName = /^["'][a-z][a-z_.]*["']$/;
/** Telephones, identifiers, tokens. */
const longNumber = /\+?\d[\d\s()-]{5,}\d/g;
const longToken = /[A-Za-z0-9_-]{24,}/g;

const maxLength = 200;

/** The words of a program about a failure, without whom or what it was about. */
export function maskPersonal(message: string): string {
  return message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(quoted, (part) => (programName.test(part) ? part : '"…"'))
    .replaceAll(email, maskEmail)
    .replaceAll(query, '?…')
    .replaceAll(longToken, '…')
    .replaceAll(longNumber, '…')
    .slice(0, maxLength);
}
