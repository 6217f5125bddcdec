import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../../base/db/connect.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import {
  elicitationChannel,
  publishElicitationAnswer,
} from '../../../store/messaging/elicitation-channel.ts';
import { readAction } from './elicitation.ts';
import { isObject, type Message, supportsFormElicitation } from './protocol.ts';
import type { Elicit, ElicitationResult } from './tool-server.ts';

/**
 * Elicitation in the revisions before 2026-07-28: the response becomes a stream that carries the question, and the
 * answer arrives as a separate request, possibly at another instance.
 */
export interface ElicitationChannel {
  /** Sets the session header that marks the client as able to answer elicitations. */
  announceSession(message: Message, reply: FastifyReply): void;
  /** A response that can ask first; undefined when this client cannot be asked. */
  open(asked: {
    request: FastifyRequest;
    reply: FastifyReply;
    message: Message;
    who: string;
  }): ElicitationReply | undefined;
  /** Delivers an answer; it counts only for questions to the same person. */
  receiveAnswer(answer: { id: string; who: string } & ElicitationResult): Promise<void>;
  /** Number of pending questions of this instance. */
  readonly pendingCount: number;
  close(): Promise<void>;
}

export interface ElicitationReply {
  readonly ask: Elicit;
  /** Whether the response has become a stream. */
  readonly isOpen: boolean;
  /** Sends the last message of the stream. */
  finish(json: string): void;
}

interface PendingElicitation {
  who: string;
  answer(given: ElicitationResult): void;
}

/** Enough for a person with several assistants. */
const maxPerPerson = 5;
const maxPending = 1_000;
const maxWaitMilliseconds = 5 * 60_000;
/** Proxies close idle streams. */
const keepAliveMilliseconds = 20_000;

const tooManyForPersonText = {
  en: `At most ${maxPerPerson} questions to one person may wait at once. Let them be answered first.`,
  ru: `Одновременно ждать ответа могут не больше ${maxPerPerson} вопросов. Сначала пусть ответят на них.`,
};
const tooManyPendingText = {
  en: 'Too many questions wait for an answer just now. Try again later.',
  ru: 'Сейчас слишком много вопросов ждут ответа. Попробуйте позже.',
};

/** Not a secret: it only records the capability that the client declared at initialization. */
const sessionHeader = 'mcp-session-id';
const formCapablePrefix = 'form.';

export function createElicitationChannel(
  server: FastifyInstance,
  { pool, waitMilliseconds = maxWaitMilliseconds }: { pool: Pool; waitMilliseconds?: number },
): ElicitationChannel {
  const waiting = new Map<string, PendingElicitation>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;
  let isClosing = false;

  const give = (id: string, who: string, given: ElicitationResult): boolean => {
    const question = waiting.get(id);
    if (question?.who !== who) return false;
    question.answer(given);
    return true;
  };

  function listen(): Promise<unknown> {
    listening ??= pool.listen(elicitationChannel, (payload) => {
      const { id, who, ...given } = JSON.parse(payload) as { id: string; who: string } & ElicitationResult;
      give(id, who, given);
    });
    return listening.catch((error) => {
      listening = undefined;
      throw error;
    });
  }

  function wait(id: string, who: string, reply: FastifyReply): Promise<ElicitationResult> {
    return new Promise((done) => {
      const end = (given: ElicitationResult) => {
        clearTimeout(timer);
        clearInterval(beat);
        waiting.delete(id);
        reply.raw.off('close', gone);
        done(given);
      };
      const gone = () => end({ action: 'cancel' });
      const timer = setTimeout(() => end({ action: 'cancel', isLate: true }), waitMilliseconds);
      const beat = setInterval(() => reply.raw.write(': waiting\n\n'), keepAliveMilliseconds);
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
    announceSession({ method, era, params }, reply) {
      if (era === 'legacy' && method === 'initialize' && supportsFormElicitation(params.capabilities))
        reply.header(sessionHeader, `${formCapablePrefix}${randomUUID()}`);
    },
    open({ request, reply, message, who }) {
      const session = request.headers[sessionHeader];
      const takesStream = (request.headers.accept ?? '').includes('text/event-stream');
      if (message.era !== 'legacy' || !takesStream) return undefined;
      if (typeof session !== 'string' || !session.startsWith(formCapablePrefix)) return undefined;
      let isOpen = false;
      const write = (json: string) => reply.raw.write(`event: message\ndata: ${json}\n\n`);
      return {
        get isOpen() {
          return isOpen;
        },
        async ask(params) {
          await listen();
          // No await from here on, so that the limits hold for concurrent requests.
          if (isClosing || waiting.size >= maxPending)
            throw new Refusal({ kind: 'unavailable', text: tooManyPendingText });
          const own = [...waiting.values()].filter((question) => question.who === who);
          if (own.length >= maxPerPerson)
            throw new Refusal({ kind: 'unavailable', text: tooManyForPersonText });
          if (!isOpen) openStream(request, reply);
          isOpen = true;
          const id = createElicitationId();
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
    async receiveAnswer({ id, who, ...given }) {
      if (!give(id, who, given)) await publishElicitationAnswer(pool, { id, who, ...given });
    },
    get pendingCount() {
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
export function readElicitationResponse(body: unknown): ({ id: string } & ElicitationResult) | null {
  if (!isObject(body) || body.jsonrpc !== '2.0' || 'method' in body) return null;
  const { id, result } = body;
  if (
    typeof id !== 'string' ||
    !elicitationIdPattern.test(id) ||
    (result === undefined && body.error === undefined)
  )
    return null;
  const content = isObject(result) ? result.content : undefined;
  return { id, action: readAction(result) ?? 'cancel', ...(isObject(content) && { content }) };
}

const createElicitationId = () => `ask-${randomUUID()}`;
const elicitationIdPattern = /^ask-[0-9a-f-]{36}$/;
