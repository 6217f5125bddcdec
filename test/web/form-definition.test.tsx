import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { enumField, id, name, text } from '../../src/domain/kernel/fields.ts';
import { defineOperation } from '../../src/domain/kernel/operation.ts';
import { refuse } from '../../src/domain/kernel/refusal.ts';
import { check, choice, line, paragraph } from '../../src/entry/web/page/field-kinds.tsx';
import { form } from '../../src/entry/web/page/form.tsx';
import { definePage, type FormRequest } from '../../src/entry/web/page/page.ts';
import { LanguageProvider, renderHtml } from '../../src/entry/web/ui/render-html.ts';

const words = (en: string) => ({ en, ru: en });
const save = defineOperation({
  name: 'save_shed',
  summary: 'For this test.',
  scope: 'session',
  input: z.object({
    parcel: id,
    title: name(80),
    colour: enumField(['red', 'green']).nullish(),
    note: text(500),
    is_locked: z.boolean().optional(),
    seen: text(40).optional(),
  }),
  write: async () => ({ shed: '1' }),
});
const edit = defineOperation({
  name: 'edit_shed',
  summary: 'For this test.',
  scope: 'session',
  input: z.object({ parcel: id, title: name(80).optional(), note: name(500).optional() }),
  write: async () => ({}),
});
const fields = {
  title: line(words('Title')),
  colour: choice(words('Colour'), { red: words('Red'), green: words('Green') }, { none: words('none') }),
  note: paragraph(words('Note')),
  is_locked: check(words('Locked')),
};
const path = '/parcels/{parcel}/sheds';
const done = ({ shed }: { shed: string }) => ({ to: `/sheds/${shed}` });

describe('a form made from a definition', () => {
  const enter = form(save, { path, fields, hidden: ['seen'], done });
  definePage({
    path,
    access: 'signed-in',
    texts: { title: words('Sheds') },
    actions: { enter },
    render: () => null,
  });
  const html = renderHtml(
    <LanguageProvider value="en">
      <enter.Form at={{ parcel: '7' }} values={{ title: 'Old', is_locked: true }} hidden={{ seen: 'v1' }}>
        <enter.title />
        <enter.colour />
        <enter.note hint={words('Anything')} />
        <enter.is_locked />
      </enter.Form>
    </LanguageProvider>,
  );

  it('takes its id from the page, its address from the path, and bounds from the input', () => {
    assert.match(html, /<form id="enter"[^>]* action="\/parcels\/7\/sheds"/);
    assert.match(html, /<input[^>]* name="title"[^>]* value="Old" required maxlength="80"/);
    assert.match(html, /<input type="hidden" name="seen" value="v1"/);
    assert.doesNotMatch(html.slice(html.indexOf('<textarea')), /^<textarea[^>]* required/);
    assert.match(html, /<textarea[^>]* maxlength="500"/);
    assert.match(html, /type="checkbox"[^>]* checked/);
  });

  it('sends what was typed under the names of the input, and for empty fields what the input takes', async () => {
    const sent: unknown[] = [];
    const request = {
      form: new URLSearchParams({ title: ' New ', colour: '', note: '', seen: 'v1', other: 'x' }),
      async call(definition: unknown, input: unknown) {
        sent.push(definition, input);
        return { shed: '9' };
      },
    } as unknown as FormRequest<'signed-in'>;
    assert.deepEqual(await enter.Action.perform({ parcel: '7' }, request), { to: '/sheds/9' });
    assert.deepEqual(sent, [
      save,
      { parcel: '7', title: 'New', colour: null, note: '', is_locked: false, seen: 'v1' },
    ]);
  });

  it('sends nothing for a field that the posted form did not have, where the input takes that', async () => {
    const sent: unknown[] = [];
    const request = {
      form: new URLSearchParams({ title: 'New' }),
      async call(_: unknown, input: unknown) {
        sent.push(input);
        return { shed: '9' };
      },
    } as unknown as FormRequest<'signed-in'>;
    await enter.Action.perform({ parcel: '7' }, request);
    assert.deepEqual(sent, [{ parcel: '7', title: 'New', note: '', is_locked: false }]);
  });

  it('sends an empty field on where the page needs it, and lets a refusal be answered otherwise', async () => {
    const correct = form(edit, {
      path,
      fields: { title: line(words('Title'), { required: true }), note: paragraph(words('Note')) },
      uploads: 'photographs',
      refused: async (refusal) => ({ to: `/sheds/${Object.keys(refusal.fields ?? {})}` }),
      done: () => ({ to: '/sheds' }),
    });
    const sent: unknown[] = [];
    const request = {
      form: new URLSearchParams({ title: ' ', note: '' }),
      async call(_: unknown, input: unknown) {
        sent.push(input);
        return refuse.invalid('title', words('Empty'));
      },
    } as unknown as FormRequest<'signed-in'>;
    assert.deepEqual(await correct.Action.perform({ parcel: '7' }, request), { to: '/sheds/title' });
    assert.deepEqual(sent, [{ parcel: '7', title: '' }]);
    assert.equal(correct.Action.photographs, true);
  });

  it('does not compile with a field that the input lacks, without one that it requires, or for another reply', () => {
    assert.throws(
      // @ts-expect-error The input has no such field.
      () => form(save, { path, fields: { ...fields, height: line(words('Height')) }, done }),
      /save_shed has no field height/,
    );
    const { title: _, ...untitled } = fields;
    const lacking = form(save, { path, fields: untitled, done });
    // @ts-expect-error The title is required and asked for nowhere.
    assert.ok(lacking.Form);
    // @ts-expect-error The reply has no such field.
    form(save, { path, fields, done: ({ barn }) => ({ to: barn }) });
    // @ts-expect-error The path needs the plot.
    assert.ok(<enter.Form at={{}} hidden={{ seen: '' }} />);
    // @ts-expect-error What is sent along has to be there.
    assert.ok(<enter.Form at={{ parcel: '7' }} />);
    // @ts-expect-error The value of this field is text.
    assert.ok(<enter.Form at={{ parcel: '7' }} hidden={{ seen: '' }} values={{ title: 7 }} />);
    assert.throws(
      // @ts-expect-error The fields are those of another definition.
      () => form(edit, { path, fields, done: () => ({ to: path }) }),
      /edit_shed has no field colour/,
    );
    form(save, { path: '/sheds', fields, given: () => ({ parcel: '7' }), done });
    const misgiven = form(save, { path: '/sheds', fields, given: () => ({ parcel: '7', barn: '8' }), done });
    // @ts-expect-error The input has no such field to be given.
    assert.ok(misgiven.Form);
  });
});
