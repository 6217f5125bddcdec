import { paths } from '../../../../base/site/paths.ts';
import { Reference, texts } from '../../api-reference/api-reference.tsx';
import { definePage } from '../../page/page.ts';

/** API reference, rendered from the OpenAPI document. */
export const docsPage = definePage({
  path: paths.docs,
  access: 'anybody',
  offline: false,
  texts,
  async load(_, { dependencies, request }): Promise<{ document: object }> {
    return { document: { ...dependencies.findOpenApi(), servers: [{ url: request.origin }] } };
  },
  head: () => ({ scripts: ['reference-search.js', 'copy.js'] }),
  render: ({ document }, view) => <Reference document={document} view={view} />,
});
