import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { show_operation } from '../../../../features/actions/show_operation.ts';
import { Card } from '../../ui/card.tsx';
import { Table } from '../../ui/table.tsx';
import { isKind, kindTexts } from '../../words/connection-kinds.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  none: { en: 'No device is connected.', ru: 'Ни одного устройства не подключено.' },
  byKind: { en: 'By kind', ru: 'По видам' },
  connections: { en: 'Connected', ru: 'Подключено' },
  failing: { en: 'Failing', ru: 'Не отвечают' },
  reason: { en: 'Mostly because', ru: 'Чаще всего' },
} as const satisfies Record<string, Text>;

export function DevicesCard({ kinds }: { kinds: ReplyOf<typeof show_operation>['devices'] }) {
  return (
    <Card heading={{ id: 'devices', title: labels.devices }}>
      {kinds.length === 0 ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <Table
          caption={texts.byKind}
          columns={[
            { title: labels.kind },
            { title: texts.connections, number: true },
            { title: texts.failing, number: true },
            { title: texts.reason },
          ]}
          rows={kinds.map(({ provider, connections, failing, reason }) => [
            isKind(provider) ? kindTexts[provider].title : provider,
            connections,
            failing,
            reason,
          ])}
        />
      )}
    </Card>
  );
}
