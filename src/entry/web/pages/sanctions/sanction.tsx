import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { appeal_sanction } from '../../../../features/actions/appeal_sanction.ts';
import { decide_appeal } from '../../../../features/actions/decide_appeal.ts';
import { lift_sanction } from '../../../../features/actions/lift_sanction.ts';
import { show_sanction } from '../../../../features/actions/show_sanction.ts';
import { paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type FormRequest } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import {
  formatMoment,
  formatOffice,
  formatPlace,
  formatState,
  sanctionKindTexts,
} from '../../words/sanction-texts.ts';
import { texts as listTexts } from './sanction-lists.tsx';

export const texts = {
  title: { en: 'A decision about a person', ru: 'Решение о человеке' },
  why: labels.why,
  who: { en: 'Person', ru: 'Кому' },
  by: { en: 'Who decided', ru: 'Кто решил' },
  where: labels.where,
  when: { en: 'Decided', ru: 'Решили' },
  until: { en: 'Until', ru: 'До' },
  state: { en: 'Now', ru: 'Сейчас' },
  ended: { en: 'Lifted because', ru: 'Отменили, потому что' },
  may: {
    en: 'You can still read, download your data, withdraw your requests, leave or delete your account.',
    ru: 'Вы по-прежнему можете читать, скачать свои данные, отозвать свои заявки, уйти или удалить учётную запись.',
  },
  appeal: { en: 'Appeal', ru: 'Обжаловать' },
  appealWhy: {
    en: 'Once, to the moderators of the site. Somebody other than whoever decided will look at it, if there is anybody.',
    ru: 'Один раз, модераторам сайта. Рассмотрит не тот, кто решил, если есть кому.',
  },
  words: { en: 'What they should know', ru: 'Что им нужно знать' },
  sent: { en: 'Sent. You will be told what is decided.', ru: 'Отправили. О решении сообщим.' },
  appealed: { en: 'The appeal', ru: 'Обжалование' },
  waits: { en: 'Waiting for a moderator.', ru: 'Ждёт модератора.' },
  leftToAnother: {
    en: 'You decided this yourself: another moderator will look at the appeal.',
    ru: 'Решали вы сами: обжалование рассмотрит другой модератор.',
  },
  kept: { en: 'The decision stays', ru: 'Решение оставили' },
  lifted: { en: 'The decision was lifted', ru: 'Решение отменили' },
  keep: { en: 'Keep it', ru: 'Оставить' },
  lift: { en: 'Lift it', ru: 'Отменить' },
  reason: labels.reason,
  reasonHint: {
    en: 'The person will read it and, on an appeal, whoever decided as well.',
    ru: 'Прочтёт человек, а при обжаловании и тот, кто решил.',
  },
  decided: { en: 'Decided. Both sides have been told.', ru: 'Решили. Обеим сторонам сообщили.' },
  takenBack: { en: 'Lifted. The person has been told.', ru: 'Отменили. Человеку сообщили.' },
  notRestored: {
    en: 'Lifted. Some plots could not be given back: somebody else has them now.',
    ru: 'Отменили. Не все участки удалось вернуть: они уже за другими.',
  },
  report: { en: 'The report', ru: 'Жалоба' },
  reportWaits: {
    en: 'The report itself waits: hide what was written, or leave it',
    ru: 'Сама жалоба ещё ждёт: скройте написанное или оставьте',
  },
  decideReport: { en: 'Decide the report', ru: 'Решить жалобу' },
} as const satisfies Record<string, Text>;

type Sanction = ReplyOf<typeof show_sanction>;

const here = (names: { sanction: string }) => fillPath(paths.sanction, names);
/** Where it is decided. */
const reportPath = ({ office, settlement }: Sanction, report: string) =>
  office === 'platform' || settlement === null
    ? fillPath(paths.platformReport, { report })
    : fillPath(paths.report, { settlement: settlement.slug, report });
const reasonField = paragraph(texts.reason, { hint: texts.reasonHint, rows: 3 });

const appeal = form(appeal_sanction, {
  path: paths.appealSanction,
  fields: { words: paragraph(texts.words, { rows: 5 }) },
  done: (_, names) => ({ to: here(names), notice: texts.sent }),
});

const lift = form(lift_sanction, {
  path: paths.liftSanction,
  fields: { reason: reasonField },
  done: ({ left }, names) => ({ to: here(names), notice: left > 0 ? texts.notRestored : texts.takenBack }),
});

const readOutcome = (text: FormRequest['text']) => (text('decision') === 'lifted' ? 'lifted' : 'kept');

