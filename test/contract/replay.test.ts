import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';
import { compareReplies } from './breaking-changes.ts';
import { checkExceptions, readExceptions } from './exceptions.ts';
import { type RecordedRequest, replay } from './replay.ts';

describe('requests recorded with the frozen contract', () => {
  it('get the recorded replies, with additions at most', async () => {
    const path = join(repository, 'contract/frozen/replay.json');
    const requests = JSON.parse(readFileSync(path, 'utf8')) as RecordedRequest[];
    assert.ok(requests.length >= 60 && requests.every((request) => 'reply' in request));
    const replies = await replay(await startService(), requests);
    const differences = requests.flatMap(({ name, status, reply }, place) =>
      compareReplies({ status, reply }, replies[place], `replies/${name}`),
    );
    const exceptions = readExceptions().filter(({ pointer }) => pointer.startsWith('replies/'));
    assert.deepEqual(checkExceptions(differences, exceptions), []);
  });
});
