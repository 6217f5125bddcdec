import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_common_devices } from '../../../../features/actions/list_common_devices.ts';
import { name_keeper } from '../../../../features/actions/name_keeper.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CommonSensorRow } from '../../ui/common-devices.tsx';
import { List, ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.devices,
  line: {
    en: 'Shared by the village: every resident sees the readings',
    ru: 'Общие: показания видят все жители',
  },
  none: { en: 'The village has no devices yet', ru: 'Общих устройств пока нет' },
  noneWhy: {
    en: 'Pump, gate or main meter: the board connects them to a common plot.',
    ru: 'Насос, ворота, общий счётчик: правление подключает их к участку общего пользования.',
  },
  connect: labels.connect,
  connectTo: { en: 'Connect a device to plot', ru: 'Подключить устройство к участку' },
  noCommon: {
    en: 'First add a common plot: the village’s devices belong to it.',
    ru: 'Сначала добавьте участок общего пользования: общие устройства стоят на нём.',
  },
  keepers: { en: 'Who looks after them', ru: 'Кто за ними присматривает' },
  keepersWhy: {
    en: 'The board and these residents connect and set them up, and are told about alarms.',
    ru: 'Правление и эти жители подключают и настраивают их и узнают о тревогах.',
  },
  add: { en: 'Appoint', ru: 'Назначить' },
  whom: labels.resident,
  end: { en: 'Remove', ru: 'Снять' },
  named: { en: 'Appointed.', ru: 'Назначено.' },
  ended: {
    en: 'Removed. What they connected stays with the board.',
    ru: 'Снято. Подключённое остаётся за правлением.',
  },
} as const satisfies Record<string, Text>;

const name = form(name_keeper, {
  path: paths.nameKeeper,
  fields: { account: choice(texts.whom, {}) },
  given: () => ({ is_named: true }),
  done: (_, { settlement }) => ({ to: fillPath(paths.villageDevices, { settlement }), notice: texts.named }),
});

const end = form(name_keeper, {
  path: paths.endKeeper,
  isButton: true,
  given: () => ({ is_named: false }),
  done: (_, { settlement }) => ({ to: fillPath(paths.villageDevices, { settlement }), notice: texts.ended }),
});

export const villageDevicesPage = definePage({
  path: paths.villageDevices,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const { call } = pageRequest;
    const place = await loadSettlementContext(settlement, pageRequest);
    return { ...place, ...(await call(list_common_devices, { settlement })) };
  },
  actions: { name, end },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, membership, clock, sensors, keepers, plots, isKeeper, residents }) => {
    const { language } = clock;
    const address = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.settlement, address), text: settlement.name }}
        region="devices"
        live="devices"
      >
        <ListCard icon="device" none={texts.none} why={texts.noneWhy}>
          {sensors.map((sensor) => (
            <CommonSensorRow
              key={sensor.id ?? sensor.deviceName}
              sensor={sensor}
              clock={clock}
              mayType={isKeeper}
            />
          ))}
        </ListCard>
        {isKeeper && (
          <Card heading={{ id: 'connect', title: texts.connect }} flush>
            {plots.length === 0 && <p class="card-line soft">{texts.noCommon}</p>}
            <List>
              {plots.map(({ id, number }) => (
                <Row
                  key={id}
                  icon="plot"
                  title={`${texts.connectTo[language]} ${number}`}
                  href={`${paths.connectDevice}?${new URLSearchParams({ plot: id })}`}
                />
              ))}
            </List>
          </Card>
        )}
        {membership.isBoard && (
          <Card heading={{ id: 'keepers', title: texts.keepers }}>
            <div class="stack">
              <p class="small soft">{texts.keepersWhy}</p>
              <List>
                {keepers.map(({ account, name: called }) => (
                  <Row
                    key={account}
                    person={called}
                    title={called}
                    action={
                      <end.Button
                        at={{ ...address, account }}
                        kind="quiet"
                        compact
                        icon="remove"
                        about={called}
                      >
                        {texts.end}
                      </end.Button>
                    }
                  />
                ))}
              </List>
              {residents.length > 0 && (
                <name.Form at={address}>
                  <name.account
                    choices={residents.map((one) => ({
                      value: one.accountId,
                      label: `${one.name}, ${one.plotNumber}`,
                    }))}
                  />
                  <Button>{texts.add}</Button>
                </name.Form>
              )}
            </div>
          </Card>
        )}
      </Screen>
    );
  },
});
