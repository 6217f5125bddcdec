import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Language } from '../../../../base/i18n/text.ts';
import { type GuideName, guideNames } from '../../words/help-topics.ts';

export interface GuideSection {
  readonly heading: string;
  readonly body: string;
}

export interface Guide {
  /** What stands before the first heading. */
  readonly lead: string;
  readonly sections: readonly GuideSection[];
}

/** The package's own: in the nearest folder above, be it of sources, a build or an installed package. */
function findFolder(): URL | undefined {
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

export function splitGuide(markdown: string): Guide {
  const [lead = '', ...parts] = adaptLinks(markdown.replace(/^# .*\n+/, '')).split(/^## /m);
  return {
    lead: lead.trim(),
    sections: parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { heading, body: lines.join('\n').trim() };
    }),
  };
}

const known = new Map<string, Promise<Guide>>();

/** Read once while the service runs. */
export async function readGuide(name: GuideName, language: Language): Promise<Guide | undefined> {
  const folder = findFolder();
  if (folder === undefined) return undefined;
  const key = `${language}/${name}`;
  const found = known.get(key) ?? readFile(new URL(`${key}.md`, folder), 'utf8').then(splitGuide);
  known.set(key, found);
  return found;
}
