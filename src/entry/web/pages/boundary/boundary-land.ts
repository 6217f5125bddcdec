import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { packLand } from '../../../../engines/geometry/land-document.ts';
import { fromWire, openParts } from '../../../../engines/geometry/rings/points.ts';
import { list_land_around } from '../../../../features/actions/list_land_around.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';
import { searchRadiusM } from './boundary-data.ts';

const signIn = { en: 'Sign in to draw the boundary.', ru: 'Чтобы чертить границу, войдите.' };

/** Land document of the drawing map, including nearby plots; `listing` says whom a plot belongs to. */
export function registerBoundaryLand(scope: FastifyInstance, dependencies: PageDependencies): void {
  scope.get(paths.boundaryLand.replace('{settlement}', ':settlement'), async (request, reply) => {
    if (!request.visitor?.session) throw new Refusal({ kind: 'unauthenticated', text: signIn });
    const { settlement } = request.params as { settlement: string };
    const { call } = createVisitorCalls(dependencies, request, reply);
    const { plots } = await call(list_land_around, {
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
      plots: plots.map(({ id, number, belongsTo, geometry }) => ({
        id,
        number,
        listing: belongsTo ?? 'this',
        outline: geometry ? openParts(geometry) : [],
      })),
      buildings: [],
    });
    return reply.header('cache-control', 'no-store').send(packed);
  });
}
