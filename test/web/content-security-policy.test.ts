import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { buildContentSecurityPolicy } from '../../src/entry/web/server/content-security-policy.ts';

const strict =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

it('the content security policy allows only this origin without form targets', () => {
  assert.equal(buildContentSecurityPolicy(), strict);
  assert.equal(buildContentSecurityPolicy(['no address']), strict);
});

const formAction = (address: string) =>
  /form-action ([^;]*)/.exec(buildContentSecurityPolicy([address]))?.[1];

it('the content security policy names a redirect target in form-action as narrowly as its grammar allows', () => {
  assert.equal(formAction('https://claude.ai/api/callback?x=1'), "'self' https://claude.ai");
  assert.equal(formAction('http://127.0.0.1:33418/'), "'self' http://127.0.0.1:33418");
  assert.equal(formAction('http://[::1]:33418/'), "'self' http:");
  assert.equal(formAction('https://a;b,*.x.org/'), "'self'");
  assert.equal(formAction('cursor://anysphere.cursor/callback'), "'self' cursor:");
});

it('no redirect URL can inject a directive into the content security policy', () => {
  const address = fc.oneof(
    fc.string(),
    fc.string().map((tail) => `https://x.org/${tail}`),
    fc.string().map((host) => `https://${host}/`),
    fc.string().map((host) => `app://${host}`),
  );
  fc.assert(
    fc.property(address, (given) => {
      const policy = buildContentSecurityPolicy([given]);
      assert.equal(policy.split(';').length, 11);
      assert.doesNotMatch(policy, /[\r\n,]/);
      assert.doesNotMatch(formAction(given) ?? '', /unsafe|\*/);
    }),
    { numRuns: 300 },
  );
});
