import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { show_operation } from '../../../../features/actions/show_operation.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { BackupsCard } from '../../ui/backups-card.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Columns } from '../../ui/section.tsx';
import * as labels from '../../words/labels.ts';
import { DevicesCard } from './devices-card.tsx';
import { EmailsCard } from './emails-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { FindingsCards } from './findings-cards.tsx';
import { again, JobsCard } from './jobs-card.tsx';
import { ConfigFold, RolesCard, VersionsCard } from './program-cards.tsx';
import { SlowCard } from './slow-card.tsx';
import { StorageCard } from './storage-card.tsx';

export const texts = {
  title: { en: 'How it runs', ru: 'Как всё работает' },
  line: {
    en: 'What is broken, what waits, how much room is left. Nothing that people wrote is shown here.',
    ru: 'Что сломано, что ждёт и сколько места занято. Чужих писем и записей здесь нет.',
  },
} as const satisfies Record<string, Text>;

const maxSlow = 8;

async function loadOperation(pageRequest: PageRequest<'signed-in'>) {
  // The action refuses everybody but operators, before anything else is asked.
  const shown = await pageRequest.call(show_operation, {});
  const { doctor, failures, listSlowest, config, version, startedAt } = pageRequest.dependencies.process;
  return {
    ...shown,
    examination: await doctor.examine(),
    failures: failures.list(),
    slow: listSlowest(maxSlow),
    program: { config, version, startedAt, node: process.version },
    clock: utcClock(pageRequest),
  };
}

export const operatorPage = definePage({
  path: paths.operator,
  access: 'signed-in',
  texts,
  offline: false,
  load: (_, pageRequest) => loadOperation(pageRequest),
  actions: { again },
  render: (data) => (
    <Screen title={texts.title} line={texts.line} parent={{ href: paths.more, text: labels.more }}>
      <FindingsCards {...data.examination} clock={data.clock} />
      <Columns
        main={
          <>
            <JobsCard {...data.jobs} clock={data.clock} />
            <FailuresCard failures={data.failures} clock={data.clock} />
            <EmailsCard {...data.emails} clock={data.clock} />
            <DevicesCard kinds={data.devices} />
            <SlowCard operations={data.slow} />
          </>
        }
        side={
          <>
            <BackupsCard backups={data.backups} clock={data.clock} />
            <StorageCard {...data.storage} />
            <VersionsCard {...data.program} {...data.storage} clock={data.clock} />
            <RolesCard roles={data.roles} />
            <ConfigFold config={data.program.config} />
          </>
        }
      />
    </Screen>
  ),
});
