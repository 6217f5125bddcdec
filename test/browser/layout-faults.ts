import type { Page as Tab } from 'playwright-core';

/** Phones have a size of letters, desks a zoom, which halves the window. */
const windows = [
  { width: 320, letters: '100%' },
  { width: 320, letters: '200%' },
  { width: 360, letters: '100%' },
  { width: 360, letters: '200%' },
  { width: 768, letters: '100%' },
  { width: 1280, letters: '100%' },
  { width: 1280 / 2, letters: '100%' },
  { width: 1920, letters: '100%' },
  { width: 1920 / 2, letters: '100%' },
] as const;

/** What overflows, which words are broken and what begins beside the content's edge, at every width and size of letters. */
export async function findLayoutFaults(tab: Tab): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, letters } of windows) {
    await tab.setViewportSize({ width, height: width < 600 ? 740 : 900 });
    await tab.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, letters);
    const found = [
      ...(await findHorizontalOverflow(tab)),
      ...(await findBrokenWords(tab)),
      ...(await findEdges(tab)),
    ];
    faults.push(...found.map((fault) => `${width} px, letters ${letters}: ${fault}`));
  }
  await tab.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return faults;
}

/** Elements that overflow horizontally, if the page scrolls sideways. */
export function findHorizontalOverflow(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *, header *, footer *, nav *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .slice(0, 4)
      .map((element) => element.outerHTML.slice(0, 100));
    return [`${scrollWidth} of ${clientWidth}: ${wide.join(' | ')}`];
  });
}

/** Words that stand on two lines; addresses and other unbroken strings may break anywhere. */
export function findBrokenWords(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const broken = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('script, code, pre, textarea, .unseen, [hidden], svg')) continue;
      // Not shown, or for screen readers alone.
      let isUnseen = false;
      for (let each: Element | null = parent; each; each = each.parentElement)
        isUnseen ||= each.getBoundingClientRect().width < 2;
      if (isUnseen) continue;
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(
        /(?<![\S])[\p{L}«(„“]\p{L}{2,39}(?![^\s.,:;!?)»“”])/gu,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        );
        if (lines.size > 1)
          broken.add(`“${word}” is broken in <${parent.tagName.toLowerCase()} class="${parent.className}">`);
      }
    }
    return [...broken].slice(0, 5);
  });
}

/** On a desk the page's heading begins where its content begins. */
function findEdges(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const [main, heading] = [document.querySelector('main'), document.querySelector('main h1')];
    if (!main || !heading || innerWidth < 900 || heading.closest('.card, .unseen, .hero, .map-page, .mail'))
      return [];
    const edge = main.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(main).paddingLeft);
    const beside = heading.getBoundingClientRect().left - edge;
    return Math.abs(beside) > 1 && heading.getClientRects().length > 0
      ? [`the heading is ${beside} px beside the edge`]
      : [];
  });
}
