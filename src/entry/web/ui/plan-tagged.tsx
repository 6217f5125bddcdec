import type { LandParcel } from '../../../engines/geometry/land-document.ts';
import type { Position } from '../../../engines/geometry/types.ts';
import { drawParts, findLabel, type Sheet } from './plan-drawing.ts';

/** What carries a tag: plots, and places of single things. */
export interface TaggedMarks {
  /** A plot has a mark of its own unless all that carries the tag there was placed. */
  readonly plots: ReadonlyMap<string, { readonly hasMark: boolean }>;
  readonly things: readonly { readonly id: string; readonly title: string; readonly at: Position }[];
  /** What the legend calls them. */
  readonly word: string;
}

/** Half the width of the mark on a sheet of 640. */
const size = 8;
/** The mark stands above the number of the plot. */
const raised = 18;

/** Dots and a broken edge say it of a plot, a mark wherever a plot is too small to see its dots, or a thing was placed. */
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
    const [x, y] = sheet.place(label.at);
    return [[x, y - raised] as const];
  });
  const places = [...above, ...things.map(({ at }) => sheet.place(at))];
  return (
    <>
      <path
        class="m-tag"
        fill={`url(#${id}-tag)`}
        d={plots.map(({ outline }) => drawParts(outline, sheet)).join('')}
      />
      <path class="m-tag-mark" d={places.map(([x, y]) => drawMark(x, y)).join('')} />
    </>
  );
}

export const drawMark = (x: number, y: number, half = size) =>
  `M${x.toFixed(1)} ${(y - half).toFixed(1)}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
