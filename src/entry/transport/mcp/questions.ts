import { randomUUID } from 'node:crypto';
import type { Pool } from '../../../base/db/connect.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import { canonical } from '../../../domain/kernel/idempotency.ts';
import type { AnyOperation } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { Call, Kernel } from '../../../domain/kernel/run.ts';
import { equal, mac } from '../../../features/oauth/sealed.ts';
import { findAccount } from '../../../store/accounts/accounts.ts';
import { canBeAsked, capabilitiesKey, isObject, type Message, ProtocolError, rpcErrors } from './protocol.ts';
import type { AskNow, ToolResult } from './tool-server.ts';

/** Confirmation by the person before a tool acts in their name. */
export interface Questions {
  /** Returns the call to perform, or a result to return instead. */
  settle(asked: AskedCall): Promise<Settled>;
}

export interface AskedCall {
  operation: AnyOperation;
  input: Record<string, unknown>;
  call: Call;
  caller: Caller;
  kernel: Kernel;
  message: Message;
  /** Earlier revisions: asks while the request waits. */
  askNow: AskNow | undefined;
}

export type Settled = { call: Call; caller: Caller } | { instead: ToolResult };

/** Long enough to read and think, short enough for the confirmation to be current. */
const minutesToAnswer = 10;
const key = 'confirm';

type Words = { text: string; language: Language };

/**
 * `secret` signs the state that a client of the newest revision carries between question and answer. The signature
 * covers person, server, tool, arguments and question text, so the state is valid for nothing else.
 */
export function createQuestions(parts: { secret: Buffer; pool: Pool; now(): Date }): Questions {
  return {
    async settle(asked) {
      const { operation, call, caller, message, askNow } = asked;
      if (operation.question === undefined || caller.accountId === null) return { call, caller };
      if (message.era === 'modern') return isAskable(message) ? settleInReplies(asked) : { call, caller };
      return askNow === undefined ? { call, caller } : settleNow(asked, askNow);
    },
  };

  /** The newest revision: the question is the result, and the answer comes with a repeated call. */
  async function settleInReplies(asked: AskedCall): Promise<Settled> {
    const { caller, message } = asked;
    const state = openState(asked);
    const answer = state === null ? undefined : readAnswer(message.params.inputResponses);
    if (answer === 'decline' || answer === 'cancel')
      return { instead: notDone(answer, await findLanguage(asked)) };
    const call = state !== null && answer === 'accept' ? onceFor(asked.call, state.nonce) : asked.call;
    const words = await findWords({ ...asked, call });
    if (words === null) return { call, caller };
    // The person agreed to the text they saw; if it has changed since, the current text is shown.
    if (answer === 'accept' && state?.words === digest(words)) return { call, caller };
    return { instead: inputRequired(words, sealState(asked, words)) };
  }

  /** Earlier revisions: the question is sent while the call waits, with no transaction open. */
  async function settleNow(asked: AskedCall, askNow: AskNow): Promise<Settled> {
    const words = await findWords(asked);
    if (words === null) return asked;
    const { action, isLate } = await askNow(describe(words));
    if (action !== 'accept') return { instead: notDone(isLate ? 'late' : action, words.language) };
    // Minutes may have passed: the token may be revoked, and the subject may have changed.
    const caller = await asked.kernel.admit(asked.call);
    const now = await findWords({ ...asked, caller });
    if (now === null || now.text !== words.text) return { instead: notDone('changed', words.language) };
    return { call: asked.call, caller };
  }

  async function findWords(asked: AskedCall): Promise<Words | null> {
    const { operation, input, call, caller, kernel } = asked;
    try {
      const text = await kernel.ask(operation, input, call, caller);
      if (text === null) return null;
      const language = await findLanguage(asked);
      return { text: text[language], language };
    } catch (error) {
      // A repeated call that was already performed cannot be asked about: it gets the first response or refusal
      // again.
      if (error instanceof Refusal && call.idempotencyKey !== undefined) return null;
      throw error;
    }
  }

  /** The language of the account; the client's may differ. */
  async function findLanguage({ caller, call }: AskedCall): Promise<Language> {
    const account = caller.accountId === null ? undefined : await findAccount(parts.pool, caller.accountId);
    return account?.language ?? call.language;
  }

  function digest({ text }: Words): string {
    return mac(parts.secret, 'words', text);
  }

  function seal({ operation, input, call, caller }: AskedCall, plain: string): string {
    const bound = [caller.accountId, call.resource, operation.name, canonical(input), plain];
    return mac(parts.secret, 'state', JSON.stringify(bound));
  }

  function sealState(asked: AskedCall, words: Words): string {
    const until = parts.now().getTime() + minutesToAnswer * 60_000;
    const plain = `${until}.${randomUUID()}.${digest(words)}`;
    return `${plain}.${seal(asked, plain)}`;
  }

  /** Null: nothing was asked yet, or the state has expired. */
  function openState(asked: AskedCall): { nonce: string; words: string } | null {
    const { requestState: state } = asked.message.params;
    if (state === undefined) return null;
    const [until = '', nonce = '', words = '', sealed = ''] = String(state).slice(0, 500).split('.');
    if (!equal(sealed, seal(asked, `${until}.${nonce}.${words}`)))
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        'requestState is not of this call: send it back unchanged, with the same tool and arguments.',
        asked.message.id,
      );
    return Number(until) > parts.now().getTime() ? { nonce, words } : null;
  }
}

