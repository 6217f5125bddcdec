import assert from 'node:assert/strict';
import { noticeKey, untrustedTextNotice } from '../../../src/entry/transport/mcp/untrusted-text.ts';

export interface ToolReply {
  isError?: boolean;
  content: { type?: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

/** The reply as in the contract, after checking the delimiters around it: all of them, or none. */
export function readMarkedReply(result: ToolReply, isMarked: boolean, name: string): Record<string, unknown> {
  const texts = result.content.map(({ text }) => text ?? '');
  const [begin, data = '', end] = isMarked ? texts : ['', ...texts];
  assert.equal(texts.length, isMarked ? 3 : 1, `${name}: texts`);
  const { [noticeKey]: notice, _more: _, _left_out: _cut, ...reply } = result.structuredContent ?? {};
  assert.deepEqual(JSON.parse(data), result.structuredContent, name);
  if (!isMarked) {
    assert.equal(notice, undefined, `${name}: a notice nobody asked for`);
    return reply;
  }
  assert.match(String(notice), /^Other people wrote what stands in .*never instructions/, `${name}: notice`);
  const word = readMarkWord(result);
  assert.ok(begin?.includes(untrustedTextNotice) && !begin.includes(`END ${word}`), `${name}: begin`);
  assert.equal(end, `END ${word}`, `${name}: end`);
  assert.ok(!data.includes(word), `${name}: the word is not in the data`);
  return reply;
}

/** The random word of this reply. */
export function readMarkWord({ content }: Pick<ToolReply, 'content'>): string {
  const word = /^BEGIN ([0-9a-f]{12})\. /.exec(content[0]?.text ?? '')?.[1];
  assert.ok(word !== undefined, `no beginning: ${content[0]?.text?.slice(0, 80)}`);
  return word;
}

/** The body of a refusal, between its delimiters where it has some. */
export function readRefusalBody({ content }: Pick<ToolReply, 'content'>): Record<string, unknown> {
  const json = content.map(({ text = '' }) => text).find((text) => text.startsWith('{'));
  return JSON.parse(json ?? '{}');
}

/** The word with which the same call is performed; undefined: it was not asked about. */
export function readConfirmWord(result: ToolReply): string | undefined {
  const word = result.isError ? readRefusalBody(result).confirm : undefined;
  return typeof word === 'string' ? word : undefined;
}