const decide = form(decide_appeal, {
  path: paths.sanction,
  fields: { reason: reasonField },
  given: (_, { text }) => ({ outcome: readOutcome(text) }),
  done: (_, names) => ({ to: here(names), notice: texts.decided }),
});

export const sanctionPage = definePage({
  path: paths.sanction,
  access: 'signed-in',
  texts,
  missing: {
    words: { en: 'Write what they should know.', ru: 'Напишите, что им нужно знать.' },
    reason: { en: 'Say why.', ru: 'Напишите почему.' },
  },
  offline: false,
  async load({ sanction }, pageRequest) {
    if (!isId(sanction)) refuse.notFound('sanction');
    const found = await pageRequest.call(show_sanction, { sanction });
    const clock = { ...utcClock(pageRequest), ...(found.timeZone && { timeZone: found.timeZone }) };
    return { found, clock, isModerator: pageRequest.session.isModerator };
  },
  actions: { appeal, lift, decide },
  head: ({ found }, { language }) => ({ width: 'narrow', title: sanctionKindTexts[found.kind][language] }),
  render: ({ found, clock, isModerator }) => {
    const at = { sanction: found.id };
    return (
      <Screen
        title={sanctionKindTexts[found.kind]}
        line={formatState(found, clock)}
        parent={
          found.isOwn
            ? { href: paths.ownSanctions, text: listTexts.own }
            : isModerator || found.settlement === null
              ? { href: paths.platformSanctions, text: listTexts.platform }
              : {
                  href: fillPath(paths.boardSanctions, { settlement: found.settlement.slug }),
                  text: listTexts.board,
                }
        }
      >
        {found.forDeciders?.report && found.mayDecideReport && (
          <Notice
            tone="warn"
            title={texts.reportWaits}
            link={{ href: reportPath(found, found.forDeciders.report), text: texts.decideReport }}
          />
        )}
        <Facts found={found} clock={clock} />
        {found.isOwn && found.isStanding && found.kind !== 'warning' && <p class="soft">{texts.may}</p>}
        <Appeal found={found} />
        {found.mayAppeal && (
          <Card heading={{ id: 'appealing', title: texts.appeal }}>
            <p class="small soft gap-below">{texts.appealWhy}</p>
            <appeal.Form at={at} draft>
              <appeal.words />
              <Button>{labels.send}</Button>
            </appeal.Form>
          </Card>
        )}
        {found.mayDecideAppeal && (
          <Card>
            <decide.Form at={at}>
              <decide.reason />
              <Buttons>
                <Button name="decision" value="kept">
                  {texts.keep}
                </Button>
                <Button name="decision" value="lifted" kind="quiet">
                  {texts.lift}
                </Button>
              </Buttons>
            </decide.Form>
          </Card>
        )}
        {found.mayLift && !found.mayDecideAppeal && found.kind !== 'warning' && (
          <Card heading={{ id: 'lifting', title: texts.lift }}>
            <lift.Form at={at}>
              <lift.reason />
              <Button kind="quiet">{texts.lift}</Button>
            </lift.Form>
          </Card>
        )}
      </Screen>
    );
  },
});

function Facts({ found, clock }: { found: Sanction; clock: Clock }) {
  const { forDeciders } = found;
  const by = [formatOffice(found, clock), forDeciders?.by].filter(Boolean).join(' · ');
  const rows = [
    [texts.who, forDeciders?.person],
    [texts.why, found.reason],
    [texts.where, formatPlace(found, clock)],
    [texts.by, by],
    [texts.when, formatMoment(found.imposedAt, clock)],
    [texts.until, found.until && formatMoment(found.until, clock)],
    [texts.ended, found.endReason],
  ] as const;
  return (
    <Card>
      <dl class="facts">
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name.en}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {forDeciders?.report && (
        <p class="small gap-top">
          <a href={fillPath(paths.task, { task: forDeciders.report })}>{texts.report}</a>
        </p>
      )}
    </Card>
  );
}

function Appeal({ found }: { found: Sanction }) {
  if (found.appeal === null) return null;
  return (
    <Card heading={{ id: 'appealed', title: texts.appealed }}>
      <p class="quote-line">{found.appeal}</p>
      {found.appealOutcome ? (
        <Notice tone="plain" title={texts[found.appealOutcome]}>
          {found.appealReason}
        </Notice>
      ) : (
        <p class="small soft gap-top">{found.isLeftToAnother ? texts.leftToAnother : texts.waits}</p>
      )}
    </Card>
  );
}
