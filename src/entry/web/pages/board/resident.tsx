import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { list_former_residents } from '../../../../features/actions/list_former_residents.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { show_person } from '../../../../features/actions/show_person.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { endingKindTexts, formatStay } from '../../words/ending-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as membersTexts } from './board-members.tsx';
import { texts as endTexts } from './end-person.tsx';
import { PlotHistory, SuccessorCard } from './former-rows.tsx';
import { LikelySame, part, texts as sameTexts } from './likely-same.tsx';
import { texts as personTexts, remove } from './person.tsx';
import { PersonFacts } from './person-facts.tsx';
import { CardFields, cardFields, fillCard, missing } from './person-form.tsx';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: labels.resident,
  email: labels.email,
  since: { en: 'Recorded', ru: 'Записан' },
  role: { en: 'Who they are here', ru: 'Кто здесь' },
  save: labels.save,
  saved: labels.saved,
  isEnded: { en: 'No longer recorded here', ru: 'Здесь больше не записан' },
  waits: { en: 'This claim is still waiting', ru: 'Это заявка, она ждёт решения' },
  toClaim: { en: 'Decide', ru: 'Решить' },
  removeCard: { en: 'Delete the card', ru: 'Удалить карточку' },
  removeCardWhy: {
    en: 'Telephones, postal address and dates are deleted for good. The person stays a resident.',
    ru: 'Телефоны, почтовый адрес и даты удалятся навсегда. Человек останется жителем.',
  },
} as const satisfies Record<string, Text>;

const role = form(confirm_resident, {
  path: paths.resident,
  fields: { role: choice(texts.role, residentRoleTexts) },
  given: () => ({ seen_state: 'confirmed' }),
  done: (_, names) => ({ to: fillPath(paths.resident, names), notice: texts.saved }),
});

const card = form(save_person, {
  path: paths.residentCard,
  fields: cardFields,
  hidden: ['seen_updated_at'],
  done: (_, names) => ({ to: fillPath(paths.resident, names), notice: texts.saved }),
});

export const residentPage = definePage({
  path: paths.resident,
  access: 'signed-in',
  texts,
  missing,
  offline: false,
  async load({ settlement, resident }, pageRequest) {
    if (!isId(resident)) refuse.notFound('resident');
    const [place, { residents }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_residents, { settlement, resident }),
    ]);
    const entry = residents[0] ?? refuse.notFound('resident');
    const recorded =
      entry.state === 'confirmed' ? await pageRequest.call(show_person, { settlement, resident }) : null;
    const former =
      entry.state === 'ended'
        ? (await pageRequest.call(list_former_residents, { settlement, parcel: entry.parcel.id })).people
        : (recorded?.former ?? []);
    return { ...place, entry, recorded, former };
  },
  actions: { role, card },
  head: ({ entry }) => ({ width: 'narrow', title: entry.account.name }),
  render: ({ settlement, entry, recorded, former, clock }, { language }) => {
    const names = { settlement: settlement.slug, resident: entry.id };
    const cardId = recorded?.person.personId;
    const ending = entry.state === 'ended' && former.find((one) => one.membershipId === entry.id);
    return (
      <Screen
        title={entry.account.name}
        line={`${plotText[language]} ${entry.parcel.number}`}
        parent={{ href: fillPath(paths.people, names), text: registerTexts.title }}
      >
        {entry.state === 'ended' && (
          <Notice tone="plain" title={texts.isEnded}>
            {ending && `${formatStay(ending, language)}, ${endingKindTexts[ending.kind][language]}. `}
            {entry.reason}
          </Notice>
        )}
        {ending && <SuccessorCard one={ending} settlement={settlement.slug} />}
        {entry.state === 'claimed' && (
          <Notice tone="warn" link={{ href: fillPath(paths.claim, names), text: texts.toClaim }}>
            {texts.waits}
          </Notice>
        )}
        <Card>
          <FactList
            facts={[
              [texts.email, <a href={`mailto:${entry.account.email}`}>{entry.account.email}</a>],
              [texts.since, formatRelativeTime(entry.decided_at ?? entry.created_at, clock)],
            ]}
          />
        </Card>
        {recorded && !cardId && (
          <LikelySame
            settlement={settlement.slug}
            pairs={recorded.likelySame.map((one) => ({
              ...{ membershipId: entry.id, memberName: entry.account.name, plotNumber: one.plotNumber },
              ...{ personId: one.personId as string, personName: one.name },
            }))}
          />
        )}
        {recorded && (
          <>
            <PersonFacts person={recorded.person} />
            <Fold title={personTexts.edit}>
              <card.Form at={names} {...fillCard(recorded.person)}>
                <CardFields of={card} id="card" person={recorded.person} />
                <Button>{texts.save}</Button>
              </card.Form>
            </Fold>
          </>
        )}
        {entry.state === 'confirmed' && (
          <>
            <Card>
              <role.Form at={names} values={{ role: entry.role }}>
                <role.role />
                <Button>{texts.save}</Button>
              </role.Form>
            </Card>
            <LinkButton
              href={`${fillPath(paths.newBoardMember, names)}?resident=${entry.id}`}
              kind="quiet"
              icon="board"
            >
              {membersTexts.invite}
            </LinkButton>
            <LinkButton
              href={fillPath(paths.endPerson, { settlement: settlement.slug, person: entry.id })}
              kind="quiet-danger"
              icon="leave"
            >
              {endTexts.title}
            </LinkButton>
          </>
        )}
        <PlotHistory people={former} settlement={settlement.slug} clock={clock} />
        {recorded && recorded.history.length > 0 && (
          <DecisionList
            decisions={recorded.history}
            clock={clock}
            heading={{ id: 'history', title: personTexts.history }}
          />
        )}
        {cardId && recorded?.person.isJoinedByHand && (
          <Fold title={sameTexts.part}>
            <p>{sameTexts.partWhy}</p>
            <part.Button at={{ settlement: settlement.slug, person: cardId }} kind="quiet" icon="undo">
              {sameTexts.part}
            </part.Button>
          </Fold>
        )}
        {cardId && (
          <Fold title={texts.removeCard}>
            <p>{texts.removeCardWhy}</p>
            <remove.Button at={{ ...names, person: cardId }} kind="danger" icon="remove">
              {personTexts.removeDo}
            </remove.Button>
          </Fold>
        )}
      </Screen>
    );
  },
});
