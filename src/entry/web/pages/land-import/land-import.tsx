import { setTimeout as sleep } from 'node:timers/promises';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { apply_land_import } from '../../../../features/actions/apply_land_import.ts';
import { show_land_import } from '../../../../features/actions/show_land_import.ts';
import { featureOutcomes } from '../../../../store/land/land-imports.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import * as labels from '../../words/labels.ts';
import { formatCount } from '../../words/shared-texts.ts';
import { isIdentifier } from '../board/already-decided.ts';
import { loadSettlementContext } from '../directory/directory-subject.ts';
import { features as featureNoun, outcomeNames, outcomeTexts, stateNames } from './import-texts.ts';
import { texts as formTexts } from './land-imports.tsx';

export const texts = {
  title: { en: 'What is in the file', ru: 'Что в файле' },
  waits: {
    en: 'Larger files take a minute. You may leave this page and come back.',
    ru: 'Большие файлы занимают до минуты. Можно уйти и вернуться сюда позже.',
  },
  soFar: { en: 'So far', ru: 'Уже' },
  reload: { en: 'Look again', ru: 'Обновить' },
  another: { en: 'Choose another file', ru: 'Выбрать другой файл' },
  moved: { en: 'The register has changed meanwhile', ru: 'Пока вы смотрели, реестр изменился' },
  movedWhy: {
    en: 'Nothing was taken in. This is what would happen now.',
    ru: 'Ничего не загружено. Вот что получится теперь.',
  },
  failed: {
    en: 'Something broke on our side; nothing was changed. Send the file again.',
    ru: 'На нашей стороне что-то сломалось, ничего не изменилось. Отправьте файл ещё раз.',
  },
  done: { en: 'The file is taken in', ru: 'Файл загружен' },
  all: labels.all,
  which: { en: 'Which to show', ru: 'Какие показать' },
  taken: { en: 'These numbers are taken', ru: 'Есть занятые номера' },
  rename: { en: 'Let them have the new numbers', ru: 'Пусть получат новые номера' },
  apply: { en: 'Take it in', ru: 'Загрузить' },
  nothing: { en: 'There is nothing to take in.', ru: 'Загружать нечего.' },
  number: { en: 'In the file', ru: 'В файле' },
  cadastral: { en: 'Cadastral number', ru: 'Кадастровый номер' },
  plot: labels.plot,
  outcome: { en: 'What happens', ru: 'Что будет' },
  why: { en: 'Note', ru: 'Пояснение' },
  none: { en: 'none', ru: 'нет' },
  started: { en: 'The file is being taken in.', ru: 'Файл загружается.' },
} as const satisfies Record<string, Text>;

type LoadedImport = Awaited<ReturnType<typeof loadImport>>;

const isWorking = (state: LoadedImport['state']) => state === 'checking' || state === 'applying';
/** Waits about 3 s on the server, so that small files need no manual reload. */
const pollLimits = { tries: 20, milliseconds: 150 };

async function loadImport(names: { settlement: string; import: string }, pageRequest: PageRequest) {
  if (!isIdentifier(names.import)) refuse.notFound('import');
  const only = [...featureOutcomes, 'renamed' as const].find((each) => each === pageRequest.text('only'));
  const after = /^\d{1,9}$/.test(pageRequest.text('after')) ? pageRequest.text('after') : '0';
  const input = { ...names, after, ...(only && { only }) };
  for (let count = 1; ; count += 1) {
    const found = await pageRequest.runAction(show_land_import, input);
    if (!isWorking(found.state) || count >= pollLimits.tries)
      return { ...found, only, isFirst: after === '0' };
    await sleep(pollLimits.milliseconds);
  }
}

