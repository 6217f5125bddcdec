import type { Pool } from '../../../base/db/connect.ts';
import type { Language } from '../../../base/i18n/text.ts';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import { type AnyOperation, type Audience, isReadOnly } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { shortenReply } from '../../../domain/kernel/reply-summary.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { hasUserWrittenText, hasUserWrittenTextWhenShort } from '../../../domain/kernel/user-written-text.ts';
import { areKnownIdentifiers } from '../../../store/system/known-identifiers.ts';
import { buildErrorBody } from '../refusal-status.ts';
import { makeUrlsAbsolute } from './absolute-urls.ts';
import { findInexactNumbers, refuseInexactNumbers, refuseUnknownArguments } from './arguments.ts';
import type { Elicitation } from './elicitation.ts';
import { truncateLists } from './list-truncation.ts';
import type { Pictures } from './pictures.ts';
import type { Message } from './protocol.ts';
import { listToolDefaults, type SplitArguments, splitToolArguments } from './tool-arguments.ts';
import type { Elicit, ToolResult } from './tool-server.ts';
import { createBoundaryMarks, formatNotice, noticeKey, untrustedTextNotice } from './untrusted-text.ts';

/** About 10,000 tokens, more in Russian: a longer result fills the context window of the conversation. */
const maxResultCharacters = 40_000;

export interface ToolCallContext {
  audience: Audience;
  call: Call;
  caller: Caller;
  kernel: Kernel;
  questions: Elicitation;
  pictures: Pictures;
  pool: Pool;
  message: Message;
  askNow: Elicit | undefined;
}

interface SettledCall extends ToolCallContext {
  split: SplitArguments;
}

/**
 * Runs the operation as REST would. A refusal the assistant can act on is a result; one its owner must act on is not.
 */
export async function callOperation(
  operation: AnyOperation,
  sent: Record<string, unknown>,
  context: ToolCallContext,
): Promise<ToolResult> {
  try {
    refuseUnknownArguments(operation, context.audience, sent);
    const split = splitToolArguments(operation, sent);
    const { given: input, wantsPictures, confirm, idempotencyKey } = split;
    const call =
      idempotencyKey === undefined
        ? context.call
        : { ...context.call, idempotencyKey: `tool-${idempotencyKey}` };
    const inexact = findInexactNumbers(operation, input);
    const settled = await explainInexactNumbers(inexact, () =>
      context.questions.confirm({ operation, input, ...context, call, confirm }),
    );
    if ('instead' in settled) return settled.instead;
    // Serialized once: the text block is the same JSON as the structured content, escaped.
    const { reply, json } = await performWithExactNumbers(operation, input, inexact, {
      split,
      ...context,
      ...settled,
    });
    const shown = wantsPictures
      ? await context.pictures.renderBlocks(operation.pictures?.(reply, input) ?? [])
      : [];
    const marks = isMarked(operation, split) ? createBoundaryMarks() : null;
    // A picture may contain text as well, so it is placed between the delimiters too.
    const blocks = [textBlock(json), ...shown];
    const content = marks === null ? blocks : [textBlock(marks.begin), ...blocks, textBlock(marks.end)];
    return { json: `"content":[${content}],"structuredContent":${json}` };
  } catch (error) {
    if (!(error instanceof Refusal) || needsOwnerAction(error)) throw error;
    return formatRefusal(error, context.call.language);
  }
}

