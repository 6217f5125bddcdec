import type { Token } from 'markdown-it';

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** Typed view of `token.meta`. */
export interface TokenMeta {
  figure?: number;
  task?: 'open' | 'done';
  callout?: CalloutKind;
  /** Footnote number from 0; subId counts repeated references to it. */
  id?: number;
  subId?: number;
}

export function readTokenMeta(token: Token): TokenMeta {
  return (token.meta ?? {}) as TokenMeta;
}

function findFirstText(tokens: readonly Token[], index: number): Token | undefined {
  const inline = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2] : undefined;
  const first = inline?.type === 'inline' ? inline.children?.[0] : undefined;
  return first?.type === 'text' ? first : undefined;
}

/** `- [ ] to do` and `- [x] done`: removes the checkbox from the text and stores it on the list item. */
export function markTasks(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'list_item_open') return;
    const text = findFirstText(tokens, index);
    const mark = /^\[([ xX])\]\s+/.exec(text?.content ?? '');
    if (text === undefined || mark === null) return;
    text.content = text.content.slice(mark[0].length);
    token.meta = { task: mark[1] === ' ' ? 'open' : 'done' };
  });
}

/** `> [!NOTE]`: GitHub-style callouts. */
export function markCallouts(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'blockquote_open') return;
    const text = findFirstText(tokens, index);
    const kind = /^\[!(\w+)\]\s*$/.exec(text?.content ?? '')?.[1]?.toLowerCase();
    if (text === undefined || !calloutKinds.some((known) => known === kind)) return;
    const children = tokens[index + 2]?.children ?? [];
    children.splice(0, children[1]?.type === 'softbreak' || children[1]?.type === 'hardbreak' ? 2 : 1);
    token.meta = { callout: kind };
  });
}
