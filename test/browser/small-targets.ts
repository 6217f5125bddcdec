import type { Page } from 'playwright-core';

/** Tap targets lower than 48 px; links inside of paragraphs are exempt (WCAG 2.5.8, inline). */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, summary, label:has(input), select, input, textarea',
      ),
    ]
      .filter(
        (element) =>
          !element.closest('p, .skip, .prose') && !(element.matches('input') && element.closest('label')),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => {
        if (box.width === 0 || element.matches('[type="hidden"]')) return false;
        // The link of a row or tile covers the whole item.
        const cover = element.matches('.title') ? element.closest('li')?.getBoundingClientRect() : undefined;
        return (cover ?? box).height < 47.5;
      })
      .map(({ element, box }) => `${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`),
  );
}
