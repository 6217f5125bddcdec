import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Language } from '../../../base/i18n/text.ts';
import { extentOf } from '../../../engines/geometry/extent.ts';
import type { LandBuilding } from '../../../engines/geometry/land-document.ts';
import type { Position } from '../../../engines/geometry/types.ts';
import * as labels from '../words/labels.ts';
import type { Sheet } from './plan-drawing.ts';

/** Distance labels of buildings too close to the border; none beyond this number. */
const maxDistanceLabels = 60;

export function Distances({
  near,
  sheet,
  language,
}: {
  near: readonly LandBuilding[];
  sheet: Sheet;
  language: Language;
}) {
  if (near.length > maxDistanceLabels) return null;
  return (
    <g class="m-say">
      {near.map(({ plot, outline, setbackM }, index) => {
        const top = findTopPoint(outline);
        if (!top || setbackM === null) return null;
        const [x, y] = sheet.project(top);
        return (
          <text key={`${plot}-${index}`} x={x.toFixed(1)} y={(y - 4).toFixed(1)}>
            {`${formatNumber(setbackM, language, 1)} ${labels.metres[language]}`}
          </text>
        );
      })}
    </g>
  );
}

function findTopPoint(outline: LandBuilding['outline']): Position | null {
  const extent = extentOf(outline.flat());
  return extent && [(extent[0] + extent[2]) / 2, extent[3]];
}
