/**
 * Time of the most expensive texts per step, and of diagrams made to exceed the time limit.
 *   node --import tsx bench/hostile-texts.ts [part of a name]
 */

import { createDiagramDrawer } from '../src/engines/markup/diagrams.ts';
import { renderHtml } from '../src/engines/markup/html-renderer.ts';
import { readMarkdown } from '../src/engines/markup/markdown.ts';
import { takeExcerpt, toPlainText } from '../src/engines/markup/plain-text.ts';
import { drawFigures } from '../src/engines/search/figures.ts';
import { splitIntoPassages } from '../src/engines/search/passages.ts';
import { splitSentences, splitWords } from '../src/engines/search/words.ts';
import { hostileDiagrams } from './search/hostile-diagrams.ts';
import { hostileTexts } from './search/hostile-texts.ts';

const wanted = process.argv[2] ?? '';
const slow = 500;
let worst = 0;

/** The lesser of CPU and wall-clock time: CPU includes other threads of Node, the clock other load of the machine. */
function time<T>(work: () => T): [T, number] {
  const before = process.cpuUsage();
  const begun = performance.now();
  const result = work();
  const passed = performance.now() - begun;
  const { user, system } = process.cpuUsage(before);
  return [result, Math.min(passed, (user + system) / 1000)];
}

console.log(`${'text'.padEnd(36)} parse   page  excerpt  passages  words  (ms)`);
for (const [name, text] of Object.entries(hostileTexts)) {
  if (!name.includes(wanted)) continue;
  const [markdown, parsing] = time(() => readMarkdown(text));
  const [, writing] = time(() => renderHtml(markdown));
  const [, excerpt] = time(() => takeExcerpt(markdown, 280) + toPlainText(markdown));
  const [passages, cutting] = time(() => splitIntoPassages(markdown, 'Title', []));
  const [, splitting] = time(() => passages.map((each) => splitSentences(each.text).map(splitWords)));
  const all = [parsing, writing, excerpt, cutting, splitting];
  const total = all.reduce((sum, each) => sum + each, 0);
  worst = Math.max(worst, total);
  const mark = total > slow ? '  SLOW' : '';
  console.log(`${name.padEnd(36)}${all.map((each) => each.toFixed(0).padStart(6)).join('  ')}${mark}`);
}

const drawer = createDiagramDrawer();
try {
  for (const [name, source] of Object.entries(hostileDiagrams)) {
    if (!name.includes(wanted)) continue;
    const markdown = readMarkdown(source);
    const begun = performance.now();
    const { mistakes } = await drawFigures(markdown, drawer);
    const spent = performance.now() - begun;
    console.log(`${name.padEnd(36)}${spent.toFixed(0).padStart(6)}  ${mistakes[0]?.message.en ?? 'drawn'}`);
  }
} finally {
  await drawer.close();
}
console.log(`\nthe slowest text: ${worst.toFixed(0)} ms`);
