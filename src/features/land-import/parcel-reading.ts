import type { Text } from '../../base/i18n/text.ts';
import { readPlotKind } from '../../domain/rules/plot-kinds.ts';
import { maxPlotNumberLength, plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import type { ReadOutline } from '../../engines/geometry/types.ts';
import type { ImportedParcel } from '../../store/land/imported-parcels.ts';
import { type Fields, faults, numberRepeated } from './formats/feature-fields.ts';
import type { ImportDependencies, UnusedFeature } from './import-report.ts';
import type { LandFeature } from './land-feature.ts';

export interface NamedFeature {
  number: number;
  /** With the prefix; null: the file has none. */
  cadastralNumber: string | null;
  plotNumber: string;
  /** The file gives no plot number; an existing plot keeps its own. */
  isNumberless: boolean;
  isRow: boolean;
  fields: Fields;
  outline: ReadOutline | null;
}

const longestCadastralNumber = 60;

/** Reads the features of one file, which may name a plot only once. */
export function createParcelReader({
  prefix,
  leftOut,
  isNumberEnough,
}: {
  prefix: string;
  /** Features that somebody chose to leave out. */
  leftOut: ReadonlySet<number>;
  /** Plots of a settlement may come without a cadastral number. */
  isNumberEnough: boolean;
}): (entry: LandFeature) => NamedFeature | UnusedFeature {
  const cadastralNumbers = new Set<string>();
  const plotNumbers = new Map<string, { number: number; hasCadastralNumber: boolean }>();
  return (entry) => {
    if ('fault' in entry) return refused('', '', entry.fault);
    if ('leftOut' in entry) return { outcome: 'left_out', name: '', plotNumber: '', reason: entry.leftOut };
    const { number, fields, outline, isRow } = entry;
    const { cadastralNumber: own, plotNumber: written } = fields;
    const plotNumber = written || (own.split(':').at(-1) ?? '').trim();
    const name = own === '' ? '' : prefix + own;
    const [shownName, shownNumber] = [
      name.slice(0, longestCadastralNumber),
      written.slice(0, maxPlotNumberLength),
    ];
    if (leftOut.has(number))
      return { outcome: 'left_out', name: shownName, plotNumber: shownNumber, reason: faults.chosen };
    if (own === '' && !isNumberEnough) return refused('', shownNumber, faults.noNumber);
    if (own === '' && written === '') return refused('', '', faults.nameless);
    if (name.length > longestCadastralNumber || plotNumber.length > maxPlotNumberLength || plotNumber === '')
      return refused(shownName, shownNumber, faults.longNumber);
    if (name !== '' && cadastralNumbers.has(name)) return refused(shownName, shownNumber, faults.repeated);
    const key = plotNumberKey(written);
    const earlier = isNumberEnough && written !== '' ? plotNumbers.get(key) : undefined;
    // With a cadastral number each they are two plots, of which the second gets another number.
    if (earlier && (name === '' || !earlier.hasCadastralNumber))
      return refused(shownName, shownNumber, numberRepeated(plotNumber, earlier.number));
    if (name !== '') cadastralNumbers.add(name);
    if (written !== '' && !earlier) plotNumbers.set(key, { number, hasCadastralNumber: name !== '' });
    return {
      number,
      cadastralNumber: name || null,
      plotNumber,
      isNumberless: written === '',
      isRow,
      fields,
      outline,
    };
  };
}

const refused = (name: string, plotNumber: string, reason: Text): UnusedFeature => ({
  outcome: 'refused',
  name,
  plotNumber,
  reason,
});

export function toImportedParcel(
  tools: Pick<ImportDependencies, 'newId'>,
  entry: Omit<NamedFeature, 'outline'>,
  land: Pick<ImportedParcel, 'geometry' | 'centre' | 'areaM2'>,
): ImportedParcel {
  return {
    id: tools.newId(),
    changeId: tools.newId(),
    cadastralNumber: entry.cadastralNumber,
    number: entry.plotNumber,
    numberKey: plotNumberKey(entry.plotNumber),
    isNumberless: entry.isNumberless,
    address: entry.fields.address.slice(0, 300),
    kind: readPlotKind(entry.fields.kind),
    ...land,
  };
}
