import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../../base/db/connect.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { answerChannel, tellAnswer } from '../../../store/messaging/answer-channel.ts';
import { canBeAsked, isObject, type Message } from './protocol.ts';
import { readAction } from './questions.ts';
import type { Answered, AskNow } from './tool-server.ts';

/**
 * Elicitation in the revisions before 2026-07-28: the response becomes a stream that carries the question, and the
 * answer arrives as a separate request, possibly at another instance.
 */
export interface Asking {
  /** Sets the session header that marks the client as able to answer elicitations. */
  greet(message: Message, reply: FastifyReply): void;
  /** A response that can ask first; undefined when this client cannot be asked. */
  open(asked: {
    request: FastifyRequest;
    reply: FastifyReply;
    message: Message;
    who: string;
  }): AskingReply | undefined;
  /** Delivers an answer; it counts only for questions to the same person. */
  hear(answer: { id: string; who: string } & Answered): Promise<void>;
  /** Number of pending questions of this instance. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface AskingReply {
  readonly ask: AskNow;
  /** Whether the response has become a stream. */
  readonly isOpen: boolean;
  /** Sends the last message of the stream. */
  finish(json: string): void;
}

interface Waiting {
  who: string;
  answer(given: Answered): void;
}

/** Enough for a person with several assistants. */
const mostPerPerson = 5;
const mostWaiting = 1_000;
const longestWait = 5 * 60_000;
/** Proxies close idle streams. */
const beatEvery = 20_000;

const tooMany = {
  en: `At most ${mostPerPerson} questions to one person may wait at once. Let them be answered first.`,
  ru: `Одновременно ждать ответа могут не больше ${mostPerPerson} вопросов. Сначала пусть ответят на них.`,
};
const full = {
  en: 'Too many questions wait for an answer just now. Try again later.',
  ru: 'Сейчас слишком много вопросов ждут ответа. Попробуйте позже.',
};

/** Not a secret: it only records the capability that the client declared at initialization. */
const sessionHeader = 'mcp-session-id';
const askable = 'form.';

export function createAsking(
  server: FastifyInstance,
  { pool, waitMilliseconds = longestWait }: { pool: Pool; waitMilliseconds?: number },
): Asking {
  const waiting = new Map<string, Waiting>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;
  let isClosing = false;

  const give = (id: string, who: string, given: Answered): boolean => {
    const question = waiting.get(id);
    if (question?.who !== who) return false;
    question.answer(given);
    return true;
  };

  function listen(): Promise<unknown> {
    listening ??= pool.listen(answerChannel, (payload) => {
      const { id, who, ...given } = JSON.parse(payload) as { id: string; who: string } & Answered;
      give(id, who, given);
    });
    return listening.catch((error) => {
      listening = undefined;
      throw error;
    });
  }

  function wait(id: string, who: string, reply: FastifyReply): Promise<Answered> {
    return new Promise((done) => {
      const end = (given: Answered) => {
        clearTimeout(timer);
        clearInterval(beat);
        waiting.delete(id);
        reply.raw.off('close', gone);
        done(given);
      };
      const gone = () => end({ action: 'cancel' });
      const timer = setTimeout(() => end({ action: 'cancel', isLate: true }), waitMilliseconds);
      const beat = setInterval(() => reply.raw.write(': waiting\n\n'), beatEvery);
      waiting.set(id, { who, answer: end });
      // No close event follows if the client has already disconnected.
      if (reply.raw.destroyed) gone();
      else reply.raw.once('close', gone);
    });
  }

  // A question may be pending for minutes and would block closing the server.
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const { answer } of waiting.values()) answer({ action: 'cancel', isLate: true });
  });

  return {
    greet({ method, era, params }, reply) {
      if (era === 'legacy' && method === 'initialize' && canBeAsked(params.capabilities))
        reply.header(sessionHeader, `${askable}${randomUUID()}`);
    },
    open({ request, reply, message, who }) {
      const session = request.headers[sessionHeader];
      const takesStream = (request.headers.accept ?? '').includes('text/event-stream');
      if (message.era !== 'legacy' || !takesStream) return undefined;
      if (typeof session !== 'string' || !session.startsWith(askable)) return undefined;
      let isOpen = false;
      const write = (json: string) => reply.raw.write(`event: message\ndata: ${json}\n\n`);
      return {
        get isOpen() {
          return isOpen;
        },
        async ask(params) {
          await listen();
          // No await from here on, so that the limits hold for concurrent requests.
          if (isClosing || waiting.size >= mostWaiting)
            throw new Refusal({ kind: 'unavailable', text: full });
          const own = [...waiting.values()].filter((question) => question.who === who);
          if (own.length >= mostPerPerson) throw new Refusal({ kind: 'unavailable', text: tooMany });
          if (!isOpen) openStream(request, reply);
          isOpen = true;
          const id = newQuestionId();
          const answered = wait(id, who, reply);
          write(JSON.stringify({ jsonrpc: '2.0', id, method: 'elicitation/create', params }));
          return answered;
        },
        finish(json) {
          if (reply.raw.destroyed) return;
          write(json);
          reply.raw.end();
        },
      };
    },
    async hear({ id, who, ...given }) {
      if (!give(id, who, given)) await tellAnswer(pool, { id, who, ...given });
    },
    get waiting() {
      return waiting.size;
    },
    async close() {
      await listening?.then((listener) => listener.unlisten()).catch(() => {});
    },
  };
}

function openStream(request: FastifyRequest, reply: FastifyReply): void {
  request.leaveShare?.();
  reply.hijack();
  reply.raw.on('error', () => {});
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
}

/** A client's response to an elicitation: a result or an error, without a method. Null: it is none. */
export function readResponse(body: unknown): ({ id: string } & Answered) | null {
  if (!isObject(body) || body.jsonrpc !== '2.0' || 'method' in body) return null;
  const { id, result } = body;
  if (typeof id !== 'string' || !ownId.test(id) || (result === undefined && body.error === undefined))
    return null;
  const content = isObject(result) ? result.content : undefined;
  return { id, action: readAction(result) ?? 'cancel', ...(isObject(content) && { content }) };
}

const newQuestionId = () => `ask-${randomUUID()}`;
const ownId = /^ask-[0-9a-f-]{36}$/;
