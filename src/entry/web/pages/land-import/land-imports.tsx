import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { importKinds } from '../../../../domain/rules/land-import-states.ts';
import { import_land, namedSystems } from '../../../../features/actions/import_land.ts';
import { list_land_imports } from '../../../../features/actions/list_land_imports.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { texts as boardTexts } from '../board/board.tsx';
import { stateNames } from './import-texts.ts';

export const texts = {
  title: labels.plotsFromFile,
  line: {
    en: 'First you see what would become of each plot. Nothing changes before you agree.',
    ru: 'Сначала покажем, что станет с каждым участком. Пока не согласитесь, ничего не изменится.',
  },
  kind: { en: 'What is in the file', ru: 'Что в файле' },
  plots: { en: 'Plots of the village', ru: 'Участки посёлка' },
  plotsHint: { en: 'They become plots of the village at once', ru: 'Сразу станут участками посёлка' },
  land: { en: 'Land around', ru: 'Земля вокруг' },
  landHint: {
    en: 'To be added later, on the page of the boundary',
    ru: 'Добавите потом, на странице границы',
  },
  buildings: labels.buildings,
  buildingsHint: {
    en: 'Each goes to the plot it stands on; send the plots first',
    ru: 'Каждая встанет на свой участок; участки загрузите раньше',
  },
  file: labels.file,
  fileHint: {
    en: 'GeoJSON, KML, KMZ, a shapefile in one zip, or a table (CSV) of plots without outlines. Up to 4 MB.',
    ru: 'GeoJSON, KML, KMZ, шейп-файл в одном zip-архиве или таблица (CSV) участков без контуров. До 4\u00a0МБ.',
  },
  wrongPlace: { en: 'If the plots come out in the wrong place', ru: 'Если участки окажутся не на месте' },
  system: { en: 'Coordinate system', ru: 'Система координат' },
  auto: { en: 'As the file says', ru: 'Как указано в файле' },
  own: { en: 'By own parameters', ru: 'По своим параметрам' },
  parameters: { en: 'Parameters (PROJ)', ru: 'Параметры (PROJ)' },
  parametersHint: {
    en: 'Only for “by own parameters”. They begin with +proj=',
    ru: 'Только для «по своим параметрам». Начинаются с +proj=',
  },
  look: { en: 'Look what is in it', ru: 'Проверить файл' },
  latest: { en: 'Latest files', ru: 'Недавние файлы' },
} as const satisfies Record<string, Text>;

export const landImportsPage = definePage({
  path: paths.landImports,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const [place, imports] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_land_imports, { settlement }),
    ]);
    return { ...place, imports };
  },
  actions: {
    send: {
      path: paths.landImports,
      body: 'land',
      strictRateLimit: true,
      file: true,
      async perform({ settlement }, { call, form, findUploadedFile }) {
        const file = findUploadedFile('file');
        const sent = await call(import_land, {
          settlement,
          kind: form.get('kind') ?? '',
          file_name: file?.name ?? '',
          file: file?.bytes.toString('base64') ?? '',
          system: form.get('system') ?? 'auto',
          parameters: form.get('parameters') ?? '',
        });
        return { to: fillPath(paths.landImport, { settlement, import: sent.import }) };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, imports }, { language }) => {
    const at = { settlement: settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.line}
          parent={{ href: fillPath(paths.board, at), text: boardTexts.title }}
        />
        <div class="stack">
          <Form id="send" action={fillPath(paths.landImports, at)} multipart>
            <RadioCards
              name="kind"
              label={texts.kind}
              value="plots"
              choices={importKinds.map((kind) => ({
                value: kind,
                label: texts[kind],
                hint: texts[`${kind}Hint`][language],
              }))}
            />
            <FileField
              name="file"
              label={texts.file}
              hint={texts.fileHint}
              accept=".geojson,.json,.kml,.kmz,.zip,.csv,.txt"
            />
            <Fold title={texts.wrongPlace}>
              <SelectField
                name="system"
                label={texts.system}
                choices={[
                  { value: 'auto', label: texts.auto },
                  ...namedSystems.map(({ id, name }) => ({ value: id, label: name })),
                  { value: 'own', label: texts.own },
                ]}
              />
              <TextField
                name="parameters"
                label={texts.parameters}
                hint={texts.parametersHint}
                optional="unsaid"
                maxLength={400}
              />
            </Fold>
            <Button icon="eye">{texts.look}</Button>
          </Form>
          {imports.length > 0 && (
            <Card heading={{ id: 'latest', title: texts.latest }} flush>
              <List>
                {imports.map(({ id, kind, fileName, state, createdAt }) => (
                  <Row
                    key={id}
                    icon="plot"
                    title={fileName || texts[kind][language]}
                    line={[
                      texts[kind][language],
                      stateNames[state][language],
                      formatRelativeTime(createdAt.toISOString(), clock),
                    ].join(' · ')}
                    href={fillPath(paths.landImport, { ...at, import: id })}
                  />
                ))}
              </List>
            </Card>
          )}
        </div>
      </>
    );
  },
});
