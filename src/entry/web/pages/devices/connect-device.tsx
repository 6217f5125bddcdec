import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { connect_device } from '../../../../features/operations/device/connect_device.ts';
import { list_my_parcels } from '../../../../features/operations/parcel/list_my_parcels.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { Steps } from '../../ui/timeline.tsx';
import { isKind, type KindName, kindNames, kindTexts } from '../../words/connection-kinds.ts';
import * as labels from '../../words/labels.ts';
import { ConnectFields } from './connect-fields.tsx';
import { readSettings } from './connection-settings.ts';
import { ConnectionTest, ConnectionTestResult } from './connection-test-result.tsx';
import { mapConnectionFields } from './form-refusals.ts';
import { parseSample } from './json-sample.ts';
import { sealSecret, unsealSecret } from './sealed-secret.ts';

export const texts = {
  title: { en: 'Connect a device', ru: 'Подключить устройство' },
  kinds: { en: 'What are you connecting?', ru: 'Что подключаем' },
  settings: { en: 'Settings', ru: 'Настройки' },
  trial: { en: 'Test', ru: 'Проверка' },
  other: { en: 'Another kind', ru: 'Выбрать другое' },
  name: labels.whatToCallIt,
  nameHint: { en: 'For example: Pump house, Bathhouse.', ru: 'Например: Скважина, Баня.' },
  parcel: { en: 'On which plot', ru: 'На каком участке' },
  try: labels.tryIt,
  save: labels.save,
  tryNote: {
    en: 'The test takes up to half a minute and saves nothing.',
    ru: 'Проверка занимает до полуминуты и ничего не сохраняет.',
  },
  saved: {
    en: 'Connected. The first readings will arrive within a minute or two.',
    ru: 'Подключено. Первые показания придут через минуту-другую.',
  },
  savedPush: {
    en: 'Connected. Now set up the device.',
    ru: 'Подключено. Осталось настроить само устройство.',
  },
  noPlot: { en: 'First, a plot', ru: 'Сначала участок' },
  noPlotWhy: {
    en: 'Only people the board has confirmed on a plot can connect devices to it.',
    ru: 'Подключать могут те, кого правление подтвердило на участке.',
  },
  today: { en: 'Back to today', ru: 'На главную' },
} as const satisfies Record<string, Text>;

export const connectDevicePage = definePage({
  path: paths.connectDevice,
  access: 'signed-in',
  secret: true,
  texts,
  missing: {
    name: { en: 'Write what the device is called.', ru: 'Напишите, как называется устройство.' },
  },
  async load(_, { call, text, formResult, findParcel }) {
    const { data: own } = await call(list_my_parcels, {});
    const kind = text('kind');
    const common = text('plot') && (await findParcel(text('plot')));
    // A plot of the whole settlement, for whoever looks after its devices.
    const parcels = common
      ? [{ parcel_id: common.id, plot_number: common.number, settlement_name: common.settlementName ?? '' }]
      : own;
    return {
      parcels,
      plot: common ? common.id : '',
      kind: isKind(kind) ? kind : null,
      trial: formResult instanceof ConnectionTest ? formResult : null,
      keptSecret: formResult instanceof ConnectionTest ? formResult.sealedSecret : text('kept_secret'),
    };
  },
  actions: {
    connect: {
      path: paths.connectDevice,
      body: 'text',
      perform: (_, pageRequest) => mapConnectionFields(submitConnection(pageRequest)),
    },
  },
  head: () => ({ width: 'narrow', scripts: ['copy.js'] }),
  render: ({ parcels, plot, kind, trial, keptSecret }, { language }) => {
    const step = kind === null ? 0 : trial ? 2 : 1;
    return (
      <>
        <PageHead
          title={kind === null ? texts.title : kindTexts[kind].title}
          parent={
            kind === null
              ? { href: paths.devices, text: labels.devices }
              : { href: paths.connectDevice, text: texts.other }
          }
        />
        {parcels.length === 0 ? (
          <EmptyState
            icon="plot"
            title={texts.noPlot}
            action={<LinkButton href={paths.today}>{texts.today}</LinkButton>}
          >
            {texts.noPlotWhy}
          </EmptyState>
        ) : (
          <div class="stack">
            <Steps
              steps={[labels.kind[language], texts.settings[language], texts.trial[language]]}
              at={step}
            />
            {kind === null && <Kinds plot={plot} />}
            {trial && <ConnectionTestResult trial={trial} />}
            {kind !== null && (
              <ConnectForm
                kind={kind}
                plot={plot}
                isTried={trial?.isOk ?? false}
                keptSecret={keptSecret}
                parcels={parcels.map(({ parcel_id, plot_number, settlement_name }) => ({
                  value: parcel_id,
                  label: `${plot_number}, ${settlement_name}`,
                }))}
              />
            )}
          </div>
        )}
      </>
    );
  },
});

