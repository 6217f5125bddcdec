import { HtmlValidate } from 'html-validate';
import { parseHtml } from './html-parser.ts';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  rules: {
    // What a browser would repair silently, and what screen readers meet.
    'close-order': 'error',
    'no-missing-references': 'error',
    'no-implicit-button-type': 'error',
    'no-implicit-input-type': 'error',
    'no-implicit-close': 'error',
    'no-dup-class': 'error',
    'no-inline-style': 'error',
    'unique-landmark': 'error',
  },
});

/** Everything in the document that breaks a rule of HTML or of WAI-ARIA, as words with the place. */
export function findHtmlFaults(html: string): string[] {
  const { results } = validator.validateStringSync(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector, line, column }) => {
      const place = html.split('\n', line)[line - 1]?.slice(Math.max(0, column - 40), column + 80);
      return `${ruleId}: ${message} at ${selector ?? ''} …${place ?? ''}…`;
    }),
  );
  return [...found, ...findHiddenNames(html)];
}

/** Who speaks to the page says what is seen: a name has to hold it. No rule of the standard compares them. */
function findHiddenNames(html: string): string[] {
  const faults: string[] = [];
  const open: { name: string; label: string | undefined; isSeen: boolean; shown: string }[] = [];
  for (const piece of parseHtml(html)) {
    if ('text' in piece) {
      if (open.every(({ isSeen }) => isSeen)) for (const each of open) each.shown += ` ${piece.text}`;
      continue;
    }
    const { name, closing, selfClosing, attributes } = piece.tag;
    if (!closing) {
      const label = ['a', 'button', 'summary'].includes(name) ? attributes.get('aria-label') : undefined;
      const isSeen = name !== 'svg' && !attributes.get('class')?.split(' ').includes('unseen');
      if (!selfClosing && !voidElements.has(name)) open.push({ name, label, isSeen, shown: '' });
      continue;
    }
    const { label, shown = '' } = open.pop() ?? {};
    const seen = shown.replaceAll(/\s+/g, ' ').trim();
    // One character is a sign, such as × or the H of a heading.
    if (label !== undefined && seen.length > 1 && !label.toLowerCase().includes(seen.toLowerCase()))
      faults.push(`<${name}> is named "${label}" and shows "${seen}"`);
  }
  return faults;
}

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
