import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Scope, scopes } from '../kernel/caller.ts';
import { isStorable, wireTime } from '../kernel/fields.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Bearer } from '../oauth/bearer.ts';
import { createPersonalToken } from '../oauth/personal-tokens.ts';
import { paths } from '../site/paths.ts';
import { listApplications, revokeApplication } from '../store/accounts/oauth.ts';
import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
  type SessionRow,
} from '../store/accounts/sessions.ts';
import { listPersonalTokens, revokePersonalToken } from '../store/accounts/tokens.ts';
import { renderApplicationsPage } from './pages/account/applications.tsx';
import { renderSessionsPage } from './pages/account/sessions.tsx';
import { renderTokensPage, type TokensData } from './pages/account/tokens.tsx';
import { sendPage } from './server/respond.ts';
import { formOf, type VisitorParts, viewOf } from './server/visitor.ts';

export interface AccountRouteParts extends VisitorParts {
  bearer: Bearer;
}

type Handler = (request: FastifyRequest, reply: FastifyReply, session: SessionRow) => Promise<FastifyReply>;

/** A page for somebody who is signed in; others go through the sign-in and come back. */
export function signedIn(handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = request.visitor?.session;
    if (session) return handler(request, reply, session);
    const next = request.method === 'GET' ? request.url : paths.account;
    return reply.redirect(`${paths.login}?${new URLSearchParams({ next })}`, 303);
  };
}

const said = {
  revoked: { en: 'Revoked.', ru: 'Отозвано.' },
  ended: { en: 'Signed out there.', ru: 'Сеанс завершён.' },
};

/** The keys to an account: tokens, applications, sessions. */
export function registerKeyPages(pages: FastifyInstance, parts: AccountRouteParts): void {
  const { pool, bearer } = parts;

  const tokensPage = async (request: FastifyRequest, session: SessionRow, more: Partial<TokensData> = {}) => {
    const rows = await listPersonalTokens(pool, session.accountId, parts.now());
    const tokens = rows.map((row) => ({
      id: row.id,
      name: `${row.name} (${row.hint})`,
      scopes: row.scopes,
      created_at: wireTime(row.createdAt),
      expires_at: wireTime(row.expiresAt),
      last_used_at: wireTime(row.lastUsedAt),
    }));
    return renderTokensPage({ tokens, ...more }, viewOf(request));
  };

  pages.get(
    paths.tokens,
    signedIn(async (request, reply, session) => sendPage(request, reply, await tokensPage(request, session))),
  );

  pages.post(
    paths.tokens,
    signedIn(async (request, reply, session) => {
      const form = formOf(request);
      const name = form.get('name')?.trim() ?? '';
      const wanted = form
        .getAll('scopes')
        .filter((scope): scope is Scope => (scopes as readonly string[]).includes(scope));
      try {
        if (name === '' || name.length > 100 || !isStorable(name)) {
          const text = {
            en: 'Give a name of 1 to 100 characters.',
            ru: 'Укажите название, от 1 до 100 знаков.',
          };
          throw new Refusal({ kind: 'invalid', text, fields: { name: [text] } });
        }
        const days = /^-?\d{1,6}$/.test(form.get('days') ?? '') ? Number(form.get('days')) : Number.NaN;
        const made = await createPersonalToken(
          pool,
          { accountId: session.accountId, name, scopes: wanted, days },
          parts.newId(),
          parts.now(),
        );
        return sendPage(
          request,
          reply,
          await tokensPage(request, session, { created: { name, token: made.token } }),
          { status: 201 },
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { language } = viewOf(request);
        const errors = Object.fromEntries(
          Object.entries(error.fields ?? {}).map(([field, texts]) => [
            field,
            texts.map((text) => text[language]),
          ]),
        );
        const values = { name, scopes: wanted, days: form.get('days') ?? '' };
        return sendPage(request, reply, await tokensPage(request, session, { form: { values, errors } }), {
          status: 422,
        });
      }
    }),
  );

  pages.post(
    paths.revokeToken.replace('{token}', ':id'),
    signedIn(async (request, reply, session) => {
      const { id } = request.params as { id: string };
      const hash = /^\d{1,19}$/.test(id)
        ? await revokePersonalToken(pool, session.accountId, id, parts.now())
        : undefined;
      if (hash !== undefined) bearer.forget(hash);
      return sendPage(
        request,
        reply,
        await tokensPage(request, session, { notice: said.revoked[viewOf(request).language] }),
      );
    }),
  );

  const applicationsPage = async (request: FastifyRequest, session: SessionRow, notice?: string) => {
    const rows = await listApplications(pool, session.accountId);
    const applications = rows.map((row) => ({
      id: row.grantId,
      name: row.name,
      host: row.host,
      verified: row.kind === 'document',
      scopes: row.scopes,
      since: wireTime(row.since),
      last_used_at: wireTime(row.lastUsedAt),
    }));
    return renderApplicationsPage({ applications, ...(notice && { notice }) }, viewOf(request));
  };

  pages.get(
    paths.applications,
    signedIn(async (request, reply, session) =>
      sendPage(request, reply, await applicationsPage(request, session)),
    ),
  );

  pages.post(
    paths.revokeApplication.replace('{application}', ':id'),
    signedIn(async (request, reply, session) => {
      const { id } = request.params as { id: string };
      if (/^\d{1,19}$/.test(id)) await revokeApplication(pool, session.accountId, id, parts.now());
      bearer.forgetAll();
      return sendPage(
        request,
        reply,
        await applicationsPage(request, session, said.revoked[viewOf(request).language]),
      );
    }),
  );

  const sessionsPage = async (request: FastifyRequest, session: SessionRow, notice?: string) => {
    const rows = await listSessions(pool, session.accountId, parts.now());
    const sessions = rows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      address: row.address || null,
      created_at: wireTime(row.createdAt),
      last_seen_at: wireTime(row.lastUsedAt),
      current: row.id === session.id,
    }));
    return renderSessionsPage({ sessions, ...(notice && { notice }) }, viewOf(request));
  };

  pages.get(
    paths.sessions,
    signedIn(async (request, reply, session) =>
      sendPage(request, reply, await sessionsPage(request, session)),
    ),
  );

  pages.post(
    paths.revokeOtherSessions,
    signedIn(async (request, reply, session) => {
      await deleteOtherSessions(pool, session.accountId, session.id);
      return sendPage(
        request,
        reply,
        await sessionsPage(request, session, said.ended[viewOf(request).language]),
      );
    }),
  );

  pages.post(
    paths.revokeSession.replace('{session}', ':id'),
    signedIn(async (request, reply, session) => {
      const { id } = request.params as { id: string };
      if (/^\d{1,19}$/.test(id)) await deleteSession(pool, session.accountId, id);
      if (id === session.id) return reply.redirect(paths.login, 303);
      return sendPage(
        request,
        reply,
        await sessionsPage(request, session, said.ended[viewOf(request).language]),
      );
    }),
  );
}
