import { randomUUID } from 'node:crypto';
import type { Pool } from '../../../base/db/connect.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import { toCanonicalJson } from '../../../domain/kernel/idempotency.ts';
import type { AnyOperation } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { computeMac, equalsInConstantTime } from '../../../features/oauth/signed-values.ts';
import { findAccount } from '../../../store/accounts/accounts.ts';
import {
  capabilitiesKey,
  isObject,
  type Message,
  ProtocolError,
  rpcErrors,
  supportsFormElicitation,
} from './protocol.ts';
import type { Elicit, ToolResult } from './tool-server.ts';

/** Confirmation by the person before a tool acts in their name. */
export interface Elicitation {
  /** Returns the call to perform, or a result to return instead. */
  confirm(asked: ConfirmableCall): Promise<ConfirmationResult>;
}

export interface ConfirmableCall {
  operation: AnyOperation;
  input: Record<string, unknown>;
  call: Call;
  caller: Caller;
  kernel: Kernel;
  message: Message;
  /** Earlier revisions: asks while the request waits. */
  askNow: Elicit | undefined;
  /** The word of an earlier refusal, where the client cannot be asked. */
  confirm: string | undefined;
}

export type ConfirmationResult = { call: Call; caller: Caller } | { instead: ToolResult };

/** Long enough to read and think, short enough for the confirmation to be current. */
const minutesToAnswer = 10;
const confirmKey = 'confirm';

type QuestionText = { text: string; language: Language };

/**
 * `secret` signs the state that a client of the newest revision carries between question and answer. The signature
 * covers person, server, tool, arguments and question text, so the state is valid for nothing else.
 */
export function createElicitation(parts: { secret: Buffer; pool: Pool; now(): Date }): Elicitation {
  return {
    async confirm(asked) {
      const { operation, call, caller, message, askNow } = asked;
      if (operation.question === undefined || caller.accountId === null) return { call, caller };
      if (message.era === 'modern')
        return supportsElicitation(message) ? settleInReplies(asked) : settleByWord(asked);
      return askNow === undefined ? settleByWord(asked) : settleNow(asked, askNow);
    },
  };

  /** The newest revision: the question is the result, and the answer comes with a repeated call. */
  async function settleInReplies(asked: ConfirmableCall): Promise<ConfirmationResult> {
    const { caller, message } = asked;
    const state = openState(asked);
    const answer = state === null ? undefined : readAnswer(message.params.inputResponses);
    if (answer === 'decline' || answer === 'cancel')
      return { instead: createNotDoneResult(answer, await findLanguage(asked)) };
    const call =
      state !== null && answer === 'accept' ? withConfirmationKey(asked.call, state.nonce) : asked.call;
    const words = await findWords({ ...asked, call });
    if (words === null) return { call, caller };
    // The person agreed to the text they saw; if it has changed since, the current text is shown.
    if (answer === 'accept' && state?.words === digest(words)) return { call, caller };
    return { instead: createInputRequiredResult(words, sealState(asked, words)) };
  }

  /** Earlier revisions: the question is sent while the call waits, with no transaction open. */
  async function settleNow(asked: ConfirmableCall, askNow: Elicit): Promise<ConfirmationResult> {
    const words = await findWords(asked);
    if (words === null) return asked;
    const { action, isLate } = await askNow(buildFormRequest(words));
    if (action !== 'accept')
      return { instead: createNotDoneResult(isLate ? 'late' : action, words.language) };
    // Minutes may have passed: the token may be revoked, and the subject may have changed.
    const caller = await asked.kernel.admit(asked.call);
    const now = await findWords({ ...asked, caller });
    if (now === null || now.text !== words.text)
      return { instead: createNotDoneResult('changed', words.language) };
    return { call: asked.call, caller };
  }

  /** Clients that cannot ask: the refusal has the question and a word; the same call with that word is performed. */
  async function settleByWord(asked: ConfirmableCall): Promise<ConfirmationResult> {
    const { operation, caller, confirm } = asked;
    if (operation.asksFirst !== true) return asked;
    const opened = confirm === undefined ? null : openWord(asked, confirm);
    const call = opened === null ? asked.call : withConfirmationKey(asked.call, opened.nonce);
    const words = await findWords({ ...asked, call });
    if (words === null || opened?.words === digest(words)) return { call, caller };
    const word = sealState(asked, words);
    const text: Text = {
      en: `Nothing was done yet${confirm === undefined ? '' : ': this word is not for this call as things stand now'}. ${words.text} If the person agrees, call again with the same arguments and confirm set to the word in confirm.`,
      ru: `Пока ничего не сделано${confirm === undefined ? '' : ': это слово не от этого вызова или дело изменилось'}. ${words.text} Если человек согласен, повторите вызов с теми же аргументами и словом из confirm в аргументе confirm.`,
    };
    throw new Refusal({ kind: 'invalid', text, fields: { confirm: [text] }, details: { confirm: word } });
  }

  /** Null: it was altered, expired, or is of another call. */
  function openWord(asked: ConfirmableCall, word: string): { nonce: string; words: string } | null {
    const [until = '', nonce = '', words = '', sealed = ''] = word.slice(0, 500).split('.');
    const isGenuine = equalsInConstantTime(sealed, seal(asked, `${until}.${nonce}.${words}`));
    return isGenuine && Number(until) > parts.now().getTime() ? { nonce, words } : null;
  }

  async function findWords(asked: ConfirmableCall): Promise<QuestionText | null> {
    const { operation, input, call, caller, kernel } = asked;
    const text = await kernel.loadQuestion(operation, input, call, caller);
    if (text === null) return null;
    const language = await findLanguage(asked);
    return { text: text[language], language };
  }

  /** The language of the account; the client's may differ. */
  async function findLanguage({ caller, call }: ConfirmableCall): Promise<Language> {
    const account = caller.accountId === null ? undefined : await findAccount(parts.pool, caller.accountId);
    return account?.language ?? call.language;
  }

  function digest({ text }: QuestionText): string {
    return computeMac(parts.secret, 'words', text);
  }

  function seal({ operation, input, call, caller }: ConfirmableCall, plain: string): string {
    // The caller's own key too: with another one the same word would act again.
    const key = call.idempotencyKey ?? '';
    const bound = [caller.accountId, call.resource, operation.name, toCanonicalJson(input), key, plain];
    return computeMac(parts.secret, 'state', JSON.stringify(bound));
  }

  function sealState(asked: ConfirmableCall, words: QuestionText): string {
    const until = parts.now().getTime() + minutesToAnswer * 60_000;
    const plain = `${until}.${randomUUID()}.${digest(words)}`;
    return `${plain}.${seal(asked, plain)}`;
  }

  /** Null: nothing was asked yet, or the state has expired. */
  function openState(asked: ConfirmableCall): { nonce: string; words: string } | null {
    const { requestState: state } = asked.message.params;
    if (state === undefined) return null;
    const [until = '', nonce = '', words = '', sealed = ''] = String(state).slice(0, 500).split('.');
    if (!equalsInConstantTime(sealed, seal(asked, `${until}.${nonce}.${words}`)))
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        'requestState is not of this call: send it back unchanged, with the same tool and arguments.',
        asked.message.id,
      );
    return Number(until) > parts.now().getTime() ? { nonce, words } : null;
  }
}

