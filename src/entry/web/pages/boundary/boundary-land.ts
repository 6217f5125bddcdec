import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { extentOfCell, packCell, parseCell } from '../../../../engines/geometry/land-cells.ts';
import { emptyLand, type LandParcel, packLand } from '../../../../engines/geometry/land-document.ts';
import { fromWire, openParts } from '../../../../engines/geometry/rings/points.ts';
import type { Shape } from '../../../../engines/geometry/types.ts';
import { list_land_around } from '../../../../features/actions/list_land_around.ts';
import { list_land_in_cell } from '../../../../features/actions/list_land_in_cell.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';
import { searchRadiusM } from './boundary-data.ts';

const noCell = {
  en: 'There is no such part of the map.',
  ru: 'Такой части карты нет.',
};
const signIn = { en: 'Sign in to draw the boundary.', ru: 'Чтобы чертить границу, войдите.' };

interface PlotAround {
  readonly id: string;
  readonly number: string;
  readonly belongsTo?: string;
  readonly geometry?: Shape | null;
}

/**
 * Land document of the drawing map, including nearby plots; `listing` says whom a plot belongs to. Where there are more plots than one
 * map shows they come by `cell`.
 */
export function registerBoundaryLand(scope: FastifyInstance, dependencies: PageDependencies): void {
  scope.get(paths.boundaryLand.replace('{settlement}', ':settlement'), async (request, reply) => {
    if (!request.visitor?.session) throw new Refusal({ kind: 'unauthenticated', text: signIn });
    const { settlement } = request.params as { settlement: string };
    const { cell } = request.query as { cell?: string | string[] };
    const { call } = createVisitorCalls(dependencies, request, reply);
    reply.header('cache-control', 'no-store');
    if (cell !== undefined) {
      const extent = extentOfCell(parseCell(String(cell)) ?? refuse.invalid('cell', noCell));
      const found = await call(list_land_in_cell, { settlement, near: searchRadiusM, extent: [...extent] });
      const land = { ...emptyLand, plots: found.plots.map(showPlot) };
      return reply.send(packCell({ ...found, land }));
    }
    const { plots, extent } = await call(list_land_around, {
      settlement,
      near: searchRadiusM,
      with_geometry: true,
    });
    const { data } = await call(show_settlement, { settlement });
    const packed = packLand({
      settlement: {
        id: data.id,
        slug: data.slug,
        name: data.name,
        dwellingSetbackM: data.setbacks.dwelling_m,
        otherSetbackM: data.setbacks.other_m,
      },
      boundary: data.boundary && fromWire(data.boundary.ring),
      plots: extent === null ? plots.map(showPlot) : [],
      buildings: [],
    });
    return reply.send({ ...packed, extent });
  });
}

function showPlot({ id, number, belongsTo, geometry }: PlotAround): LandParcel {
  return { id, number, listing: belongsTo ?? 'this', outline: geometry ? openParts(geometry) : [] };
}
