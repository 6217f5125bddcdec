import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isInvitedRole, type ResidentRole } from '../../../../domain/rules/residency.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { list_waiting_claims } from '../../../../features/actions/list_waiting_claims.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import { request_residency } from '../../../../features/operations/settlement/request_residency.ts';
import type { Membership } from '../../loaders/membership.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice, line, paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Pager } from '../../ui/pager.tsx';
import { Plan } from '../../ui/plan.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { type WaitingClaims, WaitingClaimsCard } from '../../ui/waiting-claims.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { formatPlotArea } from '../../words/shared-texts.ts';
import { whoSeesTexts } from '../../words/who-sees-texts.ts';

export const texts = {
  title: labels.iLiveHere,
  already: { en: 'You are recorded on plot', ru: 'Вы записаны на участке' },
  another: { en: 'I have another plot here', ru: 'У меня здесь есть ещё участок' },
  requests: labels.myRequests,
  plot: labels.plotNumber,
  plotHint: { en: 'As on the gate: 17, 12A', ru: 'Как на калитке: 17, 12А' },
  role: { en: 'Who are you here?', ru: 'Кто вы здесь?' },
  owner: { en: 'Owner', ru: 'Собственник' },
  ownerHint: { en: 'the plot is in my name', ru: 'участок записан на меня' },
  family: { en: 'Family of the owner', ru: 'Семья собственника' },
  tenant: { en: 'Tenant', ru: 'Снимаю' },
  note: { en: 'How the board can check', ru: 'Как правлению проверить' },
  noteHint: {
    en: 'For example: bought in spring, contract of 12 May. Only the board will read it.',
    ru: 'Например: купили весной, договор от 12 мая. Прочтёт только правление.',
  },
  haveCode: { en: 'I have a code', ru: 'У меня есть код' },
  code: { en: 'Code of the plot', ru: 'Код участка' },
  codeHint: {
    en: 'From the board’s sheet or an owner’s invitation. With it you do not have to wait; only where an owner is already recorded does the board confirm another one.',
    ru: 'С листка правления или из письма собственника. С ним ждать не нужно; только если собственник уже записан, ещё одного подтвердит правление.',
  },
  letBoardDecide: {
    en: 'I am an owner too: let the board decide',
    ru: 'Я тоже собственник: пусть решит правление',
  },
  send: labels.send,
  sent: {
    en: 'Sent. The board will answer, and you will be told.',
    ru: 'Отправлено. Правление ответит, и мы вам сообщим.',
  },
  confirmed: { en: 'Welcome home: you are confirmed.', ru: 'Добро пожаловать: вы записаны на участок.' },
  choose: { en: 'Choose from the plan or the list', ru: 'Выбрать на плане или из списка' },
  plan: { en: 'Tap your plot', ru: 'Нажмите на свой участок' },
  find: { en: 'How the number begins', ru: 'Начало номера' },
  none: { en: 'No plot number begins like this', ru: 'Участков с таким началом нет' },
  noneWhy: {
    en: 'Use the numbers from the village’s plan.',
    ru: 'Номера\u00a0— как в плане посёлка. Спросите у правления, если вашего нет.',
  },
} as const satisfies Record<string, Text>;

type Plot = z.output<typeof list_parcels.output>['parcels'][number];

interface JoinData {
  readonly settlement: { readonly slug: string; readonly name: string };
  readonly membership: Membership;
  readonly plots: readonly Plot[];
  readonly waiting: WaitingClaims | null;
  readonly clock: Clock;
  readonly land: LandDocument;
  readonly cursor: string | null;
  /** From an invitation link or from the list. */
  readonly plot: string;
  readonly code: string;
  readonly role: string;
  readonly q: string;
  readonly isContinued: boolean;
}

const region = 'plots';
const boardDecides = 'board_decides';

const ask = form(request_residency, {
  path: paths.join,
  fields: {
    parcel: line(texts.plot, { hint: texts.plotHint, required: 'unsaid' }),
    role: choice(
      texts.role,
      { owner: texts.owner, family: texts.family, tenant: texts.tenant },
      { as: 'cards', hints: { owner: texts.ownerHint } },
    ),
    note: paragraph(texts.note, { hint: texts.noteHint, rows: 3 }),
    code: line(texts.code, { hint: texts.codeHint, required: 'unsaid', autocomplete: 'off' }),
  },
  given: (_, { text }) => ({ at_once: text('code').trim() !== '' && text(boardDecides) !== 'true' }),
  done: ({ data }, { settlement }) =>
    data.state === 'confirmed'
      ? { to: fillPath(paths.settlement, { settlement }), notice: texts.confirmed }
      : { to: paths.myRequests, notice: texts.sent },
});

