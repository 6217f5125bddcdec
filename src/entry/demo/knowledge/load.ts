import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type DemoArticle = {
  slug: string;
  title: string;
  category: string;
  tags: string[];
  language: 'ru' | 'en';
  body: string;
};

/** The articles are next to this file, in `src` and in `dist`. Sorted by slug, so that every load is the same. */
export async function readDemoArticles(): Promise<DemoArticle[]> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.md'));
  if (names.length === 0) throw new Error('No demonstration articles were found beside the loader');
  const slugs = names.map((name) => name.slice(0, -'.md'.length)).sort();
  return Promise.all(
    slugs.map(async (slug) => parseArticle(slug, await readFile(new URL(`${slug}.md`, folder), 'utf8'))),
  );
}

export function parseArticle(slug: string, text: string): DemoArticle {
  const fail = (what: string): never => {
    throw new Error(`${slug}.md: ${what}`);
  };
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? fail('front matter is missing');
  const fields = new Map<string, string>();
  for (const line of (parts[1] ?? '').split(/\r?\n/)) {
    // The formatter adds a blank line after the opening "---".
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) fail(`front matter line is not "name: value": ${line}`);
    fields.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const field = (name: string): string => fields.get(name) || fail(`front matter lacks ${name}`);
  const language = field('language');
  if (language !== 'ru' && language !== 'en') return fail('language must be ru or en');
  const tags = field('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const body = (parts[2] ?? '').trim() || fail('the body is empty');
  return { slug, title: field('title'), category: field('category'), tags, language, body };
}
