import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import { guideNames, guides } from '../../words/help-topics.ts';
import * as labels from '../../words/labels.ts';
import { guidePictureSize, readGuide } from './guide-files.ts';

export const texts = { title: labels.help } as const satisfies Record<string, Text>;

async function loadGuide({ guide }: { guide: string }, pageRequest: PageRequest) {
  const name = guideNames.find((each) => each === guide) ?? refuse.notFound('address');
  const { language } = pageRequest.view;
  const { lead, sections } = (await readGuide(name, language)) ?? refuse.notFound('address');
  const render = (body: string) => renderBody({ body, mentions: {} }, pageRequest);
  return {
    name,
    safeLead: await render(lead),
    sections: await Promise.all(
      sections.map(async ({ heading, body, pictures }, index) => ({
        id: guides[name].sections[index] ?? `part-${index}`,
        heading,
        safeHtml: await render(body),
        pictures: pictures.map(({ alt, file }) => ({
          alt,
          src: fillPath(paths.guidePicture, { language, picture: file }),
        })),
      })),
    ),
  };
}

export const guidePage = definePage({
  path: paths.guide,
  access: 'anybody',
  texts,
  load: loadGuide,
  head: ({ name }, { language }) => ({ width: 'narrow', title: guides[name].title[language] }),
  render: ({ name, safeLead, sections }) => (
    <Screen title={guides[name].title} parent={{ href: paths.help, text: labels.help }}>
      {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
      {safeLead && <div class="prose" dangerouslySetInnerHTML={{ __html: safeLead }} />}
      {sections.map(({ id, heading, safeHtml, pictures }) => (
        <Card key={id} heading={{ id, title: heading }}>
          <div class="prose">
            <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
            {pictures.map(({ alt, src }) => (
              <figure key={src} class="unprinted">
                <img src={src} alt={alt} {...guidePictureSize} loading="lazy" decoding="async" />
              </figure>
            ))}
          </div>
        </Card>
      ))}
    </Screen>
  ),
});
