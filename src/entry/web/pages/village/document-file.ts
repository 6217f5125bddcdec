import type { FastifyInstance } from 'fastify';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { open_settlement_document } from '../../../../features/actions/open_settlement_document.ts';
import { remove_media } from '../../../../features/operations/media/remove_media.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { sendStoredFile } from '../../loaders/stored-file.ts';
import type { FormRequest } from '../../page/page.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';

export const texts = {
  fileMissing: { en: 'Choose the file.', ru: 'Выберите файл.' },
} as const satisfies Record<string, Text>;

/** The file of one version: who may read the document is asked at each download. */
export function registerDocumentFile(server: FastifyInstance, dependencies: PageDependencies): void {
  server.get(paths.documentFile.replace(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
    const { settlement, document, version } = request.params as Record<string, string>;
    if (!isId(document ?? '') || !/^[1-9]\d?$/.test(version ?? '')) return refuse.notFound('document');
    const { call } = createVisitorCalls(dependencies, request, reply);
    const file = await call(open_settlement_document, { settlement, document, version }).catch(
      (error: unknown) => {
        if (request.visitor?.session || !(error instanceof Refusal) || error.kind !== 'not_found')
          throw error;
        return null;
      },
    );
    if (file === null)
      return reply.redirect(`${paths.login}?${new URLSearchParams({ next: request.url })}`, 303);
    return sendStoredFile(request, reply, file, dependencies);
  });
}

/**
 * Stores the file of a form and does with it what the form is for. It is stored first, because that needs its id, for
 * the board alone; it is removed again when the form is refused.
 */
export async function withDocumentFile<Reply>(
  settlement: string,
  pageRequest: FormRequest,
  work: (file: string) => Promise<Reply>,
): Promise<Reply> {
  const place = await loadSettlementContext(settlement, pageRequest);
  const subject = { type: 'settlement', id: place.settlement.id, visibility: 'private' } as const;
  const { savedIds, rejected } = await pageRequest.savePhotographs('file', subject);
  const [file] = savedIds;
  try {
    if (rejected[0]) refuse.invalid('file', rejected[0].text);
    return await work(file ?? refuse.invalid('file', texts.fileMissing));
  } catch (error) {
    await Promise.all(savedIds.map((media) => pageRequest.call(remove_media, { media })));
    throw error;
  }
}

export const documentFilePath = (settlement: string, document: string, version: number) =>
  fillPath(paths.documentFile, { settlement, document, version: String(version) });
