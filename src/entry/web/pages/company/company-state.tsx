import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { form } from '../../page/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Reason } from '../../ui/reason.tsx';
import type { OwnCompany } from './own-company.ts';

export const texts = {
  waiting: { en: 'Not checked yet', ru: 'Пока не проверена' },
  waitingWhy: {
    en: 'A moderator checks the company. Until then it takes no orders and can serve only one village.',
    ru: 'Модератор проверит компанию. До этого заказов не будет, а посёлок можно указать только один.',
  },
  refused: { en: 'The company was not accepted', ru: 'Компанию не приняли' },
  refusedWhy: {
    en: 'Nobody sees it now. Correct the card and ask again.',
    ru: 'Сейчас её никто не видит. Поправьте карточку и попросите снова.',
  },
  askAgain: { en: 'Ask again', ru: 'Попросить снова' },
  asked: { en: 'A moderator will look at it again.', ru: 'Модератор посмотрит ещё раз.' },
} as const satisfies Record<string, Text>;

export const askAgain = form(edit_company, {
  path: paths.companyDashboard,
  isButton: true,
  given: () => ({ state: 'waiting' as const, seen: { state: 'refused' as const } }),
  done: (_, { company }) => ({ to: fillPath(paths.companyDashboard, { company }), notice: texts.asked }),
});

/** What a company waits for, or why it was refused. */
export function CompanyStateNotice({ card }: { card: OwnCompany }) {
  if (card.state === 'waiting')
    return (
      <div class="gap-below">
        <Notice tone="plain" title={texts.waiting}>
          {texts.waitingWhy}
        </Notice>
      </div>
    );
  if (card.state !== 'refused') return null;
  return (
    <div class="gap-below">
      <Notice
        tone="warn"
        title={texts.refused}
        action={
          <askAgain.Button at={{ company: card.slug }} kind="quiet">
            {texts.askAgain}
          </askAgain.Button>
        }
      >
        {texts.refusedWhy} <Reason text={card.decision?.reason ?? null} />
      </Notice>
    </div>
  );
}
