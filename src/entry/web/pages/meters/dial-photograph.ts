import type { FastifyInstance } from 'fastify';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { open_dial_photograph } from '../../../../features/actions/open_dial_photograph.ts';
import { sendStoredFile } from '../../loaders/stored-file.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';

/** The photograph of a reading: who may see that is asked each time. */
export function registerDialPhotograph(server: FastifyInstance, dependencies: PageDependencies): void {
  server.get(paths.meterPhotograph.replace(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
    const { meter = '', reading = '' } = request.params as Record<string, string>;
    if (!isId(meter) || !isId(reading)) return refuse.notFound('meter');
    const { size } = request.query as { size?: unknown };
    const { call } = createVisitorCalls(dependencies, request, reply);
    const file = await call(open_dial_photograph, {
      meter,
      reading,
      size: size === 'thumb' ? 'thumb' : 'large',
    });
    return sendStoredFile(request, reply, file, dependencies);
  });
}

/** For a row of the history; nothing while the sizes are being made. */
export function dialPhotographPaths(
  meter: string,
  reading: { readonly id: string; readonly photograph: string | null },
): { readonly picture?: string; readonly href?: string } {
  if (reading.photograph !== 'ready') return {};
  const href = fillPath(paths.meterPhotograph, { meter, reading: reading.id });
  return { picture: `${href}?size=thumb`, href };
}
