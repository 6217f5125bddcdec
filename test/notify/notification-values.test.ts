import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatNotification } from '../../src/features/notify/notification-texts.ts';

const formatText = (key: string, replacements: Record<string, string>, language: 'en' | 'ru' = 'ru') =>
  formatNotification({ key: `notifications.${key}`, topic: 'reminders', replacements }, language);

describe('notification texts', () => {
  it('format measurements and dates for the language', () => {
    const low = { sensor: 'Скважина', value: '11.21 m', bound: '-12.5 m', since: '2026-11-16 11:32' };
    assert.equal(
      formatText('sensor_below', { ...low, too_low: 'water_level', part: '' }),
      'Мало воды: Скважина — 11,21\u00a0м. Вы просили сказать, если меньше −12,5\u00a0м. Началось в 11:32, 16 ноября.',
    );
    assert.equal(
      formatText('sensor_below', { ...low, too_low: 'energy', part: 'energy' }, 'en'),
      'Скважина, energy — 11.21\u00a0m. You asked to be told if it is below −12.5\u00a0m. Began at 11:32, 16 November.',
    );
    assert.equal(
      formatText('sensor_silent', { sensor: 'Баня', part: 'temperature', since: low.since }),
      'Нет связи: Баня, температура. Проверьте розетку и Wi-Fi. Последние данные: 11:32, 16 ноября.',
    );
    assert.equal(
      formatText('task_due', { title: 'Счётчик', day: '2026-11-20' }),
      'Срок задачи «Счётчик» — 20 ноября.',
    );
    assert.equal(
      formatText('sensor_below', { ...low, value: '—', since: 'вчера' }),
      'Скважина — —. Вы просили сказать, если меньше −12,5\u00a0м. Началось в вчера.',
      'one that was stored before the words of the kinds',
    );
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
