import type { Caller } from '../../../domain/kernel/caller.ts';
import type { BodyClass } from '../../../domain/kernel/operation.ts';
import type { Call } from '../../../domain/kernel/run.ts';
import type { Message } from './protocol.ts';

/** What the query of an MCP address narrows its tools to. */
export interface Choice {
  /** `?read_only=1`: nothing that writes. */
  readonly readOnly: boolean;
  /** `?toolsets=…`: the parts asked for; null: all. */
  readonly toolsets: ReadonlySet<string> | null;
  /** `?output_schemas=1`: with the shapes of the replies, for programs. */
  readonly outputSchemas: boolean;
}

/** What stands behind one MCP address. The service's own are made from the operations; a test may put another there. */
export interface ToolServer {
  readonly name: string;
  readonly instructions: string;
  /** False for the public catalogue, which anybody may ask. */
  readonly needsToken: boolean;
  readonly version: string;
  /** The most that a call of one of its tools may carry. */
  readonly body: BodyClass;
  capabilities(): Record<string, unknown>;
  /** The parts its tools come in, by the names an address may ask for. */
  readonly toolsets: readonly string[];
  /** The tools as JSON text, ready to be sent: the list is the same for everybody with the same scopes and offices. */
  toolsJson(caller: Caller, choice: Choice): Promise<string> | string;
  /** Whether there is a tool of this name within the choice. */
  hasTool(name: string, choice: Choice): boolean;
  /** Null when there is no such tool for this caller. */
  callTool(
    name: string,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
    message: Message,
    askNow?: AskNow,
  ): Promise<ToolResult | null>;
  resourcesJson(): string;
  templatesJson(): string;
  readResource(uri: string, call: Call, caller: Caller): Promise<ResourceText | null>;
  promptsJson(): string;
  getPrompt(name: string, given: Record<string, unknown>, message: Message): object | null;
  /** Suggestions for an argument that is being typed; absent where none are offered. Null when there is no such argument. */
  complete?(
    asked: Completion,
    call: Call,
    caller: Caller,
  ): Promise<readonly string[] | null> | readonly string[] | null;
}

/** Puts a question to the person at the other end and waits: the parameters of `elicitation/create`. */
export type AskNow = (question: object) => Promise<Answered>;

export interface Answered {
  action: 'accept' | 'decline' | 'cancel';
  /** What was filled in. */
  content?: Record<string, unknown>;
  /** Cancelled because nobody answered. */
  isLate?: boolean;
}

export interface Completion {
  /** A prompt's name or a resource template. */
  kind: 'prompt' | 'resource';
  of: string;
  argument: string;
  value: string;
  /** The arguments that are filled in already. */
  known: Record<string, string>;
}

export interface ToolResult {
  /** The inside of the result as JSON text: `content`, `structuredContent`, `isError`. */
  json: string;
  /** What kind of result it is in the newest revision; complete when not said. */
  resultType?: string;
}

export interface ResourceText {
  uri: string;
  mimeType: string;
  text?: string;
  blob?: string;
}
