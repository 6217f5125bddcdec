import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { fromWire } from '../../../../engines/geometry/rings/points.ts';
import { refuse_motion } from '../../../../features/actions/refuse_motion.ts';
import { second_motion } from '../../../../features/actions/second_motion.ts';
import { show_motion } from '../../../../features/actions/show_motion.ts';
import { withdraw_motion } from '../../../../features/actions/withdraw_motion.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { Requester, readReason } from '../../ui/decision.tsx';
import { DecisionScreen } from '../../ui/decision-screen.tsx';
import { Plan } from '../../ui/plan.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { motionTexts } from '../../words/motion-texts.ts';
import { MotionFacts } from './motion-facts.tsx';

export const texts = {
  title: labels.secondMember,
  agree: { en: 'Agree', ru: 'Согласиться' },
  refuse: labels.refuseIt,
  refuseTitle: { en: 'Refuse with a reason', ru: 'Отказать с причиной' },
  note: {
    en: 'If you agree, exactly this is done at once. Whoever proposed it will be told.',
    ru: 'Если согласитесь, именно это будет сделано сразу. Предложившему сообщим.',
  },
  proposes: { en: 'proposes this', ru: 'предлагает' },
  waits: { en: 'Waiting for another member of the board', ru: 'Ждёт другого члена правления' },
  seconded: { en: 'A second member agreed', ru: 'Второй член правления согласился' },
  refused: { en: 'A second member refused', ru: 'Второй член правления отказал' },
  withdrawn: { en: 'Withdrawn', ru: 'Отозвано' },
  outdated: { en: 'Not needed any more', ru: 'Больше не нужно' },
  withdraw: labels.withdraw,
  isWithdrawn: { en: 'Withdrawn. Nothing has changed.', ru: 'Отозвано. Ничего не изменилось.' },
  isSeconded: { en: 'You agreed. It is done.', ru: 'Вы согласились. Сделано.' },
  isStarted: {
    en: 'You agreed. The file is being imported; the result will be shown here.',
    ru: 'Вы согласились. Файл загружается; здесь видно, что получится.',
  },
  isRefused: {
    en: 'Refused. Whoever proposed it has been told why.',
    ru: 'Отказано. Предложившему сообщили причину.',
  },
  toFile: labels.whatIsInFile,
  plan: { en: 'The boundary now and the new one', ru: 'Граница сейчас и новая' },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'Let us talk about it at the next meeting first.', ru: 'Давайте сначала обсудим на собрании.' },
  {
    en: 'There is a mistake in it: please look again.',
    ru: 'Здесь ошибка: посмотрите, пожалуйста, ещё раз.',
  },
] as const satisfies readonly Text[];

type Names = { settlement: string; motion: string };

async function loadMotion(names: Names, pageRequest: PageRequest) {
  if (!isId(names.motion)) refuse.notFound('motion');
  const [place, motion] = await Promise.all([
    loadSettlementContext(names.settlement, pageRequest),
    pageRequest.call(show_motion, names),
  ]);
  const land = motion.ring ? await pageRequest.dependencies.landReader.read(place.settlement.id) : null;
  return { ...place, motion, land };
}

async function decideMotion(names: Names, { call, form, text }: FormRequest): Promise<ActionResult> {
  const here = fillPath(paths.motion, names);
  if (text('decision') === 'accept') {
    const { kind, import: file } = await call(second_motion, names);
    const { settlement } = names;
    return kind === 'land_import' && file !== null
      ? { to: fillPath(paths.landImport, { settlement, import: file }), notice: texts.isStarted }
      : { to: here, notice: texts.isSeconded };
  }
  await call(refuse_motion, { ...names, reason: readReason(form) ?? '' });
  return { to: here, notice: texts.isRefused };
}

const withdraw = form(withdraw_motion, {
  path: paths.withdrawMotion,
  isButton: true,
  done: (_, names) => ({ to: fillPath(paths.motion, names), notice: texts.isWithdrawn }),
});

export const motionPage = definePage({
  path: paths.motion,
  access: 'signed-in',
  texts,
  load: loadMotion,
  actions: { decide: { path: paths.motion, perform: decideMotion }, withdraw },
  head: ({ motion }, { language }) => ({
    width: 'narrow',
    title: motionTexts[motion.kind][language],
    scripts: ['reason.js', 'keys.js'],
  }),
  render: ({ settlement, clock, motion, land }, { language }) => {
    const at = { settlement: settlement.slug, motion: motion.id };
    const { answer, answererName, answeredAt, isOpen, mayAnswer, whyNot } = motion;
    const answered = {
      isAccepted: answer === 'seconded',
      title: texts[answer ?? 'outdated'],
      details: [
        answererName,
        answeredAt && formatRelativeTime(answeredAt.toISOString(), clock),
        motion.reason,
      ],
    };
    return (
      <DecisionScreen
        title={motionTexts[motion.kind]}
        parent={{ href: fillPath(paths.motions, at), text: texts.title }}
        since={motion.proposedAt.toISOString()}
        clock={clock}
        isOpen={isOpen}
        outcome={
          isOpen ? (mayAnswer ? null : { title: texts.waits, details: [whyNot?.[language]] }) : answered
        }
        action={fillPath(paths.motion, at)}
        accept={texts.agree}
        refuse={texts.refuse}
        refuseTitle={texts.refuseTitle}
        reasons={reasons}
        note={texts.note}
        about={
          <>
            <Requester
              name={motion.proposerName}
              about={`${texts.proposes[language]} · ${formatRelativeTime(motion.proposedAt.toISOString(), clock)}`}
            />
            <MotionFacts
              motion={motion}
              clock={clock}
              file={
                motion.landImportId && {
                  href: fillPath(paths.landImport, { ...at, import: motion.landImportId }),
                  text: texts.toFile,
                }
              }
            />
            {land && motion.ring && (
              <Plan
                id="difference"
                title={texts.plan}
                land={land}
                next={fromWire(motion.ring)}
                boundaryChange={{ coming: new Set(), leaving: new Set() }}
                own={[]}
                ownText={labels.plot[language]}
              />
            )}
            {isOpen && motion.mayWithdraw && (
              <withdraw.Button at={at} kind="quiet" icon="undo">
                {texts.withdraw}
              </withdraw.Button>
            )}
          </>
        }
      />
    );
  },
});
