import type { Text } from '../../../i18n/text.ts';
import { save_interface_settings } from '../../../operations/user/save_interface_settings.ts';
import { show_interface_settings } from '../../../operations/user/show_interface_settings.ts';
import { paths } from '../../../site/paths.ts';
import { definePage, submitTo } from '../../page.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { CheckField, type Choice, SelectField, TextField } from '../../ui/fields.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { saved } from '../../words/names.ts';

export const texts = {
  title: { en: 'Interface', ru: 'Внешний вид' },
  header: { en: 'Keep the header in sight while scrolling', ru: 'Оставлять шапку на виду при прокрутке' },
  sidebar: { en: 'Keep the side menu in sight', ru: 'Оставлять боковое меню на виду' },
  width: { en: 'Width of the assistant panel, pixels', ru: 'Ширина панели помощника, точек' },
  widthHint: { en: 'From 360 to 720. Empty: as usual.', ru: 'От 360 до 720. Пусто\u00a0— как обычно.' },
  skin: { en: 'Colours', ru: 'Цвета' },
  device: { en: 'As on my device', ru: 'Как на моём устройстве' },
  light: { en: 'Light', ru: 'Светлые' },
  dark: { en: 'Dark', ru: 'Тёмные' },
  objects: { en: 'Show the things on a plot', ru: 'Показывать вещи на участке' },
  usual: { en: 'As usual', ru: 'Как обычно' },
  table: { en: 'As a table', ru: 'Таблицей' },
  tiles: { en: 'As tiles', ru: 'Плиткой' },
  save: { en: 'Save', ru: 'Сохранить' },
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
  for: 'signed-in',
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
      done: () => ({ to: paths.interface, notice: saved }),
    }),
  },
  render: (data, view) => {
    const { language } = view;
    const skins: Choice[] = [
      { value: '', label: texts.device[language] },
      { value: 'light', label: texts.light[language] },
      { value: 'dark', label: texts.dark[language] },
    ];
    // A skin set by a program is kept: saving this form must not lose it.
    if (data.skin && !skins.some(({ value }) => value === data.skin)) {
      skins.push({ value: data.skin, label: data.skin });
    }
    return (
      <AccountFrame view={view} heading={texts.title[language]}>
        <Form id="interface" action={paths.interface} view={view}>
          <SelectField name="skin" label={texts.skin[language]} preset={data.skin ?? ''} choices={skins} />
          <SelectField
            name="objects_view"
            label={texts.objects[language]}
            preset={data.objects_view ?? ''}
            choices={[
              { value: '', label: texts.usual[language] },
              { value: 'table', label: texts.table[language] },
              { value: 'tiles', label: texts.tiles[language] },
            ]}
          />
          <TextField
            name="assistant_width"
            type="number"
            label={texts.width[language]}
            hint={texts.widthHint[language]}
            preset={data.assistant_width === null ? '' : String(data.assistant_width)}
            min={360}
            max={720}
            optional
          />
          <CheckField name="sticky_header" label={texts.header[language]} preset={data.sticky_header} />
          <CheckField name="sticky_sidebar" label={texts.sidebar[language]} preset={data.sticky_sidebar} />
          <Submit>{texts.save[language]}</Submit>
        </Form>
      </AccountFrame>
    );
  },
});