export const landImportPage = definePage({
  path: paths.landImport,
  access: 'signed-in',
  texts,
  offline: false,
  async load(names, pageRequest) {
    const [place, found] = await Promise.all([
      loadSettlementContext(names.settlement, pageRequest),
      loadImport(names, pageRequest),
    ]);
    return { ...place, found };
  },
  actions: {
    apply: {
      path: paths.applyLandImport,
      async perform(names, { runAction, form, text }) {
        const rename = form.get('rename') === 'true';
        await runAction(apply_land_import, { ...names, rename, seen: text('seen') });
        return { to: fillPath(paths.landImport, names), notice: texts.started };
      },
    },
  },
  render: ({ settlement, found }, { language }) => {
    const at = { settlement: settlement.slug };
    const here = fillPath(paths.landImport, { ...at, import: found.id });
    return (
      <>
        <PageHead
          title={texts.title[language]}
          line={[found.fileName, formTexts[found.kind][language], stateNames[found.state][language]]
            .filter(Boolean)
            .join(' · ')}
          parent={{ href: fillPath(paths.landImports, at), text: formTexts.title[language] }}
        />
        <div class="stack">
          {found.hasMoved && found.state === 'checked' && (
            <Notice tone="warn" title={texts.moved[language]}>
              {texts.movedWhy[language]}
            </Notice>
          )}
          {isWorking(found.state) && <ImportProgress found={found} here={here} />}
          {found.state === 'unreadable' && <Notice tone="danger">{found.fault?.[language]}</Notice>}
          {found.state === 'failed' && <Notice tone="danger">{texts.failed[language]}</Notice>}
          {found.state === 'applied' && <Notice>{texts.done[language]}</Notice>}
          {found.report && !isWorking(found.state) && <Report found={found} here={here} at={at} />}
          <Buttons>
            <LinkButton href={fillPath(paths.landImports, at)} kind="quiet">
              {texts.another[language]}
            </LinkButton>
          </Buttons>
        </div>
      </>
    );
  },
});

function ImportProgress({ found, here }: { found: LoadedImport; here: string }) {
  const language = useLanguage();
  return (
    <Notice tone="plain" icon="clock" link={{ href: here, text: texts.reload[language] }}>
      {found.readCount > 0 &&
        `${texts.soFar[language]} ${formatCount(language, found.readCount, featureNoun)}. `}
      {texts.waits[language]}
    </Notice>
  );
}

function Report({ found, here, at }: { found: LoadedImport; here: string; at: { settlement: string } }) {
  const language = useLanguage();
  const { report, features, only, next, isFirst, state } = found;
  if (report === null) return null;
  const addressWith = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(only && { only }), ...more }).toString();
    return query === '' ? here : `${here}?${query}`;
  };
  const shown = ([...featureOutcomes, 'renamed'] as const).filter((each) => report[each] > 0);
  const isWaiting = state === 'checked';
  return (
    <>
      {isWaiting && <ApplyForm found={found} at={at} />}
      <Tabs
        label={texts.which[language]}
        here={addressWith({})}
        tabs={[
          { href: here, text: `${texts.all[language]} ${report.read}` },
          ...shown.map((each) => ({
            href: `${here}?only=${each}`,
            text: `${outcomeNames[each][language]} ${report[each]}`,
          })),
        ]}
      />
      <Card>
        <Table
          caption={formatCount(language, only ? report[only] : report.read, featureNoun)}
          columns={(['cadastral', 'plot', 'outcome', 'why'] as const).map((name) => ({
            title: texts[name][language],
          }))}
          rows={features.map(({ number, name, plotNumber, outcome, reason }) => [
            name || `${texts.number[language]}: ${number}`,
            plotNumber || texts.none[language],
            outcomeTexts[outcome][language],
            reason?.[language] ?? '',
          ])}
        />
      </Card>
      <Pager
        {...(next !== null && { next: addressWith({ after: String(next) }) })}
        {...(!isFirst && { first: addressWith({}) })}
      />
    </>
  );
}

function ApplyForm({ found, at }: { found: LoadedImport; at: { settlement: string } }) {
  const language = useLanguage();
  const { report } = found;
  if (report === null) return null;
  if (report.added + report.changed === 0) return <Notice tone="plain">{texts.nothing[language]}</Notice>;
  return (
    <Form
      id="apply"
      action={fillPath(paths.applyLandImport, { ...at, import: found.id })}
      hidden={{ seen: found.outcome ?? '' }}
    >
      {report.renamed > 0 && (
        <>
          <Notice tone="warn" title={texts.taken[language]}>
            {formatCount(language, report.renamed, featureNoun)}
          </Notice>
          <CheckField name="rename" label={texts.rename[language]} />
        </>
      )}
      <Button icon="check">{texts.apply[language]}</Button>
    </Form>
  );
}
