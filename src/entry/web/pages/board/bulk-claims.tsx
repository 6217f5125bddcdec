import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { isUncontestedClaim, type ResidentRole } from '../../../../domain/rules/residency.ts';
import { list_board_queue } from '../../../../features/actions/list_board_queue.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: { en: 'Several at once', ru: 'Несколько сразу' },
  line: {
    en: 'Claims that contradict nothing in the register',
    ru: 'Заявки, которые ничему в реестре не противоречат',
  },
  choose: { en: 'Who to confirm', ru: 'Кого подтвердить' },
  asks: { en: 'asks as', ru: 'просит записать:' },
  confirm: { en: 'Confirm selected', ru: 'Подтвердить отмеченных' },
  none: { en: 'Nothing to confirm at once', ru: 'Сразу подтвердить некого' },
  noneWhy: {
    en: 'What is waiting has to be looked at one by one.',
    ru: 'Остальное надо смотреть по одной заявке.',
  },
  apart: { en: 'To be looked at one by one', ru: 'Смотреть по одной' },
  hasOwner: { en: 'an owner is recorded already', ru: 'собственник уже записан' },
  hasRival: { en: 'somebody else claims it too', ru: 'участок просит кто-то ещё' },
  noOwner: { en: 'no owner is recorded yet', ru: 'собственник пока не записан' },
  results: { en: 'The result', ru: 'Что получилось' },
  done: { en: 'Confirmed, and the person has been told', ru: 'Подтверждено, человеку сообщили' },
  nobody: { en: 'Tick at least one.', ru: 'Отметьте хотя бы одного.' },
} as const satisfies Record<string, Text>;

interface ClaimResult {
  readonly id: string;
  readonly title: string;
  readonly fault: Text | null;
}

/** One call per claim, so that a conflict on one does not stop the others. */
async function confirmClaims(
  { settlement }: { settlement: string },
  pageRequest: FormRequest,
): Promise<Rerender> {
  const chosen = [...new Set(pageRequest.form.getAll('claim'))].filter(isId).slice(0, 50);
  if (chosen.length === 0) refuse.invalid('claim', texts.nobody);
  const results: ClaimResult[] = [];
  for (const id of chosen) {
    const title = pageRequest.text(`title_${id}`).slice(0, 200);
    try {
      await pageRequest.call(confirm_resident, { settlement, resident: id, seen_state: 'claimed' });
      results.push({ id, title, fault: null });
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'forbidden') throw error;
      results.push({ id, title, fault: error.text });
    }
  }
  return new Rerender(results);
}

const formatRole = (role: ResidentRole | null, language: Language) =>
  role === null ? '' : residentRoleTexts[role][language];

export const bulkClaimsPage = definePage({
  path: paths.claims,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const [place, { waiting }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_board_queue, { settlement, kind: 'claim' }),
    ]);
    return {
      ...place,
      plain: waiting.filter(isUncontestedClaim),
      apart: waiting.filter((claim) => !isUncontestedClaim(claim)),
      results: (pageRequest.formResult ?? []) as readonly ClaimResult[],
    };
  },
  actions: { confirm: { path: paths.claims, perform: confirmClaims } },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, plain, apart, results }, { language }) => {
    const address = { settlement: settlement.slug };
    const titleOf = ({ title, author }: { title: string; author: string }) =>
      `${plotText[language]} ${title} · ${author}`;
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{
          href: `${fillPath(paths.board, address)}?kind=claim`,
          text: boardTexts.claim,
        }}
      >
        {results.length > 0 && (
          <ListCard heading={{ id: 'results', title: texts.results }}>
            {results.map(({ id, title, fault }) => (
              <Row
                key={id}
                icon={fault ? 'alert' : 'check'}
                tone={fault ? 'warn' : 'green'}
                title={title || plotText[language]}
                line={(fault ?? texts.done)[language]}
                href={fillPath(paths.claim, { ...address, resident: id })}
              />
            ))}
          </ListCard>
        )}
        <Card>
          {plain.length === 0 ? (
            <EmptyState icon="check" title={texts.none}>
              {texts.noneWhy}
            </EmptyState>
          ) : (
            <Form
              id="confirm"
              action={fillPath(paths.claims, address)}
              state={results.length > 0 ? {} : undefined}
              hidden={Object.fromEntries(plain.map((claim) => [`title_${claim.id}`, titleOf(claim)]))}
            >
              <RadioCards
                name="claim"
                label={texts.choose}
                several
                choices={plain.map((claim) => ({
                  value: claim.id,
                  label: titleOf(claim),
                  hint: `${texts.asks[language]} ${formatRole(claim.role, language)}`,
                }))}
              />
              <Button>{texts.confirm}</Button>
            </Form>
          )}
        </Card>
        {apart.length > 0 && (
          <ListCard heading={{ id: 'apart', title: texts.apart }}>
            {apart.map((claim) => {
              const why = claim.hasRival ? texts.hasRival : claim.hasOwner ? texts.hasOwner : texts.noOwner;
              return (
                <Row
                  key={claim.id}
                  icon="people"
                  title={titleOf(claim)}
                  line={`${formatRole(claim.role, language)} · ${why[language]}`}
                  href={fillPath(paths.claim, { ...address, resident: claim.id })}
                />
              );
            })}
          </ListCard>
        )}
      </Screen>
    );
  },
});
