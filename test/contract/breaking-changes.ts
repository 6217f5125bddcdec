/**
 * A change between two API descriptions (OpenAPI documents, tool lists) that is not an addition. Additions do not
 * break existing clients: a new optional request field, reply field, last enum value or description text. Everything
 * else counts, even if it might be harmless: `contract/exceptions.json` lists what is intended.
 */
export interface Difference {
  pointer: string;
  what: string;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };

/** A new required field breaks requests; a field that is no longer required breaks replies. */
type Side = 'request' | 'reply';

const texts = new Set(['description', 'summary', 'title', 'example', 'examples']);
/** Objects with free keys, where a new key is an addition. */
const open = new Set([
  'properties',
  'paths',
  'responses',
  'schemas',
  'components',
  'securitySchemes',
  'content',
  'headers',
  'scopes',
  '$defs',
]);
const replies = new Set(['responses', 'schemas', 'outputSchema']);

export function compareDescriptions(was: unknown, now: unknown, pointer: string): Difference[] {
  const differences: Difference[] = [];
  const following = new Set<string>();
  const note = (at: string, what: string) => void differences.push({ pointer: at, what });
  visit(was as Json, now as Json, { at: pointer, name: '', isOpen: false, side: 'request' });
  return differences;

  interface Place {
    at: string;
    /** The name this value has in its object. */
    name: string;
    /** New keys are additions. */
    isOpen: boolean;
    side: Side;
  }

  function visit(before: Json, after: Json, place: Place): void {
    const [a, b] = [follow(was, before), follow(now, after)];
    const references = `${refOf(before)} ${refOf(after)}`;
    if (references !== ' ' && following.has(references)) return;
    following.add(references);
    if (Array.isArray(a) && Array.isArray(b)) compareLists(a, b, place);
    else if (isFields(a) && isFields(b)) compareFields(a, b, place);
    else if (a !== b) note(place.at, `was ${show(a)}, is ${show(b)}`);
    following.delete(references);
  }

  function compareFields(a: Fields, b: Fields, place: Place): void {
    const below = (name: string): Place => ({
      at: `${place.at}/${escapeStep(name)}`,
      name: place.isOpen ? '' : name,
      // Below a path are its methods; a new one is an addition.
      isOpen: place.isOpen ? place.name === 'paths' : open.has(name),
      side: !place.isOpen && replies.has(name) ? 'reply' : place.side,
    });
    for (const [name, value] of Object.entries(a)) {
      if (!place.isOpen && texts.has(name)) continue;
      if (name in b) visit(value, b[name] as Json, below(name));
      else note(below(name).at, 'is gone');
    }
    for (const [name, value] of Object.entries(b))
      if (!(name in a) && !place.isOpen && !isAddition(name, value, place.side))
        note(below(name).at, `is new: ${show(value)}`);
  }

  function compareLists(a: Json[], b: Json[], place: Place): void {
    const [named, renamed] = [byName(a), byName(b)];
    if (named && renamed) compareNamed(named, renamed, place);
    else if (place.name === 'required') compareRequired(a, b, place);
    else if (place.name === 'enum') {
      const isKept = a.every((value, index) => value === b[index]);
      if (!isKept) note(place.at, `was ${show(a)}, is ${show(b)}`);
    } else if (a.length !== b.length) note(place.at, `was ${show(a)}, is ${show(b)}`);
    else
      for (const [index, value] of a.entries())
        visit(value, b[index] as Json, { ...place, at: `${place.at}/${index}`, name: '', isOpen: false });
  }

  function compareNamed(a: Map<string, Fields>, b: Map<string, Fields>, place: Place): void {
    for (const [name, value] of a) {
      const at = `${place.at}/${escapeStep(name)}`;
      const other = b.get(name);
      if (other === undefined) note(at, 'is gone');
      else visit(value, other, { ...place, at, name: '', isOpen: false });
    }
    for (const [name, value] of b)
      if (!a.has(name) && value.required === true)
        note(`${place.at}/${escapeStep(name)}`, 'is new and required');
  }

  function compareRequired(a: Json[], b: Json[], { at, side }: Place): void {
    for (const name of a) if (!b.includes(name)) note(`${at}/${name}`, 'is not required any more');
    if (side === 'reply') return;
    for (const name of b) if (!a.includes(name)) note(`${at}/${name}`, 'is required now');
  }
}

/** Whether a new key is an addition. */
function isAddition(name: string, value: Json, side: Side): boolean {
  if (texts.has(name) || name.startsWith('x-')) return true;
  if (name === 'properties') return true;
  // It says what was done before for a field left out.
  if (name === 'default') return side === 'request';
  if (name === 'required') return side === 'reply';
  if (name === 'parameters')
    return Array.isArray(value) && value.every((one) => (one as Fields).required !== true);
  return name === 'requestBody' && (value as Fields).required !== true;
}

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters, tools and tags are matched by name, not by position. */
function byName(list: Json[]): Map<string, Fields> | undefined {
  const entries = list.map((entry) => [isFields(entry) ? entry.name : undefined, entry] as const);
  if (!entries.every(([name]) => typeof name === 'string')) return undefined;
  return new Map(entries as [string, Fields][]);
}

function refOf(value: Json | undefined): string {
  return isFields(value) && typeof value.$ref === 'string' ? value.$ref : '';
}

/** Resolves a reference: whether a schema is inlined makes no difference. */
function follow(document: unknown, value: Json): Json {
  const reference = refOf(value);
  if (!reference.startsWith('#/')) return value;
  let found = document as Json | undefined;
  for (const name of reference.slice(2).split('/'))
    found = isFields(found) ? found[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return found ?? value;
}

const escapeStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** What changed in a reply beyond further fields. */
export function compareReplies(was: unknown, now: unknown, at: string): Difference[] {
  const [a, b] = [was as Json, now as Json];
  if (isFields(a) && isFields(b))
    return Object.entries(a).flatMap(([name, value]) =>
      name in b
        ? compareReplies(value, b[name], `${at}/${escapeStep(name)}`)
        : [{ pointer: `${at}/${escapeStep(name)}`, what: 'is gone' }],
    );
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.flatMap((value, index) => compareReplies(value, b[index], `${at}/${index}`));
  return a === b ? [] : [{ pointer: at, what: `was ${show(a)}, is ${show(b)}` }];
}
