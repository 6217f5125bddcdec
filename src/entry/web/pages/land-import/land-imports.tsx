import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { importKinds } from '../../../../domain/rules/land-import-states.ts';
import { import_land, namedSystems } from '../../../../features/actions/import_land.ts';
import { list_land_imports } from '../../../../features/actions/list_land_imports.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice, line, pickTexts } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { stateNames } from '../../words/land-import-texts.ts';

export const texts = {
  title: labels.plotsFromFile,
  line: {
    en: 'First you will see what would happen to each plot. Nothing changes until you agree.',
    ru: 'Сначала покажем, что станет с каждым участком. Пока не согласитесь, ничего не изменится.',
  },
  kind: labels.whatIsInFile,
  plots: { en: 'Plots of the village', ru: 'Участки посёлка' },
  plotsHint: { en: 'They become plots of the village at once', ru: 'Сразу станут участками посёлка' },
  land: { en: 'Land around', ru: 'Земля вокруг' },
  landHint: {
    en: 'To be added later, on the boundary page',
    ru: 'Добавите потом, на странице границы',
  },
  buildings: labels.buildings,
  buildingsHint: {
    en: 'Each belongs to the plot it stands on; import the plots first',
    ru: 'Каждая встанет на свой участок; участки загрузите раньше',
  },
  file: labels.file,
  fileHint: {
    en: 'A table (.xlsx, CSV) as the treasurer keeps it, GeoJSON, KML, KMZ, or a shapefile in one zip. Up to 4 MB.',
    ru: 'Таблица (.xlsx, CSV), какую ведёт казначей, GeoJSON, KML, KMZ или шейп-файл в одном zip-архиве. До 4\u00a0МБ.',
  },
  wrongPlace: { en: 'If the plots come out in the wrong place', ru: 'Если участки окажутся не на месте' },
  system: { en: 'Coordinate system', ru: 'Система координат' },
  auto: { en: 'As the file says', ru: 'Как указано в файле' },
  own: { en: 'By your own parameters', ru: 'По своим параметрам' },
  parameters: { en: 'Parameters (PROJ)', ru: 'Параметры (PROJ)' },
  parametersHint: {
    en: 'Only for “by your own parameters”. They begin with +proj=',
    ru: 'Только для «по своим параметрам». Начинаются с +proj=',
  },
  byHand: { en: 'Add by number, without a file', ru: 'Добавить по номерам, без файла' },
  look: { en: 'See what is in it', ru: 'Проверить файл' },
  latest: { en: 'Latest files', ru: 'Недавние файлы' },
} as const satisfies Record<string, Text>;

const send = form(import_land, {
  path: paths.landImports,
  strictRateLimit: true,
  uploads: 'file',
  fields: {
    kind: choice(texts.kind, pickTexts(texts, importKinds), {
      as: 'cards',
      hints: { plots: texts.plotsHint, land: texts.landHint, buildings: texts.buildingsHint },
    }),
    system: choice(texts.system, {
      auto: texts.auto,
      ...Object.fromEntries(namedSystems.map(({ id, name }) => [id, name])),
      own: texts.own,
    }),
    parameters: line(texts.parameters, { hint: texts.parametersHint, required: 'unsaid' }),
  },
  given(_, { findUploadedFile }) {
    const file = findUploadedFile('file');
    return { file_name: file?.name ?? '', file: file?.bytes.toString('base64') ?? '' };
  },
  done: (sent, { settlement }) => ({ to: fillPath(paths.landImport, { settlement, import: sent.import }) }),
});

export const landImportsPage = definePage({
  path: paths.landImports,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const cursor = pageRequest.text('cursor');
    const [place, { imports, next }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_land_imports, { settlement, ...(isId(cursor) && { before: cursor }) }),
    ]);
    return { ...place, imports, next };
  },
  actions: { send },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, imports, next }, { language }) => {
    const at = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.board, at), text: labels.board }}
        action={
          <LinkButton href={fillPath(paths.newPlots, at)} kind="quiet" icon="plus">
            {texts.byHand}
          </LinkButton>
        }
      >
        <send.Form at={at} values={{ kind: 'plots' }}>
          <send.kind />
          <FileField
            name="file"
            label={texts.file}
            hint={texts.fileHint}
            accept=".xlsx,.csv,.txt,.geojson,.json,.kml,.kmz,.zip"
          />
          <Fold title={texts.wrongPlace}>
            <send.system />
            <send.parameters />
          </Fold>
          <Button icon="eye">{texts.look}</Button>
        </send.Form>
        {imports.length > 0 && (
          <ListCard heading={{ id: 'latest', title: texts.latest }}>
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
          </ListCard>
        )}
        <Pager cursor={next} of={texts.latest} anchor="latest" />
      </Screen>
    );
  },
});
