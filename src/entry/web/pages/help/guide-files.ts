import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Language } from '../../../../base/i18n/text.ts';
import { type GuideName, guideNames } from '../../words/help-topics.ts';

export interface GuideSection {
  readonly heading: string;
  readonly body: string;
  /** They stand after the text, wherever the file has them. */
  readonly pictures: readonly GuidePicture[];
}

export interface GuidePicture {
  readonly alt: string;
  readonly file: string;
}

/** Of every picture of a guide: `npm run docs:pictures` draws them so. */
export const guidePictureSize = { width: 360, height: 640 };

export interface Guide {
  /** What stands before the first heading. */
  readonly lead: string;
  readonly sections: readonly GuideSection[];
}

/** The package's own: in the nearest folder above, be it of sources, a build or an installed package. */
export function findGuides(): URL | undefined {
  for (let folder = new URL('.', import.meta.url); ; ) {
    const found = new URL('docs/guides/', folder);
    if (existsSync(found)) return found;
    const above = new URL('..', folder);
    if (above.href === folder.href) return undefined;
    folder = above;
  }
}

/** Links between guides lead to their pages; those to other files of the repository are words only. */
const adaptLinks = (markdown: string) =>
  markdown.replaceAll(/\[([^\]\n]+)\]\((?!https?:)([^)\n]*)\)/g, (_, words: string, target: string) => {
    const name = guideNames.find((each) => target === `${each}.md`);
    return name === undefined ? words : `[${words}](/help/${name})`;
  });

const picture = /^!\[([^\]]+)\]\(pictures\/([\w-]+\.webp)\)$/;

export function splitGuide(markdown: string): Guide {
  const [lead = '', ...parts] = markdown.replace(/^# .*\n+/, '').split(/^## /m);
  return {
    lead: adaptLinks(lead).trim(),
    sections: parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const isPicture = (line: string) => picture.test(line);
      return {
        heading,
        body: adaptLinks(lines.filter((line) => !isPicture(line)).join('\n')).trim(),
        pictures: lines.filter(isPicture).map((line) => {
          const [, alt = '', file = ''] = picture.exec(line) ?? [];
          return { alt, file };
        }),
      };
    }),
  };
}

const known = new Map<string, Promise<Guide>>();

/** Read once while the service runs. */
export async function readGuide(name: GuideName, language: Language): Promise<Guide | undefined> {
  const folder = findGuides();
  if (folder === undefined) return undefined;
  const key = `${language}/${name}`;
  const found = known.get(key) ?? readFile(new URL(`${key}.md`, folder), 'utf8').then(splitGuide);
  known.set(key, found);
  return found;
}
