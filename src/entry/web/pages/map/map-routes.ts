import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { Position } from '../../../../engines/geometry/types.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import { list_my_parcels } from '../../../../features/operations/parcel/list_my_parcels.ts';
import { measure_shapes } from '../../../../features/operations/settlement/measure_shapes.ts';
import { sendText } from '../../../transport/compression.ts';
import { parseDrawing } from '../../loaders/drawn-shapes.ts';
import { formOf } from '../../server/csrf.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { countLongReply } from '../../server/page-rate-limits.ts';
import { turnOwnerOf } from '../../server/visitor.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';
import { landFileKinds, landFileTypes, writeLandFile } from './land-files.ts';
import { loadOwnObjects } from './own-objects.ts';

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Extra routes of the map: measuring, land files, and photographs of tagged items. */
export function registerMapRoutes(scope: FastifyInstance, dependencies: PageDependencies): void {
  scope.post(routeOf(paths.measureMap), async (request, reply) => {
    const { settlement } = request.params as { settlement: string };
    const { call } = createVisitorCalls(dependencies, request, reply);
    const form = formOf(request);
    const parcel = form.get('parcel');
    const { data } = await call(measure_shapes, {
      settlement,
      shapes: parseDrawing(form.get('shapes') ?? '', 'shapes'),
      parcel: parcel || undefined,
    });
    return reply.header('cache-control', 'no-store').send(data);
  });
  // Media URLs expire; this stable URL redirects to a current one if the user may see it.
  scope.get(routeOf(paths.photograph), async (request, reply) => {
    const { settlement, photograph } = request.params as { settlement: string; photograph: string };
    if (!isId(photograph)) refuse.notFound('media');
    const { call } = createVisitorCalls(dependencies, request, reply);
    const { media } = await call(list_media, { settlement, media: photograph });
    const path = media[0]?.path ?? refuse.notFound('media');
    return reply.header('cache-control', 'no-store').redirect(path, 303);
  });
  scope.get(routeOf(paths.landFile), async (request, reply) => {
    const { settlement, kind: kindName } = request.params as { settlement: string; kind: string };
    const kind = landFileKinds.find((each) => each === kindName) ?? refuse.notFound('settlement');
    const land = await dependencies.landReader.read(settlement);
    const { call } = createVisitorCalls(dependencies, request, reply);
    const own = request.visitor?.session && (await call(list_my_parcels, { settlement: land.settlement.id }));
    const objects = await loadOwnObjects(call, own?.data ?? []);
    const file = writeLandFile(
      kind,
      land,
      objects.map(({ title, kind: what, geometry }) => ({
        title,
        kind: what,
        type: geometry.type,
        points: geometry.points.map(({ longitude, latitude }): Position => [longitude, latitude]),
      })),
    );
    reply
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header(
        'content-disposition',
        `attachment; filename="${land.settlement.slug.replaceAll(/[^\w-]/g, '_')}.${kind}"`,
      )
      .type(`${landFileTypes[kind]}; charset=utf-8`);
    const count = (characters: number) => void countLongReply(request, dependencies.rateLimits, characters);
    return sendText(request, reply, countCharacters(file, count), turnOwnerOf(request, reply));
  });
}

/** Passes a text on and tells its length at the end, also where the reader left before. */
function* countCharacters(pieces: Iterable<string>, tell: (characters: number) => void): Iterable<string> {
  let characters = 0;
  try {
    for (const piece of pieces) {
      characters += piece.length;
      yield piece;
    }
  } finally {
    tell(characters);
  }
}