function isAskable({ params }: Message): boolean {
  const meta = isObject(params._meta) ? params._meta : {};
  return canBeAsked(meta[capabilitiesKey]);
}

/** One confirmation is one action: the same answer sent twice gets the first response. */
function onceFor(call: Call, nonce: string): Call {
  return call.idempotencyKey === undefined ? { ...call, idempotencyKey: `confirmed-${nonce}` } : call;
}

export type Answer = 'accept' | 'decline' | 'cancel';

/** Undefined: no valid answer. */
export function readAction(result: unknown): Answer | undefined {
  if (!isObject(result)) return undefined;
  const { action } = result;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : undefined;
}

function readAnswer(responses: unknown): Answer | undefined {
  return isObject(responses) && Object.hasOwn(responses, key) ? readAction(responses[key]) : undefined;
}

/** A form without fields: accepting it is the answer. */
const describe = ({ text }: Words) => ({
  mode: 'form',
  message: text,
  requestedSchema: { type: 'object', properties: {} },
});

function inputRequired(words: Words, requestState: string): ToolResult {
  const inputRequests = { [key]: { method: 'elicitation/create', params: describe(words) } };
  return {
    json: JSON.stringify({ inputRequests, requestState }).slice(1, -1),
    resultType: 'input_required',
  };
}

const reasons: Record<'decline' | 'cancel' | 'late' | 'changed', Text> = {
  decline: {
    en: 'Not done: the person said no. Nothing was changed.',
    ru: 'Не сделано: человек отказался. Ничего не изменено.',
  },
  cancel: {
    en: 'Not done: the person closed the question without an answer. Nothing was changed.',
    ru: 'Не сделано: человек закрыл вопрос, не ответив. Ничего не изменено.',
  },
  late: {
    en: 'Not done: nobody answered the question in time. Nothing was changed.',
    ru: 'Не сделано: на вопрос вовремя не ответили. Ничего не изменено.',
  },
  changed: {
    en: 'Not done: what the person was asked about has changed meanwhile. Nothing was done; call again to ask anew.',
    ru: 'Не сделано: пока человек отвечал, дело изменилось. Ничего не сделано; вызовите ещё раз, чтобы спросить заново.',
  },
};

/** No field of a reply begins with an underscore. */
const notDoneKey = '_not_done';

function notDone(why: keyof typeof reasons, language: Language): ToolResult {
  const told = JSON.stringify({ [notDoneKey]: reasons[why][language] });
  return {
    json: `"content":[{"type":"text","text":${JSON.stringify(told)}}],"structuredContent":${told}`,
  };
}
