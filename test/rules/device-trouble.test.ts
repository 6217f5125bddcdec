import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  findTroubles,
  type Trouble,
  type WatchedDevice,
  type WatchedSensor,
} from '../../src/domain/rules/device-trouble.ts';
import { formatTroubleReason, formatTroubleTitle } from '../../src/domain/rules/trouble-texts.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00+00:00`;

let nextId = 1;
type GivenSensor = Partial<Omit<WatchedSensor, 'alerts'>> & {
  alerts?: readonly Omit<WatchedSensor['alerts'][number], 'raised_value'>[];
};
function sensor(kind: string, given: GivenSensor = {}): WatchedSensor {
  nextId += 1;
  return {
    id: String(nextId),
    name: null,
    kind,
    raw_key: kind,
    value_type: 'number',
    unit: '',
    number: 1,
    is_enabled: true,
    is_fresh: true,
    measured_at: at(16),
    changed_at: null,
    ...given,
    // As if it had begun with the present value.
    alerts: (given.alerts ?? []).map((one) => ({ ...one, raised_value: given.number ?? null })),
  };
}
const yes = { value_type: 'boolean', number: 1 } as const;
const no = { value_type: 'boolean', number: 0 } as const;
const silent = { is_fresh: false } as const;

const device = (
  name: string,
  sensors: readonly WatchedSensor[],
  state: WatchedDevice['state'] = 'ok',
): WatchedDevice => ({
  id: `d-${name}`,
  name,
  state,
  sensors,
});

const say = (found: readonly Trouble[], language: 'en' | 'ru' = 'ru') =>
  found.map((each) => formatTroubleTitle(each, language).replaceAll('\u00a0', ' '));

it('nothing is wrong when all sensors answer and no limit is passed', () => {
  const calm = device('Дом', [
    sensor('leak', no),
    sensor('door', yes),
    sensor('temperature', {
      alerts: [{ kind: 'below', value: 5, is_raised: false, since: null }],
    }),
    sensor('', { measured_at: null, is_fresh: false, number: null }),
  ]);
  assert.deepEqual(findTroubles([calm]), []);
});

it('every alarm and every silence is found, worst first', () => {
  const raised = { kind: 'below', value: 12, is_raised: true, since: at(9) } as const;
  const found = findTroubles([
    device('Баня', [sensor('temperature', silent), sensor('smoke', { ...no, ...silent })]),
    device('Теплица', [
      sensor('temperature', { ...silent, measured_at: at(17) }),
      sensor('humidity', silent),
    ]),
    device('Насосная', [
      sensor('water_level', { number: 11.12, unit: 'm', name: 'Вода в скважине', alerts: [raised] }),
      sensor('battery_low', yes),
    ]),
    device('Дом', [sensor('leak', yes), sensor('temperature', { ...silent, name: 'Погреб' })]),
    device('Гараж', [sensor('smoke', yes)]),
  ]);
  assert.deepEqual(say(found), [
    'Дым: Гараж',
    'Протечка: Дом',
    'Мало воды: Вода в скважине — 11,1 м',
    'Нет связи: Баня',
    'Нет связи: Теплица',
    'Нет связи: Погреб',
    'Батарея садится: Насосная',
  ]);
  assert.equal(formatTroubleReason(found[2] as Trouble, 'ru'), 'Вы просили сказать, если меньше 12\u00a0м');
  assert.equal(found[2]?.since, at(9), 'how long it lasts, not when it was measured last');
  assert.equal(formatTroubleReason(found[3] as Trouble, 'ru'), 'Проверьте розетку и Wi-Fi');
  assert.equal(found[3]?.sensor, null, 'a device that is silent as a whole is one trouble');
  assert.equal(found[4]?.since, at(17), 'since its newest reading');
});

it('a silent smoke detector comes before a silent thermometer, whichever was asked first', () => {
  const devices = [
    device('Баня', [sensor('temperature', silent), sensor('humidity', no)]),
    device('Котельная', [sensor('smoke', { ...no, ...silent }), sensor('humidity', no)]),
    device('Дом', [sensor('temperature', silent), sensor('humidity', no)]),
  ];
  for (const given of [devices, devices.toReversed()])
    assert.equal(findTroubles(given)[0]?.device.name, 'Котельная');
});

it('an alarm counts from when it began, also while the sensor reports or falls silent', () => {
  const alarm = sensor('leak', { ...yes, changed_at: at(12) });
  assert.equal(findTroubles([device('Дом', [alarm])])[0]?.since, at(12));
  const lost = findTroubles([device('Дом', [{ ...alarm, ...silent }])]);
  assert.deepEqual(say(lost), ['Протечка: Дом', 'Нет связи: Дом, протечка']);
});

it('what people asked for is told in the words of the sensor’s kind, or by its name', () => {
  const alert = (kind: 'below' | 'above' | 'on' | 'silent', value: number | null) => ({
    alerts: [{ kind, value, is_raised: true, since: at(10) }],
  });
  const tell = (kind: string, given: GivenSensor, language: 'en' | 'ru' = 'ru') =>
    say(findTroubles([device('Теплица', [sensor(kind, given), sensor('door', no)])]), language);
  const cold = { ...alert('below', 5), number: 2.26, unit: '°C' };
  assert.deepEqual(tell('temperature', cold), ['Слишком холодно: Теплица — 2,3 °C']);
  assert.deepEqual(tell('temperature', cold, 'en'), ['Too cold: Теплица — 2.3 °C']);
  assert.deepEqual(tell('energy', { ...alert('above', 0.25), number: 0.26, unit: 'kWh' }), [
    'Теплица, энергия — 0,3 кВт·ч',
  ]);
  assert.deepEqual(tell('distance', { ...alert('above', 0.25), number: 0.26, unit: 'm' }), [
    'Теплица, distance — 0,26 м',
  ]);
  assert.deepEqual(tell('door', { ...alert('on', null), ...yes }), ['Дверь открыта: Теплица']);
  assert.deepEqual(tell('soil_moisture', alert('silent', null)), ['Нет связи: Теплица, влажность почвы']);
  assert.deepEqual(
    tell('temperature', { ...alert('silent', null), measured_at: null, is_fresh: false }),
    ['Нет связи: Теплица, температура'],
    'also when it never said anything',
  );
});

it('what is paused, ended or not taken is not watched', () => {
  const broken = [sensor('smoke', yes), sensor('temperature', silent)];
  for (const state of ['paused', 'revoked'] as const)
    assert.deepEqual(findTroubles([device('Баня', broken, state)]), [], state);
  const off = broken.map((each) => ({ ...each, is_enabled: false }));
  assert.deepEqual(findTroubles([device('Баня', off)]), []);
  for (const state of ['new', 'ok', 'failing'] as const)
    assert.equal(findTroubles([device('Баня', broken, state)]).length, 2, state);
});
