import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { definePage } from '../../page/page.ts';
import { PageHead } from '../../ui/page-head.tsx';

export const texts = {
  title: { en: 'Changelog', ru: 'Журнал изменений' },
  lead: {
    en: 'What has changed in the service and its interface, newest first.',
    ru: 'Что изменилось в сервисе и его интерфейсе, сначала новое. Записи ведутся по-английски.',
  },
  back: { en: 'Reference', ru: 'Справочник' },
} as const satisfies Record<string, Text>;

/** The package's own: the nearest folder above with both files, be it of sources, a build or an installed package. */
function findChangelog(): URL | undefined {
  for (let folder = new URL('.', import.meta.url); ; ) {
    const file = new URL('CHANGELOG.md', folder);
    if (existsSync(file) && existsSync(new URL('package.json', folder))) return file;
    const above = new URL('..', folder);
    if (above.href === folder.href) return undefined;
    folder = above;
  }
}

/** Without its heading, which the page has, and without links to files that are not served. */
const prepareText = (markdown: string) =>
  markdown.replace(/^# .*\n+/, '').replaceAll(/\[([^\]\n]+)\]\((?!https?:)[^)\n]*\)/g, '$1');

let changelog: Promise<string> | undefined;

export const changelogPage = definePage({
  path: paths.changelog,
  access: 'anybody',
  offline: false,
  texts,
  async load(_, pageRequest) {
    const file = findChangelog() ?? refuse.notFound('address');
    changelog ??= readFile(file, 'utf8').then(prepareText);
    return { safeHtml: await renderBody({ body: await changelog, mentions: {} }, pageRequest) };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ safeHtml }) => (
    <>
      <PageHead title={texts.title} line={texts.lead} />
      <div class="prose" lang="en" dangerouslySetInnerHTML={{ __html: safeHtml }} />
      <p>
        <a href={paths.docs}>{texts.back}</a>
      </p>
    </>
  ),
});
