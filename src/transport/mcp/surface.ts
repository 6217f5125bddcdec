import type { Caller } from '../../kernel/caller.ts';
import type { Call } from '../../kernel/run.ts';

/** What stands behind one MCP address. The service's own are made from the operations; a test may put another there. */
export interface Surface {
  readonly name: string;
  readonly instructions: string;
  /** False for the public catalogue, which anybody may ask. */
  readonly needsToken: boolean;
  readonly version: string;
  capabilities(): Record<string, unknown>;
  /** The tools as JSON text, ready to be sent: the list is the same for everybody with the same scopes. */
  toolsJson(caller: Caller, readOnly: boolean): string;
  /** Null when there is no such tool for this caller. */
  callTool(
    name: string,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<ToolResult | null>;
  resourcesJson(): string;
  templatesJson(): string;
  readResource(uri: string, call: Call, caller: Caller): Promise<ResourceText | null>;
  promptsJson(): string;
  getPrompt(name: string, given: Record<string, unknown>): object | null;
}

export interface ToolResult {
  /** The result as JSON text without its braces' era: `content`, `structuredContent`, `isError`. */
  json: string;
}

export interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
}
