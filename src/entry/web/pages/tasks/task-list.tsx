import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import {
  dayGroups,
  findDayGroup,
  formatTaskLine,
  mayFinishTask,
  sortByDueDay,
  type TaskEntry,
} from '../../words/format-tasks.ts';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  overdue: { en: 'Overdue', ru: 'Просрочено' },
  today: labels.today,
  tomorrow: { en: 'Tomorrow', ru: 'Завтра' },
  week: { en: 'This week', ru: 'На неделе' },
  later: labels.later,
  undated: { en: 'Without a day', ru: 'Без срока' },
  closed: { en: 'Done and cancelled', ru: 'Сделанные и отменённые' },
  done: labels.done,
} as const satisfies Record<string, Text>;

type TaskListProps = {
  readonly tasks: readonly TaskEntry[];
  readonly clock: Clock;
  readonly me: { readonly id: string; readonly isEditor: boolean };
  /** Page to return to after "Done". */
  readonly back: string;
};

/** Open tasks grouped by due date. */
export function TasksByDay({ tasks, clock, me, back }: TaskListProps) {
  const byDay = sortByDueDay(tasks);
  const groups = byDay.map(({ due_on }) => findDayGroup(due_on, clock));
  return (
    <>
      {dayGroups.map((group) => {
        const due = byDay.filter((_, index) => groups[index] === group);
        if (due.length === 0) return null;
        return (
          <ListCard key={group} heading={{ id: group, title: texts[group] }}>
            {due.map((task) => (
              <TaskRow key={task.id} task={task} clock={clock} me={me} back={back} />
            ))}
          </ListCard>
        );
      })}
    </>
  );
}

export function ClosedTasks({ tasks, clock, me, back }: TaskListProps) {
  return (
    <ListCard heading={{ id: 'closed', title: texts.closed }}>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} clock={clock} me={me} back={back} />
      ))}
    </ListCard>
  );
}

function TaskRow({ task, clock, me, back }: Omit<TaskListProps, 'tasks'> & { task: TaskEntry }) {
  const isLate = findDayGroup(task.due_on, clock) === 'overdue' && task.closed_at === null;
  return (
    <Row
      href={fillPath(paths.task, { task: task.id })}
      icon={task.kind === 'reminder' ? 'clock' : task.kind === 'report' ? 'flag' : 'tasks'}
      tone={isLate ? 'warn' : undefined}
      title={task.title}
      line={formatTaskLine(task, me.id, clock)}
      done={task.status === 'done' || task.status === 'cancelled'}
      action={
        mayFinishTask(task, me) && (
          <ButtonForm
            action={fillPath(paths.finishTask, { task: task.id })}
            hidden={{ to: back }}
            kind="quiet"
            compact
            icon="check"
            about={task.title}
          >
            {texts.done}
          </ButtonForm>
        )
      }
    />
  );
}
