import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostileRequest, Reply } from './hostile-request.ts';
import { hostileMarkup, hostileTexts } from './hostile-values.ts';
import { findProblems, type Marker } from './response-check.ts';

const asked: HostileRequest = {
  subject: 'show_me',
  speaker: 'neighbour',
  method: 'GET',
  path: '/api/v1/me',
  headers: {},
};
const marker: Marker = { word: 'тайна', place: 'a diary', allowed: ['resident'] };

function check(status: number, text: string, changes: Partial<HostileRequest & Reply> = {}): string[] {
  const reply: Reply = { status, type: 'application/json', text, milliseconds: 1, setCookie: [], ...changes };
  return findProblems({ ...asked, ...changes }, reply, [marker]);
}

describe('checking a response', () => {
  it('finds nothing in valid ones', () => {
    assert.deepEqual(check(200, '{"data":{}}'), []);
    assert.deepEqual(check(422, '{"message":"limit: This must be at most 100."}'), []);
    assert.deepEqual(check(404, '', { method: 'HEAD', type: '' }), []);
  });

  it('finds server errors, invalid JSON and errors without a message', () => {
    assert.equal(check(500, '{"message":"x"}').length, 1);
    assert.equal(check(503, '{"message":"x"}').length, 1);
    assert.equal(check(200, '{"data"').length, 1);
    assert.equal(check(404, '{}').length, 1);
    assert.equal(check(404, '<h1>404</h1>', { type: 'text/html' }).length, 1);
    assert.equal(check(200, '{"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}').length, 1);
  });

  it('finds internals of the service', () => {
    for (const text of [
      'Error: x at handle (file:///srv/app/rest.js)',
      'at async Object.handle (/srv/app/index.js)',
      'in src/store/accounts.ts',
      'rest.js:120',
      'select id, email from account where id = $1',
      'null value in column "name" violates not-null constraint',
      'invalid input syntax for type bigint',
      "TypeError: Cannot read properties of undefined (reading 'x')",
    ])
      assert.ok(check(400, JSON.stringify({ message: text })).length > 0, text);
  });

  it('finds private data, only if the caller may not read it', () => {
    assert.equal(check(200, '{"data":"тайна"}').length, 1);
    assert.deepEqual(check(200, '{"data":"тайна"}', { speaker: 'resident' }), []);
  });

  it('finds unescaped markup', () => {
    assert.equal(check(200, `<p>${hostileMarkup}</p>`, { type: 'text/html', path: '/' }).length, 1);
  });

  it('does not report echoed input as a leak', () => {
    for (const text of hostileTexts)
      assert.deepEqual(check(422, JSON.stringify({ message: text, errors: { [text]: [text] } })), [], text);
  });
});
