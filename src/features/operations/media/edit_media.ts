import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, id, line, tagChanges, tagNames, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findReplaced, refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import {
  followsSubjectVisibility,
  type MediaChange,
  mayReadReplacedCaptions,
} from '../../../domain/rules/media-access.ts';
import { isNarrowerOrEqual, type Visibility, visibilities } from '../../../domain/rules/settlement-role.ts';
import { changesTags } from '../../../domain/rules/tag-changes.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { saveMedia } from '../../../store/media/media.ts';
import { keepReplacedValues } from '../../../store/system/replaced-values.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import {
  hiddenReply,
  hidingReasonField,
  requireHidingDecision,
  saveHidingDecision,
  showHiding,
} from '../shapes/hiding.ts';
import {
  replacedByCall,
  replacedField,
  replacedReply,
  showReplaced,
  showReplacedByCall,
} from '../shapes/replaced.ts';
import { restoreMedia } from './media-restoration.ts';
import { loadMediaToChange, type MediaToChange, permitMediaChange } from './media-target.ts';
import { mediaShape, showMedia } from './shapes.ts';

export const edit_media = defineOperation({
  name: 'edit_media',
  tag: 'Media',
  route: 'PATCH /media/{media}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Change a photograph or file, or bring back what you removed.',
  description: 'set_media_subject moves it. The board only hides somebody’s, with `reason`.',
  idempotent: true,
  input: z.object({
    media: id.describe('From list_media.'),
    caption: line(500).nullish().describe('What it shows.'),
    visibility: enumField(visibilities).nullish().describe('Who sees it.'),
    reason: hidingReasonField,
    tags: tagNames.nullish(),
    ...tagChanges,
    seen: z
      .strictObject({
        caption: text(500).optional().describe('As it was.'),
        visibility: enumField(visibilities).optional().describe('As it was.'),
      })
      .nullish()
      .describe('As you saw the fields you change; refused if changed since.'),
    removed: z.literal(false).optional().describe('Brings back what you removed.'),
    replaced: restOnly(replacedField),
  }),
  output: z.object({
    data: mediaShape.extend({ hidden: hiddenReply, replaced: replacedReply }),
    replaced: replacedByCall,
  }),
  async load(input, context, lock) {
    // What was removed is brought back first.
    return input.removed === false ? null : loadMediaToChange(input, context, lock);
  },
  permit(media, _caller, input) {
    if (media !== null) permitMediaChange(media, classifyEdit(input, media.visibility));
  },
  writesIn: (found) => found?.settlementId ?? null,
  async write(input, context, standing) {
    const { db, caller, services, now, newId } = context;
    const media = standing ?? (await restorePermitted(input, context));
    const shownTo = requireHidingDecision(context, media, input, media.isBoard);
    const { visibility } = shownTo;
    if (visibility !== media.visibility && followsSubjectVisibility(media.subjectType)) {
      refuse.invalid('visibility', {
        en: 'Who sees this is decided by what it belongs to, and cannot be set here.',
        ru: 'Кто это видит, решает то, к чему файл относится; здесь это не меняется.',
      });
    }
    refuseConflicts(
      { caption: input.caption ?? undefined, visibility: input.visibility ?? undefined },
      input.seen ?? {},
      { caption: media.caption, visibility: media.visibility },
    );
    const next = { caption: input.caption ?? media.caption, visibility };
    await saveMedia(db, media.id, next);
    if (media.settlementId !== null) {
      const thing = { type: 'media', id: media.id, settlementId: media.settlementId } as const;
      await saveHidingDecision(context, thing, media, shownTo, 'edit_media');
      if (shownTo.done !== null)
        await publishEvent(context, {
          type: `media_${shownTo.done}`,
          accountId: media.ownerId,
          settlementId: media.settlementId,
          parcelId: media.parcelId,
          taskId: null,
          caption: media.caption,
          reason: shownTo.hiding?.reason || null,
        });
    }
    const subject = { subjectType: 'media', subjectId: media.id, settlementId: media.settlementId } as const;
    const oldTags = await findTags(db, 'media', media.id);
    const tags = await changeTags(db, subject, input, newId);
    const kept = { type: 'media', id: media.id } as const;
    const before = { caption: media.caption, ...(input.tags != null && { tags: oldTags }) };
    const after = { caption: next.caption, tags };
    const isSeen = (field: string) => field === 'caption' && input.seen?.caption !== undefined;
    const writer = await keepReplacedValues(context, kept, before, after, isSeen);
    return {
      ...showReplacedByCall(findReplaced(before, after, input.seen ?? {}), writer),
      data: {
        ...showMedia(services, { ...media, ...next }, tags, now()),
        ...showHiding(shownTo.hiding),
        ...(input.replaced &&
          mayReadReplacedCaptions(media, caller.accountId) && { replaced: await showReplaced(db, kept) }),
      },
    };
  },
  show: showWritten,
});

async function restorePermitted(
  input: Parameters<typeof classifyEdit>[0] & { readonly media: string },
  context: SignedInContext,
): Promise<MediaToChange> {
  await restoreMedia(context, input.media);
  const media = await loadMediaToChange(input, context, true);
  permitMediaChange(media, classifyEdit(input, media.visibility));
  return media;
}

function classifyEdit(
  input: Parameters<typeof changesTags>[0] & {
    caption?: string | null | undefined;
    visibility?: Visibility | null | undefined;
    removed?: false | undefined;
  },
  from: Visibility,
): MediaChange {
  if (input.caption != null || changesTags(input)) return 'edit';
  if (input.removed === false) return input.visibility == null ? 'restore' : 'edit';
  if (input.visibility == null) return 'edit';
  return isNarrowerOrEqual(input.visibility, from) ? 'hide' : 'show';
}
