import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { drawBody } from '../../../../features/knowledge/article-text.ts';
import { maxBodyLength } from '../../../../features/operations/knowledge/edit_knowledge_article.ts';
import { bodyLimits } from '../../../transport/body-limits.ts';
import { formOf } from '../../server/csrf.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createView, shareKeyOf } from '../../server/visitor.ts';
import { texts } from './save-article.ts';

const signInFirst = { en: 'Sign in first.', ru: 'Сначала войдите.' };

/** For islands/editor: diagrams that cannot be drawn, each error with its line. Nothing is stored. */
export function registerDiagramCheck(scope: FastifyInstance, { services }: PageDependencies): void {
  scope.post(paths.checkDiagrams, { bodyLimit: bodyLimits.text.bytes }, async (request, reply) => {
    if (!request.visitor?.session) refuse.forbidden(signInFirst);
    const body = (formOf(request).get('body') ?? '').replaceAll('\r\n', '\n');
    if (body.length > maxBodyLength) refuse.invalid('body', texts.tooLong);
    const { mistakes } = await drawBody(
      { services, share: shareKeyOf(request) },
      body,
      ({ kind }) => kind !== 'picture',
    );
    const { language } = createView(request);
    return reply
      .header('cache-control', 'no-store')
      .send({ faults: mistakes.map(({ message }) => message[language]) });
  });
}
