import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cleanLine } from '../../src/engines/devices/clean-line.ts';
import { normalizeSensor, type SensorHint } from '../../src/engines/devices/sensor-normalization.ts';

const cases: [SensorHint, unknown, string, string, number | string | null][] = [
  [{ rawKey: 't', deviceClass: 'temperature', unit: '°F' }, '32', 'temperature', '°C', 0],
  [{ rawKey: 't', deviceClass: 'temperature', unit: 'K' }, 273.15, 'temperature', '°C', 0],
  [{ rawKey: 'waterLevel', unit: 'cm' }, 150, 'water_level', 'm', 1.5],
  [{ rawKey: 'tank_level', unit: '%' }, 40, 'water_level', '%', 40],
  [{ rawKey: 'soil_moisture', unit: '%' }, 12, 'soil_moisture', '%', 12],
  [{ rawKey: 'Температура', unit: '°С' }, '21,5', 'temperature', '°C', 21.5],
  [{ rawKey: 'давление', unit: 'мм рт. ст.' }, 760, 'pressure', 'hPa', 1013.2501412],
  [{ rawKey: 'pressure', unit: 'bar' }, 3, 'pressure', 'hPa', 3000],
  [{ rawKey: 'p', unit: 'kW' }, 2.5, 'power', 'W', 2500],
  [{ rawKey: 'p', unit: 'mW' }, 2500, 'power', 'W', 2.5],
  [{ rawKey: 'p', unit: 'MW' }, 1, 'power', 'W', 1_000_000],
  [{ rawKey: 'счётчик', unit: 'кВт·ч' }, 7, 'energy', 'kWh', 7],
  [{ rawKey: 'voltage', unit: 'mV' }, 3000, 'voltage', 'V', 3],
  [{ rawKey: 'co2', unit: 'ppm' }, 800, 'co2', 'ppm', 800],
  [{ rawKey: 'illuminance_lux' }, 12, 'illuminance', 'lx', 12],
  [{ rawKey: 'battery', unit: '%' }, 90, 'battery', '%', 90],
  [{ rawKey: 'water', deviceClass: 'water', unit: 'L' }, 1500, 'water', 'm³', 1.5],
  [{ rawKey: 'rain', unit: 'mm' }, 4, 'rain', 'mm', 4],
  [{ rawKey: 'contact', valueType: 'boolean' }, true, 'door', '', 0],
  [{ rawKey: 'contact', valueType: 'boolean', on: 'false', off: 'true' }, false, 'door', '', 1],
  [{ rawKey: 'x', deviceClass: 'window', valueType: 'boolean' }, 'on', 'window', '', 1],
  [{ rawKey: 'water_leak', valueType: 'boolean' }, 'true', 'leak', '', 1],
  [{ rawKey: 'smoke' }, false, 'smoke', '', 0],
  [{ rawKey: 'x', deviceClass: 'occupancy', valueType: 'boolean' }, 'ON', 'motion', '', 1],
  [{ rawKey: 'state', name: 'Насос', valueType: 'boolean', isActuator: true }, 'OFF', 'pump_state', '', 0],
  [{ rawKey: 'state', name: 'Gas boiler', valueType: 'boolean', isActuator: true }, 'ON', 'switch', '', 1],
  [{ rawKey: 'x', deviceClass: 'temperature', unit: 'kWh' }, 5, '', 'kWh', 5],
  [{ rawKey: 'temperature', unit: '%' }, 5, '', '%', 5],
  [{ rawKey: 'device_temperature', unit: '°C' }, 50, '', '°C', 50],
  [{ rawKey: 'attempts' }, '12', '', '', 12],
  [{ rawKey: 'mode' }, 'eco', '', '', 'eco'],
  [{ rawKey: '__proto__', deviceClass: 'constructor', unit: 'toString' }, 1, '', 'toString', 1],
  [{ rawKey: 't', deviceClass: 'temperature', unit: '°C' }, 'unavailable', 'temperature', '°C', null],
  [{ rawKey: 't', deviceClass: 'temperature', unit: '°C' }, '', 'temperature', '°C', null],
  [{ rawKey: 't', deviceClass: 'temperature', unit: '°C' }, '0x10', 'temperature', '°C', null],
  [{ rawKey: 't', deviceClass: 'temperature', unit: '°C' }, 1e300, 'temperature', '°C', null],
  [{ rawKey: 't', deviceClass: 'temperature', unit: '°C' }, [21], 'temperature', '°C', null],
];

it('raw keys, classes and units become kinds, canonical units and values', () => {
  for (const [hint, raw, kind, unit, expected] of cases) {
    const meaning = normalizeSensor({ sample: raw, ...hint });
    const value = meaning.parseValue(raw);
    const found = value === null ? null : (value.number ?? value.text);
    assert.deepEqual([meaning.kind, meaning.unit, found], [kind, unit, expected], JSON.stringify(hint));
  }
});

it('aggregation: counters and alarms max, totals and states last, measurements mean', () => {
  const aggregation = (hint: SensorHint) => normalizeSensor(hint).aggregation;
  assert.equal(aggregation({ rawKey: 't', unit: '°C' }), 'mean');
  assert.equal(aggregation({ rawKey: 'energy', unit: 'kWh' }), 'max');
  assert.equal(aggregation({ rawKey: 'x', unit: 'widgets', stateClass: 'total_increasing' }), 'max');
  assert.equal(aggregation({ rawKey: 'x', unit: 'widgets', stateClass: 'total' }), 'last');
  assert.equal(aggregation({ rawKey: 'leak', valueType: 'boolean' }), 'max');
  assert.equal(aggregation({ rawKey: 'door', valueType: 'boolean' }), 'last');
  assert.equal(aggregation({ rawKey: 'mode', sample: 'eco' }), 'last');
});

it('no name, unit or value breaks the mapping, and every number is finite', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, text, text, fc.anything(), (rawKey, unit, deviceClass, sample) => {
      const meaning = normalizeSensor({ rawKey, unit, deviceClass, sample });
      const value = meaning.parseValue(sample);
      if (value?.number != null) assert.ok(Number.isFinite(value.number));
      assert.ok((value?.text ?? '').length <= 255 && meaning.unit.length <= 24);
    }),
    { numRuns: 300 },
  );
});

it('cleanLine removes control characters and truncates', () => {
  assert.equal(cleanLine(' a\u0000b\u202ec\n\td\ufeff ', 20), 'a b c d');
  assert.equal(cleanLine('😀😀', 3), '😀');
  assert.equal(cleanLine('x'.repeat(10_000), 5), 'xxxxx');
});
