import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideAcceptance } from '../../src/domain/rules/task-acceptance.ts';
import type { TaskAddressee, TaskParty, TaskStatus } from '../../src/domain/rules/task-states.ts';

const [earlier, now] = [new Date('2026-05-01'), new Date('2026-05-02')];

describe('a task offered to a plot', () => {
  const decide = (
    parties: TaskParty[],
    accept: boolean,
    task: Partial<{
      assigneeIds: string[];
      acceptedAt: Date | null;
      status: TaskStatus;
      addressee: TaskAddressee;
    }> = {},
  ) =>
    decideAcceptance(
      { assigneeIds: [], acceptedAt: null, status: 'open', addressee: 'neighbour', ...task },
      accept,
      parties,
      'me',
      now,
    );
  const why = (outcome: object) =>
    'refusal' in outcome ? (outcome.refusal as { en: string }).en.split(/[:.]/)[0] : 'done';

  it('is assigned to the first who accepts, who keeps the day of an earlier acceptance', () => {
    const mine = { assigneeIds: ['me'], acceptedAt: now, status: 'open' };
    assert.deepEqual(decide(['invited'], true), mine);
    assert.deepEqual(decide(['handler'], true), mine);
    assert.deepEqual(decide(['invited'], true, { acceptedAt: earlier }), { ...mine, acceptedAt: earlier });
    const standing = { assigneeIds: ['me'], acceptedAt: earlier, status: 'open' as const };
    assert.deepEqual(decide(['assignee'], true, standing), standing, 'again changes nothing');
  });

  it('waits again when it is given back, and stays as it is when somebody else of the plot declines', () => {
    const standing = { assigneeIds: ['me'], acceptedAt: earlier, status: 'in_progress' as const };
    assert.deepEqual(decide(['assignee'], false, standing), {
      ...{ assigneeIds: [], acceptedAt: null, status: 'open' },
    });
    assert.deepEqual(decide(['invited'], false), { assigneeIds: [], acceptedAt: null, status: 'open' });
  });

  it('is neither accepted nor declined by others, when it is closed, or when it was offered to nobody', () => {
    assert.equal(why(decide(['author'], true)), 'There is nothing to accept here');
    assert.equal(why(decide(['invited'], true, { addressee: 'board' })), 'There is nothing to accept here');
    assert.equal(why(decide(['assignee'], true, { status: 'done' })), 'The task is closed');
    assert.equal(why(decide(['member'], true)), 'Somebody of your plot has accepted it already');
    assert.equal(why(decide(['member'], false)), 'Somebody of your plot has accepted it already');
  });

  it('of the board cannot be declined', () => {
    assert.equal(why(decide(['handler'], false)), 'It was given by the board');
  });
});
