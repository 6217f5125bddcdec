import type { Language } from '../../i18n/text.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type AnyOperation, isReading } from '../../kernel/operation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Call, Kernel } from '../../kernel/run.ts';
import { showsTextOfPeople } from '../../kernel/written-by-people.ts';
import { errorBody } from '../status.ts';
import { makeMarks, withNotice } from './people-text.ts';
import type { ToolResult } from './tool-server.ts';

/** About 25,000 tokens: more than that an assistant cannot use at once. */
const longestReply = 90_000;

/** Runs the operation as REST would. A refusal the assistant can act on is a result; one its owner must act on is not. */
export async function callOperation(
  operation: AnyOperation,
  input: Record<string, unknown>,
  call: Call,
  caller: Caller,
  kernel: Kernel,
): Promise<ToolResult> {
  try {
    // Written out once: the text is the same JSON as the structure, escaped.
    const structured = await performBounded(operation, input, call, caller, kernel);
    const marks = showsTextOfPeople(operation) ? makeMarks() : null;
    const texts = marks === null ? [structured] : [marks.begin, structured, marks.end];
    return { json: `"content":[${texts.map(textBlock)}],"structuredContent":${structured}` };
  } catch (error) {
    if (!(error instanceof Refusal) || isForOwner(error)) throw error;
    return refusedResult(error, call.language);
  }
}

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`;

function isForOwner(refusal: Refusal): boolean {
  return (
    refusal.kind === 'unauthenticated' || refusal.kind === 'missing_scope' || refusal.kind === 'too_many'
  );
}

function refusedResult(refusal: Refusal, language: Language): ToolResult {
  return { json: `"content":[${textBlock(JSON.stringify(errorBody(refusal, language)))}],"isError":true` };
}

/** The reply as JSON. A page that came out too long is asked for again with half as many entries; its cursor leads on. */
async function performBounded(
  operation: AnyOperation,
  input: Record<string, unknown>,
  call: Call,
  caller: Caller,
  kernel: Kernel,
): Promise<string> {
  let reply = await kernel.perform(operation, input, call, caller);
  const write = showsTextOfPeople(operation)
    ? (value: unknown) => JSON.stringify(withNotice(value))
    : JSON.stringify;
  let json = write(reply);
  if (json.length <= longestReply || !isReading(operation) || !('limit' in operation.input.shape))
    return json;
  let limit = longestList(reply);
  while (limit > 1 && json.length > longestReply) {
    limit = Math.max(1, Math.floor(limit / 2));
    reply = await kernel.perform(operation, { ...input, limit }, call, caller);
    json = write(reply);
  }
  return json;
}

function longestList(reply: unknown): number {
  if (typeof reply !== 'object' || reply === null) return 0;
  return Math.max(0, ...Object.values(reply).map((value) => (Array.isArray(value) ? value.length : 0)));
}
