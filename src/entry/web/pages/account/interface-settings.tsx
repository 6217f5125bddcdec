import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { save_interface_settings } from '../../../../features/operations/user/save_interface_settings.ts';
import { show_interface_settings } from '../../../../features/operations/user/show_interface_settings.ts';
import { definePage, submitTo } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards, SwitchField } from '../../ui/choice.tsx';
import { type Choice, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { skins } from '../../ui/shell.tsx';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { AccountHead } from './account-layout.tsx';
export const texts = {
  title: { en: 'How it looks', ru: 'Внешний вид' },
  header: { en: 'Keep the header in sight while scrolling', ru: 'Оставлять шапку на виду при прокрутке' },
  sidebar: { en: 'Keep the side menu in sight', ru: 'Оставлять боковое меню на виду' },
  width: { en: 'Width of the assistant panel, pixels', ru: 'Ширина панели помощника, точек' },
  widthHint: { en: 'From 360 to 720. Empty: as usual.', ru: 'От 360 до 720. Пусто\u00a0— как обычно.' },
  skin: { en: 'Colours', ru: 'Цвета' },
  device: { en: 'As on my device', ru: 'Как на моём устройстве' },
  light: { en: 'Light', ru: 'Светлые' },
  dark: { en: 'Dark', ru: 'Тёмные' },
  cool: { en: 'Cool, without the yellow of paper', ru: 'Холодные, без желтизны' },
  contrast: { en: 'Strong contrast', ru: 'Повышенный контраст' },
  objects: { en: 'Show the things on a plot', ru: 'Показывать вещи на участке' },
  usual: { en: 'As usual', ru: 'Как обычно' },
  table: { en: 'As a table', ru: 'Таблицей' },
  tiles: { en: 'As tiles', ru: 'Плиткой' },
  save: labels.save,
} as const satisfies Record<string, Text>;

export type InterfaceSettingsData = {
  readonly sticky_header: boolean;
  readonly sticky_sidebar: boolean;
  readonly assistant_width: number | null;
  readonly skin: string | null;
  readonly objects_view: string | null;
};

export const interfacePage = definePage({
  path: paths.interface,
  access: 'signed-in',
  texts,
  load: async (_, { call }): Promise<InterfaceSettingsData> => call(show_interface_settings, {}),
  actions: {
    interface: submitTo(save_interface_settings, {
      path: paths.interface,
      read: (form) => ({
        sticky_header: form.get('sticky_header') === 'true',
        sticky_sidebar: form.get('sticky_sidebar') === 'true',
        assistant_width: form.get('assistant_width') || null,
        skin: form.get('skin') || null,
        objects_view: form.get('objects_view') || null,
      }),
      done: () => ({ to: paths.interface, notice: savedText }),
    }),
  },
  head: () => ({ width: 'narrow' }),
  render: (data) => (
    <>
      <AccountHead title={texts.title} />
      <Card>
        <Form id="interface" action={paths.interface}>
          <RadioCards name="skin" label={texts.skin} value={data.skin ?? ''} choices={listSkins(data.skin)} />
          <SelectField
            name="objects_view"
            label={texts.objects}
            value={data.objects_view ?? ''}
            choices={[
              { value: '', label: texts.usual },
              { value: 'table', label: texts.table },
              { value: 'tiles', label: texts.tiles },
            ]}
          />
          <SwitchField name="sticky_header" label={texts.header} checked={data.sticky_header} />
          <SwitchField name="sticky_sidebar" label={texts.sidebar} checked={data.sticky_sidebar} />
          <TextField
            name="assistant_width"
            label={texts.width}
            hint={texts.widthHint}
            value={data.assistant_width === null ? '' : String(data.assistant_width)}
            inputMode="numeric"
            optional
          />
          <Button>{texts.save}</Button>
        </Form>
      </Card>
    </>
  ),
});

function listSkins(chosen: string | null): Choice[] {
  const known = [
    { value: '', label: texts.device },
    ...skins.map((value) => ({ value, label: texts[value] })),
  ];
  // A skin set through the API stays selectable: saving this form must not lose it.
  const isKnown = chosen === null || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}
