import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { ResidentRole } from '../../../../domain/rules/residency.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { show_person } from '../../../../features/actions/show_person.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { isIdentifier, redirectIfDecided } from '../../server/already-decided.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { ReasonBox, readReason } from '../../ui/decision.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as registerTexts } from './people.tsx';
import { texts as personTexts } from './person.tsx';
import { PersonFacts } from './person-facts.tsx';
import { missing, PersonForm, readPerson } from './person-form.tsx';

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
  reasonTitle: { en: 'Why', ru: 'Почему' },
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

export const residentPage = definePage({
  path: paths.resident,
  access: 'signed-in',
  texts,
  missing,
  offline: false,
  async load({ settlement, resident }, pageRequest) {
    if (!isIdentifier(resident)) refuse.notFound('resident');
    const [place, { residents }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_residents, { settlement, resident }),
    ]);
    const entry = residents[0] ?? refuse.notFound('resident');
    const card =
      entry.state === 'confirmed' ? await pageRequest.call(show_person, { settlement, resident }) : null;
    return { ...place, entry, card };
  },
  actions: {
    role: {
      path: paths.resident,
      async perform(names, { call, text }) {
        const to = fillPath(paths.resident, names);
        const input = { ...names, role: text('role'), seen_state: 'confirmed' };
        const work = call(confirm_resident, input).then(() => ({ to, notice: texts.saved }));
        return redirectIfDecided(work, ['seen_state'], to);
      },
    },
    card: {
      path: paths.residentCard,
      async perform(names, pageRequest) {
        await pageRequest.call(save_person, { ...names, ...readPerson(pageRequest) });
        return { to: fillPath(paths.resident, names), notice: texts.saved };
      },
    },
    end: {
      path: paths.endResidency,
      async perform(names, { call, form }) {
        const to = fillPath(paths.people, { settlement: names.settlement });
        const input = { ...names, reason: readReason(form), seen_state: 'confirmed' };
        const work = call(remove_resident, input).then(() => ({ to, notice: texts.ended }));
        return redirectIfDecided(work, ['seen_state'], fillPath(paths.resident, names));
      },
    },
  },
  head: ({ entry }) => ({ width: 'narrow', title: entry.account.name, scripts: ['reason.js'] }),
  render: ({ settlement, entry, card, clock }, { language }) => {
    const names = { settlement: settlement.slug, resident: entry.id };
    return (
      <>
        <PageHead
          title={entry.account.name}
          line={`${plotText[language]} ${entry.parcel.number}`}
          parent={{ href: fillPath(paths.people, names), text: registerTexts.title }}
        />
        <div class="stack">
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
                [texts.email[language], <a href={`mailto:${entry.account.email}`}>{entry.account.email}</a>],
                [texts.since[language], formatRelativeTime(entry.decided_at ?? entry.created_at, clock)],
              ]}
            />
          </Card>
          {card && (
            <>
              <PersonFacts person={card.person} />
              <Fold title={personTexts.edit}>
                <PersonForm
                  id="card"
                  action={fillPath(paths.residentCard, names)}
                  person={card.person}
                  button={texts.save}
                />
              </Fold>
            </>
          )}
          {entry.state === 'confirmed' && (
            <>
              <Card>
                <Form id="role" action={fillPath(paths.resident, names)}>
                  <SelectField
                    name="role"
                    label={texts.role}
                    value={entry.role}
                    choices={(Object.keys(residentRoleTexts) as ResidentRole[]).map((role) => ({
                      value: role,
                      label: residentRoleTexts[role],
                    }))}
                  />
                  <Button>{texts.save}</Button>
                </Form>
              </Card>
              <Card heading={{ id: 'ending', title: texts.end }}>
                <p class="small soft gap-below">{texts.endWhy}</p>
                <Form id="end" action={fillPath(paths.endResidency, names)}>
                  <ReasonBox
                    title={texts.reasonTitle}
                    reasons={reasons.map((reason) => reason[language])}
                    open
                  />
                  <Button kind="quiet-danger">{texts.end}</Button>
                </Form>
              </Card>
            </>
          )}
          {card && card.history.length > 0 && (
            <DecisionList
              decisions={card.history}
              clock={clock}
              heading={{ id: 'history', title: personTexts.history }}
            />
          )}
          {card?.person.personId && (
            <Fold title={texts.removeCard}>
              <p>{texts.removeCardWhy}</p>
              <ButtonForm
                action={fillPath(paths.removePerson, { ...names, person: card.person.personId })}
                kind="danger"
                icon="remove"
              >
                {personTexts.removeDo}
              </ButtonForm>
            </Fold>
          )}
        </div>
      </>
    );
  },
});
