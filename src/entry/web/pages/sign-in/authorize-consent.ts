import { paths } from '../../../../base/site/paths.ts';
import { grant_access } from '../../../../features/accounts/grant_access.ts';
import {
  type AuthorizationRequest,
  buildRedirectUrl,
  checkAuthorization,
  RedirectedError,
  UnsafeRequest,
} from '../../../../features/oauth/authorize.ts';
import { signValue, verifyValue } from '../../../../features/oauth/signed-values.ts';
import { type ActionResult, type FormRequest, type PageRequest, Redirect } from '../../page/page.ts';
import { PageError } from '../../server/error-responses.ts';
import { enforceStrictLimit } from '../../server/page-rate-limits.ts';
import type { AudienceName } from '../../words/shared-texts.ts';

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

const staleRequest = {
  en: 'The request has expired. Go back to the application and start again.',
  ru: 'Запрос устарел. Вернитесь в приложение и начните заново.',
};

export async function loadConsent(pageRequest: PageRequest): Promise<ConsentData | Redirect> {
  const { request, reply, session, form, dependencies } = pageRequest;
  let checked: AuthorizationRequest;
  try {
    // A refused form carries the request; its address does not.
    checked =
      form !== null
        ? readSignedRequest(pageRequest)
        : await checkAuthorization(new URL(request.url, request.origin).searchParams, {
            db: dependencies.pool,
            guard: dependencies.outboundGuard,
            rules: dependencies.redirectRules,
            origin: request.origin,
            now: dependencies.now(),
            beforeFetch: () => enforceStrictLimit(request, reply, dependencies.rateLimits),
          });
  } catch (error) {
    return redirectRefusal(error, request.origin);
  }
  if (!session) return new Redirect(`${paths.login}?${new URLSearchParams({ next: request.url })}`);
  const until = dependencies.now().getTime() + consentLifetime;
  const sealed = signValue(dependencies.key, 'consent', { request: checked, session: session.id }, until);
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

function readSignedRequest({ text, session, dependencies }: PageRequest): AuthorizationRequest {
  const opened = verifyValue(dependencies.key, 'consent', text('request'), dependencies.now().getTime());
  if (opened === null || opened.session !== session?.id) throw new PageError(400, staleRequest);
  return opened.request as AuthorizationRequest;
}

export async function decideConsent(pageRequest: FormRequest): Promise<ActionResult> {
  const { call, text, session, request } = pageRequest;
  if (!session) throw new PageError(400, staleRequest);
  const checked = readSignedRequest(pageRequest);
  const back = (values: Record<string, string>): ActionResult => ({
    to: buildRedirectUrl(checked.redirectUri, request.origin, checked.state, values),
  });
  if (text('decision') !== 'allow') return back({ error: 'access_denied' });
  const { code } = await call(grant_access, { ...checked });
  return back({ code });
}

function redirectRefusal(error: unknown, origin: string): Redirect {
  if (error instanceof RedirectedError) {
    const { redirectUri, state, code, message } = error;
    return new Redirect(
      buildRedirectUrl(redirectUri, origin, state, { error: code, error_description: message }),
    );
  }
  // For the developer of the client, so in English only.
  if (error instanceof UnsafeRequest)
    throw new PageError(400, { en: error.message, ru: error.message }, error.code);
  throw error;
}