/** A short reply without a word of people needs no delimiters. */
const isMarked = (operation: AnyOperation, { wantsFullReply }: SplitArguments) =>
  wantsFullReply ? hasUserWrittenText(operation) : hasUserWrittenTextWhenShort(operation);

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`;

function needsOwnerAction(refusal: Refusal): boolean {
  return (
    refusal.kind === 'unauthenticated' || refusal.kind === 'missing_scope' || refusal.kind === 'too_many'
  );
}

/** As the body in REST, but without a message that only repeats a field's error. */
function formatRefusal(refusal: Refusal, language: Language): ToolResult {
  const { message, ...rest } = buildErrorBody(refusal, language);
  const said = Object.entries(rest.errors ?? {}).flatMap(([name, texts]) =>
    texts.flatMap((text) => [text, `${name}: ${text}`]),
  );
  const { errors } = rest;
  const named = errors && { ...rest, errors: nameAsArguments(errors) };
  const told = { ...(!said.includes(message) && { message }), ...(named ?? rest) };
  // What goes along with a refusal, such as both versions of a text, was written by people.
  if (refusal.details === undefined)
    return { json: `"content":[${textBlock(JSON.stringify(told))}],"isError":true` };
  const { begin, end } = createBoundaryMarks();
  const json = JSON.stringify({ ...told, [noticeKey]: untrustedTextNotice });
  return { json: `"content":[${[begin, json, end].map(textBlock)}],"isError":true` };
}

/** The header of REST is an argument here. */
function nameAsArguments<Texts>(errors: Record<string, Texts>): Record<string, Texts> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [
      name === 'Idempotency-Key' ? 'idempotency_key' : name,
      texts,
    ]),
  );
}

/** A reply, and its JSON for an assistant. */
interface SerializedReply {
  reply: object;
  json: string;
}

/**
 * A number that may have lost its last digits is taken as given; if it names nothing, the refusal explains why. A list
 * may be empty though its place or subject exists.
 */
async function performWithExactNumbers(
  operation: AnyOperation,
  input: Record<string, unknown>,
  inexact: readonly string[],
  context: SettledCall,
): Promise<SerializedReply> {
  const told = await explainInexactNumbers(inexact, () => performWithinLimit(operation, input, context));
  if (inexact.length === 0 || !isReadOnly(operation) || !isEmptyList(told.reply)) return told;
  const ids = inexact.map((name) => String(input[name]));
  return (await areKnownIdentifiers(context.pool, ids)) ? told : refuseInexactNumbers(inexact);
}

async function explainInexactNumbers<Found>(
  inexact: readonly string[],
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    const isUnknown = error instanceof Refusal && (error.kind === 'not_found' || error.kind === 'invalid');
    if (inexact.length > 0 && isUnknown) return refuseInexactNumbers(inexact);
    throw error;
  }
}

/** What the assistant sent stands; null and an empty text are nothing sent. */
function withToolDefaults(operation: AnyOperation, given: Record<string, unknown>) {
  const left = Object.entries(listToolDefaults(operation)).filter(([name]) =>
    [undefined, null, ''].includes(given[name] as null),
  );
  return left.length === 0 ? given : { ...given, ...Object.fromEntries(left) };
}

/**
 * The reply as JSON. A page that is too long is requested again with half as many entries; its cursor continues
 * there.
 */
async function performWithinLimit(
  operation: AnyOperation,
  given: Record<string, unknown>,
  { call, caller, kernel, audience, split }: SettledCall,
): Promise<SerializedReply> {
  const input = withToolDefaults(operation, given);
  const perform = async (limits: object) => {
    const reply = (await kernel.perform(operation, { ...input, ...limits }, call, caller)) as object;
    const shown = split.wantsFullReply ? reply : shortenReply(operation, reply);
    const page = operation.pagePath?.(reply, given) ?? null;
    return { reply, json: serializeReply(operation, shown, { origin: call.origin, page, split }) };
  };
  let told = await perform({});
  if (told.json.length <= maxResultCharacters) return told;
  const hasLimit = isReadOnly(operation) && 'limit' in operation.input.shape;
  let limit = hasLimit ? findLongestListLength(told.reply) : 0;
  while (limit > 1 && told.json.length > maxResultCharacters) {
    limit = Math.max(1, Math.floor(limit / 2));
    told = await perform({ limit });
  }
  if (told.json.length <= maxResultCharacters) return told;
  const whole = JSON.parse(told.json) as Record<string, unknown>;
  return {
    ...told,
    json: JSON.stringify(truncateLists(operation, whole, { audience, most: maxResultCharacters })),
  };
}

function serializeReply(
  operation: AnyOperation,
  reply: unknown,
  { origin, page, split }: { origin: string; page: string | null; split: SplitArguments },
): string {
  const told = (operation.formatForTools?.(reply) ?? reply) as Record<string, unknown>;
  makeUrlsAbsolute(operation, told, origin);
  // No field of a reply at this level has the name.
  const url = page !== null && told.url === undefined && { url: `${origin}${page}` };
  const more = typeof told.cursor === 'string' && { [moreKey]: moreText };
  const notice = isMarked(operation, split) && { [noticeKey]: formatNotice(operation) };
  return JSON.stringify(url || more || notice ? { ...told, ...url, ...more, ...notice } : told);
}

/** Added beside a cursor; no field of a reply begins with an underscore. */
const moreKey = '_more';
const moreText = 'The list goes on: call again with the same arguments and this `cursor`.';

/** A reply without any list, such as a single item, is not an empty one. */
function isEmptyList(reply: object): boolean {
  return Object.values(reply).some(Array.isArray) && findLongestListLength(reply) === 0;
}

function findLongestListLength(reply: unknown): number {
  if (typeof reply !== 'object' || reply === null) return 0;
  return Math.max(0, ...Object.values(reply).map((value) => (Array.isArray(value) ? value.length : 0)));
}
