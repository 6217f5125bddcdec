import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import type { Persona } from '../../test/harness/village.ts';
import { actionMeetings } from '../../test/operations/lost-updates/action-meetings.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import { accountInputs } from './account-inputs.ts';
import { boardInputs } from './board-inputs.ts';
import type { FaultCase } from './fault-case.ts';
import { type createPageCaller, type Fields, newKey, toAnswer } from './page-call.ts';

/** Creates what an action needs and returns its input. */
export interface ActionInput {
  who: Persona;
  make(stage: Stage): Promise<Fields>;
  /** Sets what it set before, or issues another of the same. */
  mayRepeat?: true;
}

export type ActionInputs = Readonly<Record<string, ActionInput>>;

/** Told that the database does not answer, people press again: another of the same, or the same once more, is meant. */
const repeatable = new Set([
  'export_people',
  'issue_plot_codes',
  'make_invitation_link',
  'print_person_letter',
  'publish_policies',
  'set_plot_kind',
]);

const actionInputs: ActionInputs = {
  ...Object.fromEntries(
    Object.entries(actionMeetings).map(([name, { who, make }]) => [
      name,
      {
        who,
        async make(stage: Stage) {
          const { input, seen } = await make(stage);
          return { ...input(stage.word()), ...seen };
        },
        ...(repeatable.has(name) && { mayRepeat: true as const }),
      },
    ]),
  ),
  ...boardInputs,
  ...accountInputs,
};

/** What pages do beside operations, in a village of everybody's kind. */
export function listActionCases(
  stage: Stage,
  perform: ReturnType<typeof createPageCaller>,
  definitions: ReadonlyMap<string, AnyDefinition & { keepsReply?: true }>,
  signIn: (who: Persona) => Promise<string>,
): FaultCase[] {
  return Object.entries(actionInputs).map(([name, { who, make, mayRepeat }]) => {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(`There is no definition ${name}.`);
    return {
      name,
      service: stage.service,
      hasKey: definition.keepsReply === true,
      ...(mayRepeat && { mayRepeat }),
      async make() {
        // A plot has a bounded number of open invitations.
        await stage.service.db`delete from plot_code where parcel_id = ${stage.village.plots.resident}`;
        const input = await make(stage);
        const how = { key: newKey(), sessionId: await signIn(who) };
        return () => toAnswer(perform(who, definition, input, how));
      },
    };
  });
}
