interface Unit {
  readonly dimension: string;
  readonly factor: number;
  readonly offset: number;
}

const units = new Map<string, Unit>();

/** Spellings are compared without case, blanks and dots, except where case matters (mW, MW). */
function defineUnits(
  dimension: string,
  rows: Readonly<Record<string, number | readonly [number, number]>>,
): void {
  for (const [spellings, scale] of Object.entries(rows)) {
    const [factor, offset] = typeof scale === 'number' ? [scale, 0] : scale;
    for (const spelling of spellings.split(' ')) {
      const unit = { dimension, factor, offset };
      units.set(simplify(spelling), unit);
      const lower = simplify(spelling).toLowerCase();
      if (!units.has(lower)) units.set(lower, unit);
    }
  }
}

defineUnits('temperature', {
  '°C C ℃ °С celsius': 1,
  '°F F ℉ fahrenheit': [5 / 9, -160 / 9],
  'K kelvin': [1, -273.15],
});
defineUnits('ratio', { '% percent': 1 });
defineUnits('length', {
  'm м': 1,
  'cm см': 0.01,
  'mm мм': 0.001,
  'km км': 1000,
  'in inch': 0.0254,
  ft: 0.3048,
});
defineUnits('pressure', {
  'hPa гПа mbar мбар': 1,
  'Pa Па': 0.01,
  'kPa кПа': 10,
  'MPa МПа': 10_000,
  'bar бар': 1000,
  psi: 68.947_572_93,
  'mmHg ммртст': 1.333_223_87,
  inHg: 33.863_886_67,
  'atm атм': 1013.25,
});
defineUnits('power', { 'W Вт': 1, 'kW кВт': 1000, 'MW МВт': 1e6, 'mW мВт': 0.001 });
defineUnits('energy', {
  'kWh кВтч кВт·ч kW·h': 1,
  'Wh Втч Вт·ч': 0.001,
  'MWh МВтч МВт·ч': 1000,
  MJ: 1 / 3.6,
  GJ: 1000 / 3.6,
});
defineUnits('voltage', { 'V В': 1, 'mV мВ': 0.001, 'kV кВ': 1000 });
defineUnits('current', { 'A А': 1, 'mA мА': 0.001 });
defineUnits('apparent_power', { 'VA ВА': 1, 'kVA кВА': 1000 });
defineUnits('frequency', { 'Hz Гц': 1, 'kHz кГц': 1000 });
defineUnits('concentration', { 'ppm млн⁻¹': 1, ppb: 0.001 });
defineUnits('density', { 'µg/m³ μg/m³ ug/m3 мкг/м³': 1, 'mg/m³ mg/m3 мг/м³': 1000 });
defineUnits('illuminance', { 'lx lux лк': 1 });
defineUnits('irradiance', { 'W/m² W/m2 Вт/м²': 1 });
defineUnits('volume', { 'm³ m3 м³': 1, 'L l л': 0.001, gal: 0.003_785_411_784, 'ft³': 0.028_316_846_592 });
defineUnits('flow', { 'm³/h m3/h м³/ч': 1, 'L/min l/min л/мин': 0.06, 'L/h л/ч': 0.001, 'L/s л/с': 3.6 });
defineUnits('speed', { 'm/s м/с': 1, 'km/h км/ч': 1 / 3.6, mph: 0.447_04, kn: 0.514_444 });
defineUnits('angle', { '°': 1, deg: 1 });
defineUnits('sound', { 'dB дБ dBA': 1 });
defineUnits('signal', { 'dBm дБм': 1 });
defineUnits('link', { lqi: 1 });

function simplify(unit: string): string {
  return unit.replace(/[\s.]/g, '');
}

function findUnit(unit: string): Unit | undefined {
  const simple = simplify(unit);
  return units.get(simple) ?? units.get(simple.toLowerCase());
}

export function findDimension(unit: string): string | undefined {
  return findUnit(unit)?.dimension;
}

/** The conversion between two units of one dimension, or null when there is none. */
export function findConversion(from: string, to: string): ((value: number) => number) | null {
  const source = findUnit(from);
  const target = findUnit(to);
  if (!source || !target || source.dimension !== target.dimension) return null;
  if (source.factor === target.factor && source.offset === target.offset) return (value) => value;
  // Twelve digits exceed any sensor's precision and hide floating-point noise.
  return (value) =>
    Number(((value * source.factor + source.offset - target.offset) / target.factor).toPrecision(12));
}
