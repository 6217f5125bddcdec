import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { list_motions } from '../../../../features/actions/list_motions.ts';
import { set_second_member } from '../../../../features/actions/set_second_member.ts';
import { show_second_member } from '../../../../features/actions/show_second_member.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { propose, texts as proposingTexts } from '../../page/proposing.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { motionTexts } from '../../words/motion-texts.ts';
import { texts as motionPageTexts } from './motion.tsx';

export const texts = {
  title: labels.secondMember,
  on: { en: 'Two members decide', ru: 'Решают двое' },
  onWhy: {
    en: 'A new boundary, files of plots, and removing somebody from the register or the board: one member proposes, another agrees to exactly that.',
    ru: 'Новая граница, файлы участков, снять с учёта или вывести из правления: один предлагает, другой соглашается именно на это.',
  },
  off: { en: 'One member decides alone', ru: 'Решает один' },
  offWhy: {
    en: 'The board may require two members for what is hard to undo: a new boundary, files of plots, removing somebody from the register or the board.',
    ru: 'Для того, что трудно исправить, правление может требовать согласия двоих: новая граница, файлы участков, снять с учёта или вывести из правления.',
  },
  rests: {
    en: 'You are alone on the board now, so you decide alone. When somebody joins you, two decide again.',
    ru: 'Сейчас вы в правлении одни и решаете сами. Как только придёт кто-то ещё, снова будут решать двое.',
  },
  alone: {
    en: 'For that the board needs another member.',
    ru: 'Для этого в правлении нужен ещё кто-нибудь.',
  },
  switchOn: { en: 'Require a second member', ru: 'Требовать согласия второго' },
  switchOff: { en: 'Let one decide again', ru: 'Снова решать по одному' },
  isOn: { en: 'From now on two members decide.', ru: 'Теперь решают двое.' },
  isOff: { en: 'From now on one member decides alone.', ru: 'Теперь решает один.' },
  open: { en: 'Waiting for a second member', ru: 'Ждёт второго' },
  none: { en: 'Nothing is waiting.', ru: 'Ничего не ждёт.' },
  answered: { en: 'Decided', ru: 'Решено' },
  you: { en: 'you proposed it', ru: 'предложили вы' },
} as const satisfies Record<string, Text>;

const switchOn = form(set_second_member, {
  path: paths.secondMember,
  isButton: true,
  given: () => ({ wanted: true }),
  done: (_, at) => ({ to: fillPath(paths.motions, at), notice: texts.isOn }),
});

const switchOff = form(set_second_member, {
  path: paths.singleMember,
  isButton: true,
  given: () => ({ wanted: false }),
  // Alone on the board one decides it alone, too.
  instead: (_, { settlement }, request) =>
    request.text('alone') === '1' ? undefined : propose('single_member', settlement, {}, request),
  done: (_, at) => ({ to: fillPath(paths.motions, at), notice: texts.isOff }),
});

type Motion = ReplyOf<typeof list_motions>['answered'][number];

export const motionsPage = definePage({
  path: paths.motions,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const before = isId(text('cursor')) ? text('cursor') : undefined;
    const [place, motions, second] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_motions, { settlement, before }),
      call(show_second_member, { settlement }),
    ]);
    return { ...place, ...motions, second };
  },
  actions: { switchOn, switchOff },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, open, answered, next, second }) => {
    const at = { settlement: settlement.slug };
    return (
      <Screen title={texts.title} parent={{ href: fillPath(paths.boardDesk, at), text: labels.boardDesk }}>
        {(second.isOn || open.length > 0) && (
          <ListCard heading={{ id: 'open', title: texts.open }} none={texts.none}>
            {open.map((motion) => (
              <MotionRow
                key={motion.id}
                motion={motion}
                isOwn={motion.isOwn}
                settlement={settlement.slug}
                clock={clock}
              />
            ))}
          </ListCard>
        )}
        <SecondMemberCard second={second} at={at} />
        {answered.length > 0 && (
          <ListCard heading={{ id: 'answered', title: texts.answered }}>
            {answered.map((motion) => (
              <MotionRow key={motion.id} motion={motion} settlement={settlement.slug} clock={clock} />
            ))}
          </ListCard>
        )}
        <Pager cursor={next} />
      </Screen>
    );
  },
});

function SecondMemberCard({
  second: { isOn, isNeeded, editors },
  at,
}: {
  readonly second: ReplyOf<typeof show_second_member>;
  readonly at: { readonly settlement: string };
}) {
  const isAlone = editors < 2;
  return (
    <Card heading={{ id: 'setting', title: isOn ? texts.on : texts.off }}>
      <p class="gap-below">{isOn ? texts.onWhy : texts.offWhy}</p>
      {isOn && isAlone && <Notice tone="warn">{texts.rests}</Notice>}
      {!isOn && isAlone && <p class="soft">{texts.alone}</p>}
      {isOn ? (
        <switchOff.Button at={at} kind="quiet" {...(isAlone && { hidden: { alone: '1' } })}>
          {texts.switchOff}
        </switchOff.Button>
      ) : (
        !isAlone && (
          <switchOn.Button at={at} icon="check">
            {texts.switchOn}
          </switchOn.Button>
        )
      )}
      {isNeeded && <p class="soft">{proposingTexts.why}</p>}
    </Card>
  );
}

function MotionRow({
  motion: { id, kind, subjectName, shown, proposerName, proposedAt, answer, answeredAt },
  isOwn = false,
  settlement,
  clock,
}: {
  readonly motion: Motion;
  readonly isOwn?: boolean;
  readonly settlement: string;
  readonly clock: Clock;
}) {
  const language = useLanguage();
  const about = subjectName ?? (typeof shown.file === 'string' ? shown.file : null);
  const when = formatRelativeTime((answeredAt ?? proposedAt).toISOString(), clock);
  const who = isOwn
    ? texts.you[language]
    : `${shortenName(proposerName)} ${motionPageTexts.proposes[language]}`;
  return (
    <Row
      icon={answer === null ? 'clock' : 'check'}
      title={[motionTexts[kind][language], about].filter(Boolean).join(': ')}
      line={[answer === null ? who : motionPageTexts[answer][language], when].join(' · ')}
      href={fillPath(paths.motion, { settlement, motion: id })}
    />
  );
}