function supportsElicitation({ params }: Message): boolean {
  const meta = isObject(params._meta) ? params._meta : {};
  return supportsFormElicitation(meta[capabilitiesKey]);
}

/** One confirmation is one action: the same answer sent twice gets the first response. */
function withConfirmationKey(call: Call, nonce: string): Call {
  return call.idempotencyKey === undefined ? { ...call, idempotencyKey: `confirmed-${nonce}` } : call;
}

export type ElicitationAction = 'accept' | 'decline' | 'cancel';

/** Undefined: no valid answer. */
export function readAction(result: unknown): ElicitationAction | undefined {
  if (!isObject(result)) return undefined;
  const { action } = result;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : undefined;
}

function readAnswer(responses: unknown): ElicitationAction | undefined {
  return isObject(responses) && Object.hasOwn(responses, confirmKey)
    ? readAction(responses[confirmKey])
    : undefined;
}

/** A form without fields: accepting it is the answer. */
const buildFormRequest = ({ text }: QuestionText) => ({
  mode: 'form',
  message: text,
  requestedSchema: { type: 'object', properties: {} },
});

function createInputRequiredResult(words: QuestionText, requestState: string): ToolResult {
  const inputRequests = { [confirmKey]: { method: 'elicitation/create', params: buildFormRequest(words) } };
  return {
    json: JSON.stringify({ inputRequests, requestState }).slice(1, -1),
    resultType: 'input_required',
  };
}

const notDoneTexts: Record<'decline' | 'cancel' | 'late' | 'changed', Text> = {
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

function createNotDoneResult(why: keyof typeof notDoneTexts, language: Language): ToolResult {
  const told = JSON.stringify({ [notDoneKey]: notDoneTexts[why][language] });
  return {
    json: `"content":[{"type":"text","text":${JSON.stringify(told)}}],"structuredContent":${told}`,
  };
}
