import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { show_operation } from '../../../../features/actions/show_operation.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, List, ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import { formatUtc } from '../../words/format-utc.ts';
import * as labels from '../../words/labels.ts';
import { roleTexts } from '../../words/role-texts.ts';

export const texts = {
  versions: { en: 'Versions', ru: 'Версии' },
  program: { en: 'Program', ru: 'Программа' },
  schema: { en: 'Database schema', ru: 'Схема базы' },
  started: { en: 'Started', ru: 'Запущено' },
  instances: { en: 'Instances', ru: 'Экземпляров' },
  config: { en: 'Configuration', ru: 'Настройки запуска' },
  configLine: {
    en: 'From the environment; passwords and keys are not shown.',
    ru: 'Из переменных окружения; пароли и ключи не показываются.',
  },
  unset: { en: 'Not set', ru: 'Не задано' },
  change: { en: 'Give or remove', ru: 'Дать или снять' },
} as const satisfies Record<string, Text>;

type VersionsProps = ReplyOf<typeof show_operation>['storage'] & {
  version: string;
  node: string;
  startedAt: Date;
  clock: Clock;
};

export function VersionsCard(props: VersionsProps) {
  const { version, node, startedAt, postgresVersion, schema, instances, clock } = props;
  return (
    <Card heading={{ id: 'versions', title: texts.versions }}>
      <FactList
        facts={[
          [texts.program, version],
          ['Node', node.replace('v', '')],
          ['PostgreSQL', postgresVersion],
          [texts.schema, schema.replace('.sql', '')],
          [texts.instances, instances],
          [texts.started, formatUtc(startedAt.toISOString(), clock)],
        ]}
      />
    </Card>
  );
}

const maxHolders = 20;

export function RolesCard({ roles }: Pick<ReplyOf<typeof show_operation>, 'roles'>) {
  const language = useLanguage();
  return (
    <ListCard
      heading={{
        id: 'roles',
        title: labels.roles,
        link: { href: paths.platformRoles, text: texts.change },
      }}
    >
      {roles.slice(0, maxHolders).map(({ id, name, isModerator, isOperator }) => (
        <Row
          key={id}
          person={name}
          title={name}
          line={[
            isOperator && roleTexts.operator.name[language],
            isModerator && roleTexts.moderator.name[language],
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </ListCard>
  );
}

export function ConfigFold({ config }: { config: readonly { name: string; value: string }[] }) {
  const language = useLanguage();
  const unset = config.filter(({ value }) => value === '').map(({ name }) => name);
  return (
    <Fold title={texts.config}>
      <p class="small soft">{texts.configLine}</p>
      <List>
        {config
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => (
            <Row key={name} title={name} line={value} />
          ))}
      </List>
      <p class="small soft">{`${texts.unset[language]}: ${unset.join(', ')}`}</p>
    </Fold>
  );
}
