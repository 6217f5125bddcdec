import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  applyPreferenceChange,
  completePreferences,
  findNotificationKind,
  notificationKinds,
  type StoredPreferences,
} from '../../src/domain/rules/notification-preferences.ts';
import { notificationTexts } from '../../src/features/notify/notification-texts.ts';

const ways = ['in_app', 'mail'] as const;
const topics = ['my_requests', 'review_queue', 'reminders'] as const;
const untouched: StoredPreferences = {
  channels: {},
  topics: {},
  kinds: {},
  isDigest: false,
  quiet: null,
  showsPushText: false,
};
const allOn = { in_app: true, mail: true };

describe('notification preferences', () => {
  it('are all on until switched off', () => {
    assert.deepEqual(completePreferences(untouched, topics, ways), {
      channels: allOn,
      topics: { my_requests: allOn, review_queue: allOn, reminders: allOn },
      kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, allOn])),
      digest: 'off',
      quiet: null,
      push_text: false,
    });
  });

  it('have a kind for every key, and a key for every kind', () => {
    const used = new Set(Object.keys(notificationTexts).map(findNotificationKind));
    assert.deepEqual([...used].sort(), [...notificationKinds].sort());
    assert.equal(findNotificationKind('notifications.announcement_published'), 'news');
    assert.equal(findNotificationKind('notifications.constructor'), 'directory');
  });

  const switches = fc.record({ in_app: fc.boolean(), mail: fc.boolean() }, { requiredKeys: [] });
  const change = fc.record(
    {
      channels: switches,
      topics: fc.record(
        { my_requests: switches, review_queue: switches, reminders: switches },
        { requiredKeys: [] },
      ),
      kinds: fc.record({ news: switches, tasks: switches }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );

  it('change only what is given', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        let current = untouched;
        const expected = new Map<string, boolean>();
        for (const each of changes) {
          current = applyPreferenceChange(current, each);
          for (const way of ways) {
            const channel = each.channels?.[way];
            if (channel !== undefined) expected.set(`channel ${way}`, channel);
            for (const topic of topics) {
              const value = each.topics?.[topic]?.[way];
              if (value !== undefined) expected.set(`${topic} ${way}`, value);
            }
            for (const kind of ['news', 'tasks'] as const) {
              const value = each.kinds?.[kind]?.[way];
              if (value !== undefined) expected.set(`${kind} ${way}`, value);
            }
          }
        }
        const shown = completePreferences(current, topics, ways);
        for (const way of ways) {
          assert.equal(shown.channels[way], expected.get(`channel ${way}`) ?? true);
          for (const topic of topics)
            assert.equal(shown.topics[topic][way], expected.get(`${topic} ${way}`) ?? true);
          for (const kind of notificationKinds)
            assert.equal(shown.kinds[kind][way], expected.get(`${kind} ${way}`) ?? true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
