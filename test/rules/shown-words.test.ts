import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listStartSteps } from '../../src/domain/rules/board-start.ts';
import { formatFileSize } from '../../src/domain/rules/file-size.ts';
import { maskEmail, maskPersonal } from '../../src/domain/rules/mask-personal.ts';
import { formatSensorName, nameDevices } from '../../src/domain/rules/sensor-names.ts';

it('sizes of files change their unit where it is full, and kilobytes are whole', () => {
  const size = (bytes: number) => formatFileSize(bytes, 'en').replace('\u00a0', ' ');
  assert.deepEqual([0, 1, 1023, 1024, 1025, 1024 ** 2 - 1, 1024 ** 2, 2.4 * 1024 ** 2, 1024 ** 3].map(size), [
    '0 KB',
    '1 KB',
    '1 KB',
    '1 KB',
    '2 KB',
    '1,024 KB',
    '1 MB',
    '2.4 MB',
    '1 GB',
  ]);
  assert.equal(formatFileSize(1024 ** 2, 'ru'), '1\u00a0МБ');
});

it('a sensor is called as its owner does, else by its kind, else by its key in words', () => {
  const sensor = { name: null, kind: 'water', raw_key: 'sensor.boiler_error_code' };
  assert.equal(formatSensorName({ ...sensor, name: 'Кран' }, 'ru'), 'Кран');
  assert.equal(formatSensorName(sensor, 'ru'), 'Расход воды');
  assert.equal(formatSensorName({ ...sensor, kind: 'other' }, 'ru'), 'boiler error code');
  assert.equal(formatSensorName({ ...sensor, kind: 'other', raw_key: '_' }, 'ru'), '_');
});

it('three devices name a connection, and more are hinted at', () => {
  assert.equal(nameDevices([], 'Дом'), 'Дом');
  assert.equal(nameDevices(['а', 'б', 'в'], 'Дом'), 'а, б, в');
  assert.equal(nameDevices(['а', 'б', 'в', 'г'], 'Дом'), 'а, б, в …');
});

it('an address is recognised by whoever knows it, and learned by nobody', () => {
  assert.equal(maskEmail('vera@example.org'), 'v…@example.org');
  assert.equal(maskEmail('@example.org'), '…');
  assert.equal(maskEmail('nobody'), '…');
  assert.equal(
    maskPersonal('relation "task" has no «Вера П.», vera@example.org, +7 916 123-45-67, at /x?token=1'),
    'relation "task" has no "…", v…@example.org, …, at /x?…',
  );
});

it('a new board begins with what is not there yet; a board of one is not enough', () => {
  const nothing = {
    plots: 0,
    hasBoundary: false,
    editors: 1,
    hasPeople: false,
    hasCodes: false,
    hasAnnouncement: false,
  };
  const done = (progress: Partial<typeof nothing>) =>
    listStartSteps({ ...nothing, ...progress })
      .filter(({ isDone }) => isDone)
      .map(({ step }) => step);
  assert.deepEqual(done({}), []);
  assert.deepEqual(done({ plots: 1, editors: 2, hasPeople: true }), ['plots', 'board', 'people']);
  assert.deepEqual(done({ hasBoundary: true, hasCodes: true, hasAnnouncement: true }), [
    ...['boundary', 'codes', 'announcement'],
  ]);
});
