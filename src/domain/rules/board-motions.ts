import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';

/** What a second member of the board decides on, where the board wants one. */
export const motionKinds = [
  'boundary',
  'land_import',
  'undo_import',
  'removal',
  'dismissal',
  'single_member',
] as const;
export type MotionKind = (typeof motionKinds)[number];

/** outdated: it ended with what it was about, or with the place of who proposed it. */
export const motionAnswers = ['seconded', 'refused', 'withdrawn', 'outdated'] as const;
export type MotionAnswer = (typeof motionAnswers)[number];

export const motionDays = 30;
export const maxOpenMotions = 20;
/** Of everything that waits in one settlement: an outline of 50,000 points is about 3 MB. */
export const maxMotionBytes = 8_000_000;

/** While one editor is left nobody could second anything: then the setting rests. */
export const isSecondNeeded = ({ isOn, editors }: { isOn: boolean; editors: number }): boolean =>
  isOn && editors > 1;

export function mayWantSecondMember(editors: number): Permission {
  return (
    editors > 1 || {
      en: 'There is nobody else on the board to agree to it. Invite somebody onto the board first.',
      ru: 'В правлении больше никого нет. Сначала позовите в правление кого-нибудь ещё.',
    }
  );
}

interface Decider {
  isEditor: boolean;
  isProposer: boolean;
  /** They would be taken off the board or the register by it. */
  isSubject: boolean;
}

/** Another member of the board than who proposed it, and nobody about themself. */
export function mayAnswerMotion({ isEditor, isProposer, isSubject }: Decider): Permission {
  if (!isEditor)
    return {
      en: 'Only the board of the village may do this.',
      ru: 'Это может сделать только правление посёлка.',
    };
  if (isProposer)
    return {
      en: 'You proposed this yourself: another member of the board decides.',
      ru: 'Вы предложили это сами: решает другой член правления.',
    };
  return (
    !isSubject || {
      en: 'This is about you: another member of the board decides. You can leave the board yourself.',
      ru: 'Речь о вас самих: решает другой член правления. Выйти сами вы можете.',
    }
  );
}

export const mayWithdrawMotion = ({
  isEditor,
  isProposer,
}: Pick<Decider, 'isEditor' | 'isProposer'>): Permission =>
  (isEditor && isProposer) || {
    en: 'Only the person who proposed it can withdraw it.',
    ru: 'Отозвать это может только тот, кто предложил.',
  };

/** Why somebody of the board cannot do it alone; with the page where it is proposed. */
export const secondNeeded = (page: string): Text => ({
  en: `In this village two members of the board decide this. Propose it here: ${page}`,
  ru: `В этом посёлке такое решают двое из правления. Предложить можно здесь: ${page}`,
});
