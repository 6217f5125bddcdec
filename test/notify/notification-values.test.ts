import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatNotification } from '../../src/features/notify/notification-texts.ts';

const formatText = (key: string, replacements: Record<string, string>, language: 'en' | 'ru' = 'ru') =>
  formatNotification({ key: `notifications.${key}`, topic: 'reminders', replacements }, language);

describe('notification texts', () => {
  it('format measurements and dates for the language', () => {
    const low = { sensor: 'Скважина', value: '11.21 m', bound: '-12.5 m', since: '2026-11-16 11:32' };
    assert.equal(
      formatText('sensor_below', low),
      '«Скважина»: 11,21\u00a0м с 11:32, 16 ноября, ниже −12,5\u00a0м.',
    );
    assert.equal(
      formatText('sensor_below', low, 'en'),
      '“Скважина”: 11.21\u00a0m since 11:32, 16 November, below −12.5\u00a0m.',
    );
    assert.equal(
      formatText('task_due', { title: 'Счётчик', day: '2026-11-20' }),
      'Срок задачи «Счётчик» — 20 ноября.',
    );
    assert.match(formatText('sensor_below', { ...low, value: '—', since: 'вчера' }), /: — с вчера, ниже/);
  });

  it('format a plot as sender, and leave other names unchanged', () => {
    assert.equal(formatText('message_received', { sender: '№ 12А' }), 'Вам пишет участок 12А.');
    assert.equal(formatText('message_received', { sender: '№ 12А' }, 'en'), 'Plot 12А wrote to you.');
    assert.equal(formatText('message_received', { sender: 'Галина Белова' }), 'Вам пишет Галина Белова.');
  });

  it('use nested quotation marks inside quotation marks', () => {
    assert.equal(
      formatText('review_answered', { subject: 'ООО «Родник»' }),
      '«ООО „Родник“»: на ваш отзыв ответили.',
    );
    assert.equal(formatText('message_received', { sender: 'ООО «Родник»' }), 'Вам пишет ООО «Родник».');
  });
});
