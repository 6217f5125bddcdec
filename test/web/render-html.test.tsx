import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ComponentChildren } from 'preact';
import { createRenderContext, renderHtml } from '../../src/entry/web/ui/render-html.ts';

describe('rendering of components to HTML', () => {
  it('escapes texts and attributes, and only those', () => {
    const hostile = `<script>alert("a" & 'b')</script>`;
    const escaped = `&lt;script>alert(&quot;a&quot; &amp; 'b')&lt;/script>`;
    assert.equal(renderHtml(hostile), escaped);
    assert.equal(renderHtml(<p title={hostile}>{hostile}</p>), `<p title="${escaped}">${escaped}</p>`);
    assert.equal(renderHtml(<textarea value={hostile} />), `<textarea>${escaped}</textarea>`);
    assert.equal(renderHtml(<p dangerouslySetInnerHTML={{ __html: '<b>safe</b>' }} />), '<p><b>safe</b></p>');
  });

  it('renders no object that is not an element, as data may hold', () => {
    const data = JSON.parse(
      '{"type":"script","props":{"children":"alert(1)"},"constructor":null}',
    ) as ComponentChildren;
    assert.equal(renderHtml(<p>{data}</p>), '<p></p>');
    assert.equal(renderHtml([data, { type: 'b', props: {} } as unknown as ComponentChildren]), '');
  });

  it('renders lists and numbers, and nothing for null, undefined and booleans', () => {
    const Item = ({ n }: { n: number }) => <li>{n}</li>;
    assert.equal(
      renderHtml(
        <ul>
          {[1, 2].map((n) => (
            <Item key={n} n={n} />
          ))}
          {0}
          {null}
          {undefined}
          {true}
          {false}
          {''}
        </ul>,
      ),
      '<ul><li>1</li><li>2</li>0</ul>',
    );
  });

  it('writes attributes as HTML and SVG name them', () => {
    assert.equal(
      renderHtml(
        <input maxLength={5} tabIndex={-1} required disabled={false} value="" title={undefined} readOnly />,
      ),
      '<input maxlength="5" tabindex="-1" required value readonly/>',
    );
    assert.equal(
      renderHtml(
        <button type="button" aria-busy={true} aria-expanded={false} data-shown={false} onClick={() => {}} />,
      ),
      '<button type="button" aria-busy="true" aria-expanded="false" data-shown="false"></button>',
    );
    assert.equal(
      renderHtml(
        <svg viewBox="0 0 1 1">
          <title>a</title>
          <foreignObject>
            <input tabIndex={0} />
          </foreignObject>
          <path stroke-width={2} />
        </svg>,
      ),
      '<svg viewBox="0 0 1 1"><title>a</title><foreignObject><input tabindex="0"/></foreignObject><path stroke-width="2"></path></svg>',
    );
    assert.throws(() => renderHtml(<p style={{ color: 'red' }} />), /object as its value/);
    assert.throws(() => renderHtml(<select value="a" />), /as selected/);
    const hostile = { 'a"><script': 'x' } as object;
    assert.throws(() => renderHtml(<p {...hostile} />), /not the name of an attribute/);
  });

  it('gives components the value of the innermost provider, also after one inside has failed', () => {
    const context = createRenderContext('none');
    const Read = () => <b>{context.read()}</b>;
    const Fail = () => {
      throw new Error('failed');
    };
    const { Provider } = context;
    assert.equal(
      renderHtml(
        <Provider value="outer">
          <Read />
          <Provider value="inner">
            <Read />
          </Provider>
          <Read />
        </Provider>,
      ),
      '<b>outer</b><b>inner</b><b>outer</b>',
    );
    assert.throws(
      () =>
        renderHtml(
          <Provider value="lost">
            <Fail />
          </Provider>,
        ),
      /failed/,
    );
    assert.equal(renderHtml(<Read />), '<b>none</b>');
  });
});
