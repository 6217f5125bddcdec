import { withoutMentions } from './mentions.ts';

/** More than any excerpt needs; what lies behind is never looked at, so a long text costs no more than a short one. */
const readAhead = 4000;

/** The beginning of a markdown text in plain words, cut at a word. Tokens are left out: what they name may be hidden. */
export function excerptFrom(markdown: string, length = 200): string {
  const plain = plainText(withoutMentions(markdown.slice(0, readAhead)));
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length);
  const space = cut.lastIndexOf(' ');
  const whole = space > length / 2 ? cut.slice(0, space) : cut;
  return `${whole.toWellFormed().replace(/[\s\ufffd.,;:–—-]+$/u, '')}…`;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm, ' ')
    .replace(/<!--[\s\S]{0,2000}?-->/g, ' ')
    .replace(/!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/g, ' ')
    .replace(/\[([^\]\n]{1,300})\]\([^)\n]{0,500}\)/g, '$1')
    .replace(/<\/?[a-zA-Z][^>\n]{0,300}>/g, ' ')
    .replace(/^ {0,3}(?:#{1,6}(?=\s)|(?:> ?)+|[-*+](?=\s)|\d{1,9}[.)](?=\s)|(?:[-*_=] *){3,}$)[ \t]*/gm, '')
    .replace(/^\|?[\s:|-]{3,}$/gm, ' ')
    .replace(/\\([!-/:-@[-`{-~])|[*~`|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[.,;:!?)])/g, '')
    .trim();
}
