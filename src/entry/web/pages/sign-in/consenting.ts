import { paths } from '../../../../base/site/paths.ts';
import {
  type AuthorizationRequest,
  checkAuthorization,
  issueCode,
  RedirectedError,
  redirectBack,
  UnsafeRequest,
} from '../../../../features/oauth/authorize.ts';
import { openValue, signValue } from '../../../../features/oauth/sealed.ts';
import { type Done, GoTo, type Posted, type Visit } from '../../page/page.ts';
import { spendCostly } from '../../server/budget.ts';
import { NamedError } from '../../server/errors.ts';
import { requireSession } from '../../server/visitor.ts';
import type { AudienceName } from '../../words/names.ts';

export type ConsentData = {
  readonly client: {
    readonly name: string;
    /** Host of the client's metadata document; null for a client that registered itself. */
    readonly host: string | null;
    readonly redirect_host: string;
    readonly verified: boolean;
  };
  readonly scopes: readonly string[];
  readonly audience: AudienceName;
  /** URL of the resource server (RFC 8707). */
  readonly resource: string;
  /** Hidden fields: the signed authorization request. */
  readonly fields: Readonly<Record<string, string>>;
  /** Redirect URI, for the form-action directive of the Content-Security-Policy. */
  readonly formTargets: readonly string[];
};

/** The request shown to the user is signed into the form, so that exactly this request is granted. */
const consentLifetime = 15 * 60_000;

const stale = {
  en: 'The request has gone stale. Go back to the application and begin again.',
  ru: 'Запрос устарел. Вернитесь в приложение и начните заново.',
};

export async function loadConsent({ request, reply, session, parts }: Visit): Promise<ConsentData | GoTo> {
  let checked: AuthorizationRequest;
  try {
    checked = await checkAuthorization(new URL(request.url, request.origin).searchParams, {
      db: parts.pool,
      guard: parts.guard,
      rules: parts.rules,
      origin: request.origin,
      now: parts.now(),
      beforeFetch: () => spendCostly(request, reply, parts.budgets),
    });
  } catch (error) {
    return answerRefusal(error, request.origin);
  }
  if (!session) return new GoTo(`${paths.login}?${new URLSearchParams({ next: request.url })}`);
  const until = parts.now().getTime() + consentLifetime;
  const sealed = signValue(parts.key, 'consent', { request: checked, session: session.id }, until);
  return {
    client: {
      name: checked.clientName,
      host: checked.clientHost,
      redirect_host: new URL(checked.redirectUri).host || new URL(checked.redirectUri).protocol,
      verified: checked.clientHost !== null,
    },
    scopes: checked.scopes,
    audience: checked.audience,
    resource: checked.resource,
    fields: { request: sealed },
    formTargets: [checked.redirectUri],
  };
}

export async function decide({ text, session, request, parts }: Posted): Promise<Done> {
  const opened = openValue(parts.key, 'consent', text('request'), parts.now().getTime());
  if (!session || opened === null || opened.session !== session.id) throw new NamedError(400, stale);
  const checked = opened.request as AuthorizationRequest;
  const back = (values: Record<string, string>): Done => ({
    to: redirectBack(checked.redirectUri, request.origin, checked.state, values),
  });
  if (text('decision') !== 'allow') return back({ error: 'access_denied' });
  const code = await parts.pool.begin(async (db) => {
    await requireSession(db, session);
    return issueCode(db, checked, {
      accountId: session.accountId,
      issuer: request.origin,
      grantId: parts.newId(),
      now: parts.now(),
    });
  });
  return back({ code });
}

function answerRefusal(error: unknown, origin: string): GoTo {
  if (error instanceof RedirectedError) {
    const { redirectUri, state, code, message } = error;
    return new GoTo(redirectBack(redirectUri, origin, state, { error: code, error_description: message }));
  }
  // For the developer of the client, so in English only.
  if (error instanceof UnsafeRequest)
    throw new NamedError(400, { en: error.message, ru: error.message }, error.code);
  throw error;
}
