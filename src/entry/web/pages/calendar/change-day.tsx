import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { list_event_days } from '../../../../features/actions/list_event_days.ts';
import { edit_article } from '../../../../features/operations/journal/edit_article.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { texts as fieldTexts, pickEventValues } from '../../forms/event-fields.tsx';
import { readLocalMoment, showLocalMoment } from '../../loaders/local-moment.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { check, choice, date, line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type FormRequest } from '../../page/page.ts';
import { requireSettlement } from '../../server/require-settlement.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EventState } from '../../ui/event-row.tsx';
import { DateField } from '../../ui/field.tsx';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatEventMoment, repeatTexts } from '../../words/format-events.ts';
import { type Clock, formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Move or call off', ru: 'Перенести или отменить' },
  whole: { en: 'Day and time', ru: 'День и время' },
  series: { en: 'The whole series', ru: 'Все дни сразу' },
  tell: { en: 'Tell everybody who was told', ru: 'Сообщить всем, кому сообщали' },
  tellHint: {
    en: 'A notification and an email, at most once an hour. Calendars update in any case.',
    ru: 'Уведомление и письмо, не чаще раза в час. Календари узнают и так.',
  },
  off: { en: 'Call it off', ru: 'Отменить' },
  offWhole: { en: 'It will not take place', ru: 'Не состоится' },
  offSeries: { en: 'It no longer takes place', ru: 'Больше не проводится' },
  offWhy: {
    en: 'It stays in the calendar, struck out, so that everybody can see it is off.',
    ru: 'Останется в календаре зачёркнутым, чтобы все видели, что отменено.',
  },
  on: { en: 'It will take place after all', ru: 'Всё-таки состоится' },
  days: { en: 'Its next days', ru: 'Ближайшие дни' },
  oneDay: { en: 'Only', ru: 'Только' },
  oneOff: { en: 'Call this day off', ru: 'Отменить этот день' },
  oneBack: { en: 'As usual', ru: 'Как обычно' },
  newTime: { en: 'New time', ru: 'Новое время' },
  move: { en: 'Move', ru: 'Перенести' },
  saved: { en: 'Saved. Calendars will update by themselves.', ru: 'Сохранено. Календари узнают сами.' },
  savedAndTold: { en: 'Saved, and everybody is being told.', ru: 'Сохранено, всем сообщаем.' },
  boardOnly: {
    en: 'Only the board of the village changes its days.',
    ru: 'Дни меняет только правление посёлка.',
  },
} as const satisfies Record<string, Text>;

type Names = { readonly settlement: string; readonly article: string };

async function readMoments({ settlement }: Names, request: FormRequest) {
  const { timeZone } = await requireSettlement(settlement, request);
  const { form: posted } = request;
  return {
    starts_at: readLocalMoment(posted.get('starts_at'), timeZone),
    ends_at: readLocalMoment(posted.get('ends_at'), timeZone),
  };
}

const done = (_: unknown, names: Names, { form: posted }: FormRequest) => ({
  to: fillPath(paths.article, names),
  notice: posted.get('tell_again') === 'true' ? texts.savedAndTold : texts.saved,
});

const tell = check(texts.tell, { hint: texts.tellHint });

const change = form(edit_article, {
  path: paths.changeDay,
  fields: {
    starts_at: date(fieldTexts.starts, { time: true, required: true }),
    ends_at: date(fieldTexts.ends, { time: true }),
    place: line(fieldTexts.place),
    repeats: choice(fieldTexts.repeats, repeatTexts, { none: fieldTexts.once }),
    repeats_until: date(fieldTexts.until),
    tell_again: tell,
  },
  hidden: ['base_version'],
  given: readMoments,
  done,
});

const callOff = form(edit_article, {
  path: paths.callOffDay,
  fields: { tell_again: tell },
  hidden: ['base_version'],
  given: (_, { form: posted }) => ({ cancelled: posted.get('cancelled') === 'true' }),
  done,
});

const changeOne = form(edit_article, {
  path: paths.changeOneDay,
  fields: { tell_again: tell },
  hidden: ['base_version'],
  async given(names, request) {
    const posted = request.form;
    const on = posted.get('on') ?? '';
    const what = posted.get('what');
    if (what === 'off') return { occurrence: { on, cancelled: true } };
    return { occurrence: what === 'back' ? { on } : { on, ...(await readMoments(names, request)) } };
  },
  done,
});

