import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import * as labels from '../words/labels.ts';
import { Button, Buttons, LinkButton } from './button.tsx';
import { ReasonBox } from './decision.tsx';
import { Form } from './form.tsx';
import { useLanguage } from './language-context.ts';
import { Notice } from './notice.tsx';
import { usePage } from './page-context.ts';

export const texts = {
  hidden: { en: 'The board hid this', ru: 'Правление это скрыло' },
  noReason: { en: 'No reason was given.', ru: 'Причину не назвали.' },
  ask: labels.writeToBoard,
  askWhy: {
    en: 'You may change it. If it should be shown again, write to the board.',
    ru: 'Вы можете её поправить. Чтобы показали снова, напишите правлению.',
  },
  hide: labels.hide,
  why: { en: 'Why hide it', ru: 'Почему скрываете' },
  show: { en: 'Show again', ru: 'Снова показать' },
  names: { en: 'Names or photographs of other people', ru: 'Имена или фото других людей' },
  rude: { en: 'Rude', ru: 'Грубость' },
  danger: { en: 'Shows how to get into a house', ru: 'Видно, как попасть в дом' },
} as const satisfies Record<string, Text>;

/** Why the board hid it, with the way to ask again; for its author and the board. */
export function HiddenNotice({
  reason,
  settlement,
  isAuthor,
}: {
  reason: string;
  settlement: string;
  isAuthor: boolean;
}) {
  const language = useLanguage();
  const { hasPage } = usePage();
  return (
    <Notice tone="warn" title={texts.hidden}>
      <p>{reason || texts.noReason[language]}</p>
      {isAuthor && hasPage(paths.newMessage) && (
        <>
          <p class="small">{texts.askWhy}</p>
          <Buttons>
            <LinkButton
              href={`${paths.newMessage}?${new URLSearchParams({ settlement, to: 'board' })}`}
              icon="write"
              kind="quiet"
              compact
            >
              {texts.ask}
            </LinkButton>
          </Buttons>
        </>
      )}
    </Notice>
  );
}

/** The board hides somebody's entry or photograph, with a reason, or shows it again. */
export function BoardHidingForm({ action, isHidden }: { action: string; isHidden: boolean }) {
  const language = useLanguage();
  if (isHidden)
    return (
      <Form id="show" action={action} hidden={{ decision: 'show' }}>
        <Button kind="quiet">{texts.show}</Button>
      </Form>
    );
  return (
    <Form id="hide" action={action}>
      <ReasonBox
        title={texts.why}
        reasons={[texts.names[language], texts.rude[language], texts.danger[language]]}
        open
      >
        <Button icon="lock">{texts.hide}</Button>
      </ReasonBox>
    </Form>
  );
}
