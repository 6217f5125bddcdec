import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import type { Persona } from '../../test/harness/village.ts';
import { password } from '../../test/oauth/oauth-test-client.ts';
import { quickHash } from '../../test/oauth/quick-hash.ts';
import { actionMeetings } from '../../test/operations/lost-updates/action-meetings.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import { accountInputs } from './account-inputs.ts';
import { boardInputs } from './board-inputs.ts';
import { documentInputs } from './document-inputs.ts';
import type { FaultCase } from './fault-case.ts';
import { installationInputs } from './installation-inputs.ts';
import { linkInputs } from './link-inputs.ts';
import { meterInputs } from './meter-inputs.ts';
import { motionInputs } from './motion-inputs.ts';
import { type createPageCaller, type Fields, newKey, toAnswer } from './page-call.ts';
import { sanctionInputs } from './sanction-inputs.ts';

/** Who calls. */
export interface ActingAccount {
  account: string;
  session: string;
}

/** Creates what an action needs and returns its input. */
export interface ActionInput {
  who: Persona;
  /** Somebody new each time instead. */
  isNewcomer?: true;
  make(stage: Stage, caller: ActingAccount): Promise<Fields>;
  /** Sets what it set before, or issues another of the same. */
  mayRepeat?: true;
}

export type ActionInputs = Readonly<Record<string, ActionInput>>;

/** Told that the database does not answer, people press again: another of the same, or the same once more, is meant. */
const repeatable = new Set([
  'export_meters',
  'export_people',
  'issue_plot_codes',
  'make_invitation_link',
  'name_keeper',
  'print_person_letter',
  'publish_policies',
  'set_plot_kind',
]);

export const actionInputs: ActionInputs = {
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
  ...documentInputs,
  ...linkInputs,
  ...meterInputs,
  ...motionInputs,
  ...sanctionInputs,
  ...installationInputs,
};

/** What an earlier action left would refuse the next. */
async function clearEarlier({ service: { db }, village: { plots } }: Stage): Promise<void> {
  // A plot has a bounded number of open invitations.
  await db`delete from plot_code where parcel_id = ${plots.resident}`;
  await db`update settlement set needs_second_member = false`;
  await db`update sanction set ended_at = now() where ended_at is null`;
}

/** What pages do beside operations, in a village of everybody's kind. */
export function listActionCases(
  stage: Stage,
  perform: ReturnType<typeof createPageCaller>,
  definitions: ReadonlyMap<string, AnyDefinition & { keepsReply?: true }>,
  signIn: (account: string) => Promise<string>,
): FaultCase[] {
  return Object.entries(actionInputs).map(([name, { who, isNewcomer, make, mayRepeat }]) => {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(`There is no definition ${name}.`);
    return {
      name,
      service: stage.service,
      hasKey: definition.keepsReply === true,
      ...(mayRepeat && { mayRepeat }),
      async make() {
        await clearEarlier(stage);
        const account = isNewcomer ? await createAccount(stage) : stage.village.accounts[who];
        const session = await signIn(account);
        const input = await make(stage, { account, session });
        const how = { key: newKey(), sessionId: session, account };
        return () => toAnswer(perform(who, definition, input, how));
      },
    };
  });
}

async function createAccount({ service: { db, newId }, word }: Stage): Promise<string> {
  const id = newId();
  await insertAccount(db, {
    id,
    email: `new.${word().replace(/\D/g, '')}@example.org`,
    displayName: 'Новая Анна',
    language: 'ru',
    passwordHash: await quickHash(password),
    emailConfirmedAt: new Date(),
    createdAt: new Date(),
  });
  return id;
}