function Kinds({ plot }: { plot: string }) {
  return (
    <ListCard heading={{ id: 'kinds', title: texts.kinds }}>
      {kindNames.map((kind) => (
        <Row
          key={kind}
          href={`${paths.connectDevice}?${new URLSearchParams({ kind, ...(plot && { plot }) })}`}
          icon={kindTexts[kind].icon}
          tone="green"
          title={kindTexts[kind].title}
          line={kindTexts[kind].line}
        />
      ))}
    </ListCard>
  );
}

type ConnectFormProps = {
  readonly plot: string;
  readonly kind: KindName;
  readonly isTried: boolean;
  readonly keptSecret: string;
  readonly parcels: readonly { readonly value: string; readonly label: string }[];
};

/** One form with two buttons, so that tested values are saved without typing them again. */
function ConnectForm({ kind, plot, isTried, keptSecret, parcels }: ConnectFormProps) {
  const [first] = parcels;
  return (
    <Card>
      <Form
        id="connect"
        action={paths.connectDevice}
        hidden={{
          kind,
          parcel: parcels.length === 1 ? first?.value : undefined,
          plot: plot || undefined,
          kept_secret: keptSecret || undefined,
        }}
      >
        {parcels.length > 1 && <SelectField name="parcel" label={texts.parcel} choices={parcels} />}
        <TextField
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          value={say(kindTexts[kind].name)}
          maxLength={100}
        />
        <ConnectFields kind={kind} hasKept={keptSecret !== ''} />
        <p class="small soft">{texts.tryNote}</p>
        <Buttons fill>
          {isTried && (
            <Button name="do" value="save">
              {texts.save}
            </Button>
          )}
          <Button name="do" value="try" kind={isTried ? 'quiet' : 'primary'}>
            {texts.try}
          </Button>
          {!isTried && (
            <Button name="do" value="save" kind="quiet">
              {texts.save}
            </Button>
          )}
        </Buttons>
      </Form>
    </Card>
  );
}

async function submitConnection({
  call,
  form,
  dependencies,
  session,
  text,
}: FormRequest<'signed-in'>): Promise<ActionResult | Rerender> {
  const kind = text('kind');
  if (!isKind(kind)) return refuse.notFound('address');
  const settings = readSettings(kind, form);
  const secret = text('secret') || unsealSecret(dependencies, session.id, text('kept_secret'), settings);
  const wish = {
    parcel: text('parcel'),
    provider: kind,
    name: text('name'),
    settings,
    ...(secret && { secret }),
  };
  if (text('do') === 'try') {
    const tried = await call(connect_device, { ...wish, dry_run: true });
    const mapped = settings.sensors as readonly { key: string }[] | undefined;
    const keys = kind === 'push' && mapped ? mapped.map(({ key }) => key) : null;
    return new Rerender(
      new ConnectionTest(tried, keys, secret ? sealSecret(dependencies, session.id, secret, settings) : ''),
    );
  }
  const { data, push } = await call(connect_device, wish);
  const to = fillPath(paths.deviceConnection, { connection: data.id });
  if (!push) return { to, notice: texts.saved };
  const sample = text('sample');
  return {
    to,
    notice: texts.savedPush,
    shown: {
      url: push.url,
      token: push.token ?? '',
      ...(sample.length <= 800 && { sample: JSON.stringify(parseSample(sample, 'sample')) }),
    },
  };
}
