/** Statements that differ in their parameters only share a form: one text, prepared under one name. */
export interface StatementForm {
  readonly text: string;
  /** Prepared statement name, the same on every connection. */
  name: string;
}

const forms = new Map<string, StatementForm>();
/** The cache is cleared above this size; connections are recycled often enough to drop old names. */
const maxCachedForms = 10_000;
let last = 0;

const createName = () => {
  last += 1;
  return `s${last}`;
};

/** `key` stands for the text and the parameter types, and is shorter than they are. */
export function findStatementForm(key: string, writeText: () => string): StatementForm {
  let form = forms.get(key);
  if (form === undefined) {
    if (forms.size >= maxCachedForms) forms.clear();
    form = { text: writeText(), name: createName() };
    forms.set(key, form);
  }
  return form;
}

/** Replaces the name unless that was done already, so that the statement is prepared again. */
export function replaceStatementName(form: StatementForm, name: string): void {
  if (form.name === name) form.name = createName();
}

const numbers = new WeakMap<readonly string[], string>();
let lastNumber = 0;

/** Key of the texts of one template: a tagged template has the same array each time it is evaluated. */
export function keyOfStrings(strings: readonly string[]): string {
  let key = numbers.get(strings);
  if (key !== undefined) return key;
  if ('raw' in strings) {
    lastNumber += 1;
    key = `#${lastNumber}`;
    numbers.set(strings, key);
    return key;
  }
  return strings.map(keyOfText).join('');
}

/** Starts with its length, so that no two sequences of keys read alike. */
export const keyOfText = (text: string) => `${text.length}:${text}`;
