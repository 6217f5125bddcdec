import { listOpeningTags } from './html-parser.ts';

export interface PostedForm {
  action: string;
  /** The hidden ones. */
  fields: Record<string, string>;
  /** Something to fill in or to choose, beside its buttons. */
  hasControls: boolean;
}

/** Every form of the page that is posted. */
export function readForms(html: string): PostedForm[] {
  return [...html.matchAll(/<form\b[^>]*method="post"[\s\S]*?<\/form>/g)].map(([form]) => {
    const tags = listOpeningTags(`<!doctype html>${form}`);
    const isHidden = (tag: (typeof tags)[number]) =>
      tag.name === 'input' && tag.attributes.get('type') === 'hidden';
    return {
      action: tags[0]?.attributes.get('action') ?? '',
      fields: Object.fromEntries(
        tags
          .filter(isHidden)
          .map(({ attributes }) => [attributes.get('name') ?? '', attributes.get('value') ?? '']),
      ),
      hasControls: tags.some((tag) => ['input', 'select', 'textarea'].includes(tag.name) && !isHidden(tag)),
    };
  });
}
