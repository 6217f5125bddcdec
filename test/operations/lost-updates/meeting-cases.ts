import type { AnyDefinition, Audience } from '../../../src/domain/kernel/operation.ts';
import type { TestService } from '../../harness/service.ts';
import type { Persona, Village } from '../../harness/village.ts';

export type Fields = Record<string, unknown>;

/** What a case works with. */
export interface Stage {
  service: TestService;
  village: Village;
  clients: Village['clients'];
  /** Another word each time. */
  word(): string;
  /** Runs a definition as a page does. */
  act(who: Persona, definition: AnyDefinition, input: Fields): Promise<Fields>;
}

/** One thing that several writers change, each with words of their own. */
export interface MeetingCase {
  /** The server of its tool; none: pages alone. */
  server?: Audience;
  who: Persona;
  /** A second account that may try the same. */
  other: Persona;
  make(stage: Stage): Promise<{
    input(word: string): Fields;
    /** What a call names of what it saw; none: it compares nothing. */
    seen?: Fields;
  }>;
}

export type MeetingCases = Readonly<Record<string, MeetingCase>>;
