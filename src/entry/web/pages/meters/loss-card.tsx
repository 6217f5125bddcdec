import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_board_meters } from '../../../../features/actions/list_board_meters.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatMonth } from '../../words/meter-texts.ts';
import { formatLoss } from './loss-texts.ts';

export const texts = {
  loss: { en: 'Main meter and plots', ru: 'Общий счётчик и участки' },
  unusual: {
    en: 'The difference is more than half as much again as usual: look for a leak or an illegal connection.',
    ru: 'Разница в полтора с лишним раза больше обычной: поищите утечку или чужое подключение.',
  },
  method: { en: 'How it is counted', ru: 'Как это посчитано' },
  methodText: {
    en: 'A month ends on the day readings are due. What a meter showed at the end of that day is taken from the straight line between the readings before and after it; if there is none on one side, the line goes on from a reading within a week. Readings more than two months apart are spread evenly and called an estimate.',
    ru: 'Месяц кончается днём, к которому собирают показания. Сколько счётчик показывал в конце этого дня, берётся по прямой между показаниями до и после него; если с одной стороны показаний нет, прямая продолжается, но не дальше недели. Если между показаниями больше двух месяцев, расход делится поровну и называется оценкой.',
  },
  month: labels.month,
  months: { en: 'The months before', ru: 'Прошлые месяцы' },
} as const satisfies Record<string, Text>;

type Board = ReplyOf<typeof list_board_meters>;

/** The loss of a month with what it leaves out, and of the months before. */
export function LossCard({ board, clock }: { board: Board; clock: Clock }) {
  const { language } = clock;
  const [now, ...before] = board.losses;
  if (now === undefined || (board.main.length === 0 && board.plots.length === 0)) return null;
  return (
    <Card heading={{ id: 'loss', title: texts.loss }}>
      <div class="stack">
        <p>{formatLoss(now, board.kind, language)}</p>
        {isUnusual(board.losses) && <Notice tone="warn">{texts.unusual}</Notice>}
        <Fold title={texts.months}>
          <Table
            caption={texts.months}
            columns={[{ title: texts.month }, { title: texts.loss }]}
            rows={before.map((one) => [
              formatMonth(one.month, language),
              formatLoss(one, board.kind, language),
            ])}
          />
        </Fold>
        <Fold title={texts.method}>
          <p>{texts.methodText}</p>
        </Fold>
      </div>
    </Card>
  );
}

/** Half as much again as the middle of the months before, of those that leave out no more than this one. */
function isUnusual([now, ...before]: Board['losses']): boolean {
  if (now?.loss === null || now?.loss === undefined || now.main === null) return false;
  const comparable = before.flatMap(({ loss, missing, unshared }) =>
    loss !== null && missing + unshared <= now.missing + now.unshared ? [loss] : [],
  );
  if (comparable.length < 3) return false;
  const usual = comparable.sort((one, other) => one - other)[Math.floor(comparable.length / 2)] ?? 0;
  return now.loss > 1.5 * Math.max(usual, 0.01 * now.main);
}
