import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { list_sanctions } from '../../../../features/actions/list_sanctions.ts';
import type { DescribedSanction } from '../../../../features/actions/sanction-description.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { loadClock, utcClock } from '../../server/settlement-clock.ts';
import type { Words } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatPlace, formatState, sanctionKindTexts } from '../../words/sanction-texts.ts';

export const texts = {
  own: { en: 'Decisions about me', ru: 'Решения обо мне' },
  ownLine: { en: 'Warnings and limits after reports', ru: 'Предупреждения и запреты по жалобам' },
  board: labels.decisionsAboutPeople,
  boardLine: { en: 'What the board imposed after reports', ru: 'Что правление решило по жалобам' },
  platform: labels.decisionsAboutPeople,
  platformLine: { en: 'Appeals first', ru: 'Сначала обжалования' },
  appeals: { en: 'Appeals waiting', ru: 'Ждут рассмотрения' },
  all: { en: 'All of them', ru: 'Все' },
  none: { en: 'Nothing has been decided', ru: 'Решений нет' },
  ownNone: {
    en: 'If the board or the moderators ever warn you or stop you from writing, you will see it here, with the reason and how to appeal.',
    ru: 'Если правление или модераторы вынесут предупреждение или запретят писать, это будет здесь — с причиной и возможностью обжаловать.',
  },
  othersNone: {
    en: 'From a report you can warn a person, stop them from writing or end their rights in the village.',
    ru: 'Из жалобы можно предупредить человека, запретить ему писать или лишить прав в посёлке.',
  },
} as const satisfies Record<string, Text>;

type ListProps = {
  readonly sanctions: readonly DescribedSanction[];
  readonly clock: Clock;
  readonly why: Text;
  readonly heading?: { readonly id: string; readonly title: Words };
};

function SanctionList({ sanctions, clock, why, heading }: ListProps) {
  return (
    <ListCard heading={heading} icon="check" none={texts.none} why={why}>
      {sanctions.map((each) => (
        <Row
          key={each.id}
          icon={each.kind === 'warning' ? 'alert' : 'lock'}
          title={sanctionKindTexts[each.kind]}
          line={[each.forDeciders?.person, formatPlace(each, clock), formatState(each, clockOf(each, clock))]
            .filter(Boolean)
            .join(' · ')}
          href={fillPath(paths.sanction, { sanction: each.id })}
        />
      ))}
    </ListCard>
  );
}

/** Of the village, as on the page of each. */
const clockOf = ({ timeZone }: DescribedSanction, clock: Clock): Clock =>
  timeZone === null ? clock : { ...clock, timeZone };

const readCursor = ({ text }: Pick<PageRequest, 'text'>) =>
  isId(text('cursor')) ? { before: text('cursor') } : {};

export const ownSanctionsPage = definePage({
  path: paths.ownSanctions,
  access: 'signed-in',
  texts: { ...texts, title: texts.own },
  offline: false,
  async load(_, pageRequest) {
    const found = await pageRequest.call(list_sanctions, { of: 'person', ...readCursor(pageRequest) });
    return { ...found, clock: await loadClock(pageRequest) };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ sanctions, next, clock }) => (
    <Screen title={texts.own} line={texts.ownLine} parent={{ href: paths.more, text: labels.more }}>
      <SanctionList sanctions={sanctions} clock={clock} why={texts.ownNone} />
      <Pager cursor={next} />
    </Screen>
  ),
});

export const boardSanctionsPage = definePage({
  path: paths.boardSanctions,
  access: 'signed-in',
  texts: { ...texts, title: texts.board },
  offline: false,
  async load({ settlement }, pageRequest) {
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_sanctions, { of: 'board', settlement, ...readCursor(pageRequest) }),
    ]);
    return { ...place, ...found };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, sanctions, next, clock }) => (
    <Screen
      title={texts.board}
      line={texts.boardLine}
      parent={{ href: fillPath(paths.board, { settlement: settlement.slug }), text: labels.board }}
    >
      <SanctionList sanctions={sanctions} clock={clock} why={texts.othersNone} />
      <Pager cursor={next} />
    </Screen>
  ),
});

export const platformSanctionsPage = definePage({
  path: paths.platformSanctions,
  access: 'moderator',
  texts: { ...texts, title: texts.platform },
  offline: false,
  async load(_, pageRequest) {
    const found = await pageRequest.call(list_sanctions, { of: 'platform', ...readCursor(pageRequest) });
    return { ...found, clock: utcClock(pageRequest) };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ sanctions, appeals, next, clock }) => (
    <Screen
      title={texts.platform}
      line={texts.platformLine}
      parent={{ href: paths.platform, text: labels.platform }}
    >
      {appeals.length > 0 && (
        <SanctionList
          sanctions={appeals}
          clock={clock}
          why={texts.othersNone}
          heading={{ id: 'appeals', title: texts.appeals }}
        />
      )}
      <SanctionList
        sanctions={sanctions}
        clock={clock}
        why={texts.othersNone}
        heading={{ id: 'all', title: texts.all }}
      />
      <Pager cursor={next} />
    </Screen>
  ),
});
