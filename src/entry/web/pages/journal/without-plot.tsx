import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type WaitingClaims, WaitingClaimsCard } from '../../ui/waiting-claims.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  noPlot: { en: 'A diary belongs to a plot', ru: 'Дневник ведут на участке' },
  noPlotWhy: {
    en: 'Entries are written by people recorded on a plot in this village.',
    ru: 'Записи делают те, кто записан на участок этого посёлка.',
  },
  draft: { en: 'Write for later', ru: 'Написать впрок' },
  draftHint: {
    en: 'Kept on this device only. Once the board has confirmed you, you can publish it here.',
    ru: 'Хранится только на этом устройстве. Когда правление вас подтвердит, здесь же можно будет опубликовать.',
  },
} as const satisfies Record<string, Text>;

/** Instead of the diary form: how to be recorded on a plot or, while the board decides, a draft that stays on the device. */
export function WithoutPlot({
  settlement,
  waiting,
  clock,
}: {
  settlement: string;
  waiting: WaitingClaims | null;
  clock: Clock;
}) {
  if (waiting === null)
    return (
      <EmptyState
        icon="diary"
        title={texts.noPlot}
        action={<LinkButton href={fillPath(paths.join, { settlement })}>{labels.iLiveHere}</LinkButton>}
      >
        {texts.noPlotWhy}
      </EmptyState>
    );
  return (
    <div class="stack">
      <WaitingClaimsCard waiting={waiting} settlement={settlement} clock={clock} />
      <Card>
        {/* The name of the diary form: its draft is offered there once the plot is confirmed. */}
        <Form id="write" action={fillPath(paths.writeArticle, { settlement })} draft>
          <TextArea
            name="body"
            label={texts.draft}
            hint={texts.draftHint}
            rows={6}
            maxLength={60_000}
            optional="unsaid"
          />
        </Form>
      </Card>
    </div>
  );
}
