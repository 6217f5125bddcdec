import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { StartStep } from '../../../domain/rules/board-start.ts';
import * as labels from '../words/labels.ts';
import { say } from './language-context.ts';
import { Notice } from './notice.tsx';

/** What is to be done for each of the first steps. */
export const startStepTexts = {
  plots: { en: 'Load plots', ru: 'Загрузить участки' },
  boundary: { en: 'Draw the boundary', ru: 'Провести границу' },
  board: { en: 'Add someone to the board', ru: 'Принять в правление' },
  people: { en: 'Add residents', ru: 'Вписать жителей' },
  codes: { en: 'Print codes', ru: 'Напечатать коды' },
  announcement: { en: 'Write it', ru: 'Написать' },
} as const satisfies Record<StartStep, Text>;

type Steps = readonly { readonly step: StartStep; readonly isDone: boolean }[];

/** On the board's page until every step is done or the list was put away. */
export function BoardStartCard({ settlement, steps }: { settlement: string; steps: Steps }) {
  const count = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Notice
      tone="plain"
      title={`${say(labels.firstSteps)}: ${count} / ${steps.length}`}
      link={{
        href: fillPath(paths.boardStart, { settlement }),
        text: next ? startStepTexts[next] : labels.firstSteps,
      }}
    />
  );
}
