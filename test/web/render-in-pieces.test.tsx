import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type TurnOwner, takeTurn, turnMilliseconds } from '../../src/base/threads/loop-turns.ts';
import { LanguageProvider, useLanguage } from '../../src/entry/web/ui/language-context.ts';
import { renderHtml } from '../../src/entry/web/ui/render-html.ts';
import { renderInPieces } from '../../src/entry/web/ui/render-in-pieces.ts';

const owner = (share: string): TurnOwner => ({ share, isGone: () => false });

/** Keeps the event loop busy, as a component with much to draw does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function Row({ number, order }: { number: number; order?: number[] }) {
  order?.push(number);
  if (order) work(turnMilliseconds / 4);
  return (
    <li class="row">
      {useLanguage()} <b>{number}</b> &lt; <svg viewBox="0 0 1 1" />
    </li>
  );
}

const page = (count: number, order?: number[]) => (
  <main>
    <LanguageProvider value="en">
      <h1>A & B</h1>
      <ul>
        {Array.from({ length: count }, (_, index) => (
          <Row key={index} number={index} order={order} />
        ))}
      </ul>
      <LanguageProvider value="ru">
        <Row number={count} order={order} />
      </LanguageProvider>
      <p>
        <Row number={count + 1} order={order} />
      </p>
    </LanguageProvider>
    <footer>end</footer>
  </main>
);

it('a long page is the same in pieces, in its order, with the contexts of every place', async () => {
  const order: number[] = [];
  const pieces = await renderInPieces(page(100, order), owner('a'));
  assert.ok(pieces.length > 5, `${pieces.length} pieces`);
  assert.equal(pieces.join(''), renderHtml(page(100)));
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
  assert.equal(order.length, 102);
});

it('other work and short pages are served between two pieces, and owners take turns', async () => {
  const seen: string[] = [];
  const finish = (name: string) => () => void seen.push(name);
  const first = renderInPieces(page(60, []), owner('one')).then(finish('first page of one'));
  const second = renderInPieces(page(60, []), owner('one')).then(finish('second page of one'));
  const other = renderInPieces(page(20, []), owner('another')).then(finish('page of another'));
  let rounds = 0;
  const count = setInterval(() => {
    rounds += 1;
  });
  const short = renderInPieces(page(1), owner('third')).then(finish('short page'));
  await Promise.all([first, second, other, short]);
  clearInterval(count);
  assert.equal(seen[0], 'short page');
  assert.equal(seen[1], 'page of another');
  assert.ok(rounds > 5, `${rounds} rounds of the loop`);
});

it('the first turns of many pages have the time of one together', async () => {
  const order: number[] = [];
  const pages = Array.from({ length: 6 }, (_, index) => renderInPieces(page(10, order), owner(`${index}`)));
  // A row takes a quarter of a turn, and the clock is looked at after every eighth node.
  assert.ok(order.length < 12, `${order.length} rows at once`);
  for (const pieces of await Promise.all(pages)) assert.equal(pieces.join(''), renderHtml(page(10)));
});

it('a part that a component renders by itself is whole', async () => {
  const kept: string[] = [];
  const Kept = () => {
    kept.push(renderHtml(page(40, [])));
    return <p dangerouslySetInnerHTML={{ __html: kept[0] ?? '' }} />;
  };
  const pieces = await renderInPieces([<Kept key="a" />, page(40, [])], owner('a'));
  assert.deepEqual(kept, [renderHtml(page(40))]);
  assert.equal(pieces.join(''), `<p>${kept[0]}</p>${kept[0]}`);
});

it('a failing component fails the page and nothing else', async () => {
  const Broken = () => {
    throw new Error('broken');
  };
  const broken = (
    <LanguageProvider value="en">
      {page(30, [])}
      <Broken />
    </LanguageProvider>
  );
  await assert.rejects(renderInPieces(broken, owner('a')), /broken/);
  assert.equal((await renderInPieces(page(2), owner('a'))).join(''), renderHtml(page(2)));
  assert.equal(await takeTurn(owner('a'), () => 'turn'), 'turn');
});

it('nothing more is rendered for a client that has disconnected', async () => {
  const order: number[] = [];
  const gone = { share: 'a', isGone: () => order.length > 20 };
  await assert.rejects(renderInPieces(page(100, order), gone), { name: 'ShareRefused' });
  assert.ok(order.length < 60, `${order.length} rows`);
});
