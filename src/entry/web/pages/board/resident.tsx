import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { show_person } from '../../../../features/actions/show_person.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice, reason } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as registerTexts } from './people.tsx';
import { texts as personTexts, remove } from './person.tsx';
import { PersonFacts } from './person-facts.tsx';
import { CardFields, cardFields, fillCard, missing } from './person-form.tsx';

export const texts = {
  title: { en: 'Resident', ru: 'Житель' },
  email: labels.email,
  since: { en: 'Recorded', ru: 'Записан' },
  role: { en: 'Who they are here', ru: 'Кто здесь' },
  save: labels.save,
  saved: labels.saved,
  end: { en: 'End the record', ru: 'Снять с учёта' },
  endWhy: {
    en: 'The person loses what residents see, and is told the reason. The plot may be claimed again.',
    ru: 'Человек больше не увидит того, что видят жители, и прочтёт причину. Заявку можно подать снова.',
  },
  reasonTitle: labels.why,
  ended: { en: 'Ended. The person is told the reason.', ru: 'Снят с учёта. Человеку сообщили причину.' },
  isEnded: { en: 'No longer recorded here', ru: 'Здесь больше не записан' },
  waits: { en: 'This is a claim that waits', ru: 'Это заявка, она ждёт решения' },
  toClaim: { en: 'Decide', ru: 'Решить' },
  removeCard: { en: 'Delete the card', ru: 'Удалить карточку' },
  removeCardWhy: {
    en: 'Telephones, postal address and dates are deleted for good. The person stays a resident.',
    ru: 'Телефоны, почтовый адрес и даты удалятся навсегда. Человек останется жителем.',
  },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'The plot was sold.', ru: 'Участок продан.' },
  { en: 'The lease is over.', ru: 'Срок аренды закончился.' },
  { en: 'Recorded by mistake.', ru: 'Записали по ошибке.' },
] as const satisfies readonly Text[];

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

const end = form(remove_resident, {
  path: paths.endResidency,
  fields: { reason: reason(texts.reasonTitle, reasons, { open: true }) },
  given: () => ({ seen_state: 'confirmed' }),
  done: (_, { settlement }) => ({ to: fillPath(paths.people, { settlement }), notice: texts.ended }),
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
    return { ...place, entry, recorded };
  },
  actions: { role, card, end },
  head: ({ entry }) => ({ width: 'narrow', title: entry.account.name, scripts: ['reason.js'] }),
  render: ({ settlement, entry, recorded, clock }, { language }) => {
    const names = { settlement: settlement.slug, resident: entry.id };
    return (
      <Screen
        title={entry.account.name}
        line={`${plotText[language]} ${entry.parcel.number}`}
        parent={{ href: fillPath(paths.people, names), text: registerTexts.title }}
      >
        {entry.state === 'ended' && (
          <Notice tone="plain" title={texts.isEnded}>
            {entry.reason}
          </Notice>
        )}
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
            <Card heading={{ id: 'ending', title: texts.end }}>
              <p class="small soft gap-below">{texts.endWhy}</p>
              <end.Form at={names}>
                <end.reason />
                <Button kind="quiet-danger">{texts.end}</Button>
              </end.Form>
            </Card>
          </>
        )}
        {recorded && recorded.history.length > 0 && (
          <DecisionList
            decisions={recorded.history}
            clock={clock}
            heading={{ id: 'history', title: personTexts.history }}
          />
        )}
        {recorded?.person.personId && (
          <Fold title={texts.removeCard}>
            <p>{texts.removeCardWhy}</p>
            <remove.Button at={{ ...names, person: recorded.person.personId }} kind="danger" icon="remove">
              {personTexts.removeDo}
            </remove.Button>
          </Fold>
        )}
      </Screen>
    );
  },
});
