import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '../../src/base/i18n/text.ts';
import type { LandDocument, LandParcel } from '../../src/engines/geometry/land-document.ts';
import { LanguageProvider } from '../../src/entry/web/ui/language-context.ts';
import { PlotPlan } from '../../src/entry/web/ui/plot-plan.tsx';
import { renderHtml } from '../../src/entry/web/ui/render-html.ts';

const step = 0.0003;
/** Grid of touching squares, ten per row. */
function square(index: number): LandParcel {
  const [x, y] = [37.5 + (index % 10) * step, 56.3 + Math.floor(index / 10) * step];
  return { id: String(index), number: `N${index}`, listing: null, outline: [[frame(x, y, step)]] };
}

const frame = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

function landOf(plots: LandParcel[], buildings: LandDocument['buildings'] = []): LandDocument {
  const settlement = { id: '1', slug: 'v', name: 'V', dwellingSetbackM: 3, otherSetbackM: 1 };
  return { settlement, boundary: null, plots, buildings };
}

const draw = (land: LandDocument, plot: string, language: Language = 'ru') =>
  renderHtml(
    <LanguageProvider value={language}>
      <PlotPlan id="p" land={land} plot={plot} />
    </LanguageProvider>,
  );
const village = landOf(Array.from({ length: 400 }, (_, index) => square(index)));
const numbers = (html: string) => [...html.matchAll(/<text[^>]*>(N\d+)</g)].map(([, number]) => number);

describe('static plan of one plot', () => {
  it('marks the plot, draws its neighbours and lists them as text', () => {
    const html = draw(village, '55');
    assert.match(html, /class="m-mine" d="M/);
    assert.deepEqual(numbers(html).slice(0, 5), ['N55', 'N54', 'N56', 'N45', 'N65']);
    assert.ok(!numbers(html).includes('N99'), 'what is far is not drawn');
    assert.match(html, /Рядом: N54, N56, N45, N65, N44, N46, N64, N66</);
    assert.match(draw(village, '55', 'en'), /Next to it: N54, N56/);
  });

  it('draws at most 150 plots and counts the rest', () => {
    const forest: LandParcel = {
      id: 'forest',
      number: 'F',
      listing: null,
      outline: [[frame(37.4, 56.2, 0.3)]],
    };
    const land = landOf([...village.plots, forest]);
    const html = draw(land, 'forest');
    assert.equal(html.match(/class="m-plot" d="([^"]*)"/)?.[1]?.match(/M/g)?.length, 150);
    assert.match(html, /class="m-mine" d="M/, 'itself among them');
    assert.match(html, /и ещё 388 участков/);
  });

  it('draws buildings of the drawn plots only', () => {
    const house = (plot: number, at: number) => ({
      plot,
      purpose: 'dwelling',
      setbackM: 4,
      outline: [[frame(37.5 + (at % 10) * step + 0.0001, 56.3 + Math.floor(at / 10) * step, 0.0001)]],
    });
    const html = draw(landOf([...village.plots], [house(55, 55), house(99, 99)]), '55');
    assert.equal(html.match(/class="m-house" d="([^"]*)"/)?.[1]?.match(/M/g)?.length, 1);
  });

  it('says when the plot has no outline, and when it has no neighbours', () => {
    const bare: LandParcel = { id: 'x', number: 'X', listing: null, outline: [] };
    assert.equal(draw(landOf([bare]), 'x'), '<p class="soft">Границ этого участка на плане нет.</p>');
    assert.match(draw(landOf([bare]), 'gone'), /Границ этого участка/);
    assert.match(draw(landOf([square(0)]), '0'), /Других участков рядом на плане нет\./);
  });
});