export const changeDayPage = definePage({
  path: paths.changeDay,
  access: 'signed-in',
  texts,
  async load({ settlement, article }, pageRequest) {
    const { call, text } = pageRequest;
    const [place, { data }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(show_article, { settlement, article }),
    ]);
    if (!place.membership.isBoard || !data.may_edit) refuse.forbidden(texts.boardOnly);
    if (data.starts_at === undefined) refuse.notFound('article');
    const days = data.repeats ? await call(list_event_days, { settlement, article }) : [];
    const chosen = days.find(({ on }) => on === text('on'));
    return { ...place, article: data, days, chosen };
  },
  actions: { change, callOff, changeOne },
  head: () => ({ width: 'narrow' }),
  render: (data) => {
    const { settlement, article, chosen, clock } = data;
    const at = { settlement: settlement.slug, article: article.slug };
    const parent = { href: fillPath(paths.article, at), text: article.title };
    if (chosen) return <OneDay data={data} chosen={chosen} />;
    const hidden = { base_version: article.version };
    const isOff = article.cancelled === true;
    return (
      <Screen title={texts.title} line={article.title} parent={parent}>
        {data.days.length > 0 && !isOff && <NextDays data={data} />}
        <Card heading={{ id: 'whole', title: article.repeats ? texts.series : texts.whole }}>
          <change.Form at={at} hidden={hidden} values={pickEventValues(article, clock.timeZone)}>
            <change.starts_at />
            <change.ends_at />
            <change.place />
            <change.repeats />
            <change.repeats_until />
            {article.status === 'published' && <change.tell_again />}
            <Button>{labels.save}</Button>
          </change.Form>
        </Card>
        <Card
          heading={{
            id: 'off',
            title: isOff ? texts.on : article.repeats ? texts.offSeries : texts.offWhole,
          }}
        >
          {!isOff && <p class="gap-below">{texts.offWhy}</p>}
          <callOff.Form at={at} hidden={{ ...hidden, cancelled: String(!isOff) }}>
            {article.status === 'published' && <callOff.tell_again />}
            <Button kind={isOff ? 'quiet' : 'danger'}>{isOff ? texts.on : texts.off}</Button>
          </callOff.Form>
        </Card>
      </Screen>
    );
  },
});

type DayData = {
  readonly settlement: { readonly slug: string };
  readonly article: {
    readonly slug: string;
    readonly title: string;
    readonly version?: string;
    readonly status: string;
  };
  readonly days: readonly EventDayRow[];
  readonly clock: Clock;
};

type EventDayRow = {
  readonly on: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly isCancelled: boolean;
  readonly isMoved: boolean;
};

function NextDays({ data: { settlement, article, days, clock } }: { data: DayData }) {
  const here = fillPath(paths.changeDay, { settlement: settlement.slug, article: article.slug });
  return (
    <Card heading={{ id: 'days', title: texts.days }} flush>
      <List>
        {days.map((day) => (
          <Row
            key={day.on}
            href={`${here}?on=${day.on}`}
            icon="day"
            title={day.isCancelled ? <s>{formatEventMoment(day, clock)}</s> : formatEventMoment(day, clock)}
            age={<EventState event={day} />}
          />
        ))}
      </List>
    </Card>
  );
}

/** One day of a series. */
function OneDay({ data, chosen }: { data: DayData; chosen: EventDayRow }) {
  const { settlement, article, clock } = data;
  const at = { settlement: settlement.slug, article: article.slug };
  const here = fillPath(paths.changeDay, at);
  const { language, timeZone } = clock;
  const hidden = { base_version: article.version, on: chosen.on };
  const told = article.status === 'published';
  return (
    <Screen
      title={`${texts.oneDay[language]} ${formatDay(dayInZone(chosen.startsAt, timeZone), clock)}`}
      line={article.title}
      parent={{ href: here, text: texts.title }}
    >
      <Card heading={{ id: 'move', title: texts.move }}>
        <changeOne.Form id="move-one" at={at} hidden={{ ...hidden, what: 'move' }}>
          <MomentFields chosen={chosen} timeZone={timeZone} />
          {told && <changeOne.tell_again />}
          <Button>{texts.move}</Button>
        </changeOne.Form>
      </Card>
      <Card
        heading={{ id: 'off', title: chosen.isCancelled || chosen.isMoved ? texts.oneBack : texts.oneOff }}
      >
        <changeOne.Form
          id="off-one"
          at={at}
          hidden={{ ...hidden, what: chosen.isCancelled || chosen.isMoved ? 'back' : 'off' }}
        >
          {told && <changeOne.tell_again />}
          <Button kind="quiet">{chosen.isCancelled || chosen.isMoved ? texts.oneBack : texts.oneOff}</Button>
        </changeOne.Form>
      </Card>
      <LinkButton href={here} kind="bare">
        {texts.series}
      </LinkButton>
    </Screen>
  );
}

function MomentFields({ chosen, timeZone }: { chosen: EventDayRow; timeZone: string }) {
  const shownAt = (at: Date | null) => showLocalMoment(at?.toISOString(), timeZone);
  return (
    <>
      <DateField name="starts_at" label={texts.newTime} value={shownAt(chosen.startsAt)} time />
      <DateField name="ends_at" label={fieldTexts.ends} value={shownAt(chosen.endsAt)} time optional />
    </>
  );
}