export const joinPage = definePage({
  path: paths.join,
  access: 'signed-in',
  texts,
  missing: {
    role: { en: 'Choose who you are on this plot.', ru: 'Выберите, кто вы на этом участке.' },
  },
  async load({ settlement }, pageRequest): Promise<JoinData> {
    const { call, text, dependencies } = pageRequest;
    const isPosted = pageRequest.form !== null;
    const q = isPosted ? '' : text('q').trim();
    const [place, { parcels, cursor }, land] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_parcels, { settlement, q, cursor: isPosted ? '' : text('cursor') }),
      dependencies.landReader.read(settlement),
    ]);
    const waiting =
      place.membership.claims.length === 0 ? null : await call(list_waiting_claims, { settlement });
    return {
      ...place,
      waiting,
      plots: parcels,
      land,
      cursor,
      plot: text('plot'),
      code: text('code'),
      role: text('role'),
      q,
      isContinued: !isPosted && text('cursor') !== '',
    };
  },
  actions: { ask },
  head: () => ({ width: 'narrow', scripts: ['combobox.js'] }),
  render: (data) => (
    <Screen
      title={texts.title}
      parent={{
        href: fillPath(paths.settlement, { settlement: data.settlement.slug }),
        text: data.settlement.name,
      }}
    >
      {data.membership.plots.map(({ resident, plot_number }) => (
        <Notice key={resident} tone="plain" link={{ href: paths.myRequests, text: texts.requests }}>
          {texts.already} {plot_number}.
        </Notice>
      ))}
      {data.waiting && (
        <WaitingClaimsCard waiting={data.waiting} settlement={data.settlement.slug} clock={data.clock} />
      )}
      {data.waiting && data.code === '' ? (
        <Fold title={texts.another} open={data.plot !== '' || data.q !== '' || data.isContinued}>
          <ClaimForm data={data} />
          <PlotList data={data} />
        </Fold>
      ) : (
        <>
          <Card>
            <ClaimForm data={data} />
          </Card>
          <PlotList data={data} />
        </>
      )}
    </Screen>
  ),
});

function ClaimForm({ data: { settlement, plot, code, role } }: { data: JoinData }) {
  const { forms } = usePage();
  const at = { settlement: settlement.slug };
  const chosen = isInvitedRole(role as ResidentRole) ? role : 'owner';
  return (
    <ask.Form at={at} values={{ parcel: plot, role: chosen, code }} outbox={texts.title} draft>
      <ask.parcel suggest={{ from: `${fillPath(paths.join, at)}?q=`, region, fills: true }} />
      <ask.role />
      {(forms.ask?.errors?.role || forms.ask?.values?.[boardDecides]) && (
        <CheckField name={boardDecides} label={texts.letBoardDecide} />
      )}
      {(code === '' || forms.ask?.values?.note) && <ask.note />}
      <Fold title={texts.haveCode} open={code !== ''}>
        <ask.code />
      </Fold>
      <p class="small soft">{whoSeesTexts.claim}</p>
      <Button icon="send">{texts.send}</Button>
    </ask.Form>
  );
}

/** Plan and list to choose the number from; the field's suggestions are read from this region. */
function PlotList({ data }: { data: JoinData }) {
  const language = useLanguage();
  const { settlement, plots, land, cursor, q, code, isContinued } = data;
  const here = fillPath(paths.join, { settlement: settlement.slug });
  const keep: Record<string, string> = code === '' ? {} : { code };
  const addressWith = (more: Record<string, string>) =>
    `${here}?${new URLSearchParams({ ...keep, ...more })}`;
  return (
    <Fold title={texts.choose} open={q !== '' || isContinued}>
      <Plan
        id="plan"
        title={texts.plan}
        land={land}
        hrefOf={({ number }) => `${addressWith({ plot: number })}#ask`}
      />
      <SearchForm action={here} label={texts.find} value={q} maxLength={40} hidden={keep} />
      <div data-region={region}>
        {plots.length === 0 ? (
          <EmptyState icon="plot" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        ) : (
          <List>
            {plots.map((plot) => (
              <Row
                key={plot.id}
                href={`${addressWith({ plot: plot.number })}#ask`}
                option={plot.number}
                title={`${plotText[language]} ${plot.number}`}
                line={[plot.area_m2 && formatPlotArea(plot.area_m2, language), plot.address]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
          </List>
        )}
        <Pager cursor={cursor} />
      </div>
    </Fold>
  );
}
