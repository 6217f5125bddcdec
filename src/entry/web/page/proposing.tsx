import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { MotionKind } from '../../../domain/rules/board-motions.ts';
import { propose_motion } from '../../../features/actions/propose_motion.ts';
import { show_second_member } from '../../../features/actions/show_second_member.ts';
import { Notice } from '../ui/notice.tsx';
import type { ActionResult, FormRequest, PageRequest } from './page.ts';

export const texts = {
  propose: { en: 'Propose to the board', ru: 'Предложить правлению' },
  why: {
    en: 'Another member of the board decides; nothing changes until then.',
    ru: 'Решит другой член правления; до тех пор ничего не изменится.',
  },
  proposed: {
    en: 'Proposed. The rest of the board has been told; nothing has changed yet.',
    ru: 'Предложено. Остальному правлению сообщили; пока ничего не изменилось.',
  },
} as const satisfies Record<string, Text>;

/** Sent by a form that showed that it proposes: it never acts alone, and one that did not never proposes. */
const proposing = 'proposes';

/** What a form sends along where a second member is needed. */
export const proposingField = (isNeeded: boolean) => (isNeeded ? { [proposing]: '1' } : {});

/** `instead` of a form: proposes what it would do. */
export const proposeInstead =
  (kind: MotionKind) =>
  (
    input: Record<string, unknown>,
    { settlement }: { readonly settlement: string },
    request: FormRequest,
  ): Promise<ActionResult> | undefined =>
    request.text(proposing) === '1' ? propose(kind, settlement, input, request) : undefined;

export async function propose(
  kind: MotionKind,
  settlement: string,
  call: Record<string, unknown>,
  request: FormRequest,
): Promise<ActionResult> {
  const { motion } = await request.call(propose_motion, { settlement, kind, call });
  return { to: fillPath(paths.motion, { settlement, motion }), notice: texts.proposed };
}

/** Whether the user cannot do it alone; nobody but the board ever needs a second. */
export const loadIsSecondNeeded = async (settlement: string, { call }: Pick<PageRequest, 'call'>) =>
  (await call(show_second_member, { settlement })).isNeeded;

export const ProposingNotice = () => (
  <Notice tone="plain" icon="check">
    {texts.why}
  </Notice>
);
