import type { LandParcel } from '../../../engines/geometry/land-document.ts';
import type { Position } from '../../../engines/geometry/types.ts';
import { drawOutline, findLabel, type Sheet } from './plan-drawing.ts';

/** Plots and objects that have the tag. */
export interface TaggedMarks {
  /** `hasMark` is false when all tagged objects of the plot have a position of their own. */
  readonly plots: ReadonlyMap<string, { readonly hasMark: boolean }>;
  readonly things: readonly { readonly id: string; readonly title: string; readonly at: Position }[];
  /** Text of the legend. */
  readonly word: string;
}

/** Half the width of a mark, in units of a 640 wide drawing. */
const markHalfWidth = 8;
/** Offset above the plot number. */
const markOffset = 18;

/** Plots get dots and a dashed edge; a mark shows plots too small for dots, and objects with a position. */
export function Tagged({
  id,
  plots,
  marks: { plots: withTag },
  things,
  sheet,
}: {
  id: string;
  plots: readonly LandParcel[];
  marks: TaggedMarks;
  things: TaggedMarks['things'];
  sheet: Sheet;
}) {
  const above = plots.flatMap(({ id: plot, outline }) => {
    const label = withTag.get(plot)?.hasMark ? findLabel(outline) : null;
    if (!label) return [];
    const [x, y] = sheet.project(label.at);
    return [[x, y - markOffset] as const];
  });
  const places = [...above, ...things.map(({ at }) => sheet.project(at))];
  return (
    <>
      <path
        class="m-tag"
        fill={`url(#${id}-tag)`}
        d={plots.map(({ outline }) => drawOutline(outline, sheet)).join('')}
      />
      <path class="m-tag-mark" d={places.map(([x, y]) => drawMark(x, y)).join('')} />
    </>
  );
}

export const drawMark = (x: number, y: number, half = markHalfWidth) =>
  `M${x.toFixed(1)} ${(y - half).toFixed(1)}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
