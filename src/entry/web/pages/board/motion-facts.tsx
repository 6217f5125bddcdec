import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { BoardRole } from '../../../../domain/rules/board.ts';
import { type LandWarning, landWarnings } from '../../../../domain/rules/land-warnings.ts';
import type { ResidentRole } from '../../../../domain/rules/residency.ts';
import type { EndingKind } from '../../../../domain/rules/residency-ending.ts';
import type { show_motion } from '../../../../features/actions/show_motion.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import { endingKindTexts } from '../../words/ending-texts.ts';
import { type Clock, formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { acceptTexts } from '../../words/land-import-texts.ts';
import { residentRoleTexts } from '../../words/resident-texts.ts';
import { formatPlotArea } from '../../words/shared-texts.ts';
import { boardRoleTexts } from './board-roles.tsx';

export const texts = {
  who: { en: 'Who', ru: 'Кого' },
  role: { en: 'As what', ru: 'Кто здесь' },
  on: { en: 'From which day', ru: 'С какого дня' },
  successor: { en: 'Who has the plot now', ru: 'К кому перешёл участок' },
  comes: { en: 'Plots to be added', ru: 'Войдут участки' },
  leaves: { en: 'Plots to be removed', ru: 'Выйдут участки' },
  stays: { en: 'Plots that stay', ru: 'Останется участков' },
  renamed: { en: 'New numbers', ru: 'Новые номера' },
  lost: { en: 'Land cut off', ru: 'Отрежется земли' },
  file: { en: 'File', ru: 'Файл' },
  added: { en: 'New plots', ru: 'Новых участков' },
  changed: { en: 'Changed plots', ru: 'Изменится участков' },
  leftOut: { en: 'Left out', ru: 'Не войдёт' },
  accepted: { en: 'Accepted warnings', ru: 'Принятые предупреждения' },
  reason: { en: 'In their words', ru: 'Своими словами' },
  single: {
    en: 'Boundary, files of plots and removals would again be decided by one member of the board.',
    ru: 'Границу, файлы участков и исключения снова сможет решать один член правления.',
  },
} as const satisfies Record<string, Text>;

type Fact = readonly [Text, ComponentChildren];

interface Shown {
  plot?: string;
  role?: ResidentRole;
  roles?: readonly BoardRole[];
  kind?: EndingKind;
  on?: string;
  reason?: string | null;
  successor?: string | null;
  linked?: number;
  unlinked?: number;
  staying?: number;
  lost?: number | null;
  comes?: readonly string[];
  leaves?: readonly string[];
  renamed?: readonly string[];
  file?: string;
  report?: Readonly<Partial<Record<string, number>>>;
  accept?: readonly LandWarning[];
}

/** What a second member of the board agrees to, in full. */
export function MotionFacts({
  motion,
  clock,
  file,
}: {
  readonly motion: ReplyOf<typeof show_motion>;
  readonly clock: Clock;
  readonly file: { readonly href: string; readonly text: Text } | null | '';
}) {
  const language = useLanguage();
  const shown = motion.shown as Shown;
  const numbers = (count: number | undefined, named: readonly string[] | undefined): string => {
    const more = (count ?? 0) > (named?.length ?? 0) ? ', …' : '';
    return count ? `${count}: ${(named ?? []).join(', ')}${more}` : '0';
  };
  const facts: Fact[] = [];
  if (motion.subjectName !== null) facts.push([texts.who, motion.subjectName]);
  if (shown.plot !== undefined) facts.push([labels.plot, shown.plot]);
  if (shown.role) facts.push([texts.role, residentRoleTexts[shown.role]]);
  if (shown.roles)
    facts.push([texts.role, shown.roles.map((role) => boardRoleTexts[role][language]).join(', ')]);
  if (shown.kind) facts.push([labels.why, endingKindTexts[shown.kind]]);
  if (shown.on) facts.push([texts.on, formatDay(shown.on, clock)]);
  if (shown.successor) facts.push([texts.successor, shown.successor]);
  if (shown.reason) facts.push([texts.reason, shown.reason]);
  if (motion.kind === 'boundary') {
    facts.push([texts.comes, numbers(shown.linked, shown.comes)]);
    facts.push([texts.leaves, numbers(shown.unlinked, shown.leaves)]);
    facts.push([texts.stays, shown.staying]);
    if ((shown.lost ?? 0) >= 10) facts.push([texts.lost, formatPlotArea(shown.lost as number, language)]);
    if (shown.renamed?.length) facts.push([texts.renamed, shown.renamed.join(', ')]);
  }
  if (shown.file !== undefined) facts.push([texts.file, shown.file]);
  if (shown.report) {
    facts.push([texts.added, shown.report.added ?? 0], [texts.changed, shown.report.changed ?? 0]);
    const leftOut = (shown.report.left_out ?? 0) + (shown.report.refused ?? 0);
    if (leftOut > 0) facts.push([texts.leftOut, leftOut]);
    const accepted = landWarnings.filter((each) => shown.accept?.includes(each));
    if (accepted.length > 0)
      facts.push([texts.accepted, accepted.map((each) => acceptTexts[each][language]).join('; ')]);
  }
  return (
    <Card>
      {motion.kind === 'single_member' && <p>{texts.single}</p>}
      {facts.length > 0 && <FactList facts={facts} />}
      {file && (
        <p>
          <a href={file.href}>{file.text}</a>
        </p>
      )}
    </Card>
  );
}
