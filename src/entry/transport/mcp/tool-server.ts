import type { Language } from '../../../base/i18n/text.ts';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import type { Audience, BodyClass } from '../../../domain/kernel/operation.ts';
import type { Message } from './protocol.ts';

/** The tool filter in the query string of an MCP URL. */
export interface ToolFilter {
  /** `?read_only`: no tools that write. */
  readonly readOnly: boolean;
  /** `?toolsets=…`; null: all. */
  readonly toolsets: ReadonlySet<string> | null;
  /** `?output_schemas=1`: with output schemas, for programs. */
  readonly outputSchemas: boolean;
}

/** One MCP server. The service's own are built from the operations; tests may use another. */
export interface ToolServer {
  /** Whose operations it serves, if it serves operations. */
  readonly audience?: Audience;
  readonly name: string;
  readonly instructions: string;
  /** False for the public catalogue. */
  readonly needsToken: boolean;
  readonly version: string;
  /** The largest body that one of its tools may need. */
  readonly bodyClass: BodyClass;
  /**
   * Judged before the body is read: throws where the caller lacks the scope of this tool, else returns the body class
   * it may need. Without a name, or with an unknown one: the largest of all tools that the caller has the scopes for.
   */
  judgeTool(caller: Caller, name?: string): BodyClass;
  capabilities(): Record<string, unknown>;
  /** The toolset names that a URL may ask for. */
  readonly toolsets: readonly string[];
  /** The tools as JSON text, cached: the list is the same for everybody with the same scopes and roles. */
  toolsJson(caller: Caller, choice: ToolFilter): Promise<string> | string;
  /** Whether there is a tool of this name within the filter. */
  hasTool(name: string, choice: ToolFilter): boolean;
  /** Null when there is no such tool for this caller. */
  callTool(
    name: string,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
    message: Message,
    askNow?: Elicit,
  ): Promise<ToolResult | null>;
  resourcesJson(language: Language): string;
  templatesJson(): string;
  readResource(uri: string, call: Call, caller: Caller): Promise<ResourceText | null>;
  /** Titles in this language; prompts that need a tool outside the filter or the caller's scopes are left out. */
  promptsJson(language: Language, choice: ToolFilter, caller: Caller): string;
  getPrompt(
    name: string,
    given: Record<string, unknown>,
    message: Message,
    choice: ToolFilter,
    caller: Caller,
  ): object | null;
  /** Suggestions for an argument being typed; absent where none are offered. Null when there is no such argument. */
  complete?(
    asked: CompletionRequest,
    call: Call,
    caller: Caller,
  ): Promise<readonly string[] | null> | readonly string[] | null;
}

/** Asks the person at the client and waits. Takes the parameters of `elicitation/create`. */
export type Elicit = (question: object) => Promise<ElicitationResult>;

export interface ElicitationResult {
  action: 'accept' | 'decline' | 'cancel';
  /** The submitted form values. */
  content?: Record<string, unknown>;
  /** Cancelled by timeout. */
  isLate?: boolean;
}

export interface CompletionRequest {
  /** A prompt's name or a resource template. */
  kind: 'prompt' | 'resource';
  of: string;
  argument: string;
  value: string;
  /** Arguments filled in already. */
  known: Record<string, string>;
}

export interface ToolResult {
  /** The inside of the result as JSON text: `content`, `structuredContent`, `isError`. */
  json: string;
  /** The result type of the newest revision; `complete` by default. */
  resultType?: string;
}

export interface ResourceText {
  uri: string;
  mimeType: string;
  text?: string;
  blob?: string;
}
