import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { parcelReference, reference } from '../../../domain/kernel/fields.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { mayEditObjects, maySeeObjects } from '../../../domain/rules/parcel-objects.ts';
import { noSettlementRole } from '../../../domain/rules/settlement-role.ts';
import { findParcelObject } from '../../../store/land/parcel-objects.ts';
import { requireParcelInView } from '../../loaders/parcel-reference.ts';
import { replacedField, replacedReply, showReplaced } from '../shapes/replaced.ts';
import { objectHistory, parcelObject, showHistory, showObject } from './object-shapes.ts';

const historyLength = 20;

export const show_parcel_object = defineOperation({
  name: 'show_parcel_object',
  tag: 'Parcel',
  route: 'GET /parcels/{parcel}/objects/{object}',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement'],
  summary: 'One object on a plot with the articles, photographs and tasks that name it.',
  input: z.object({
    parcel: parcelReference,
    object: reference.describe('From list_parcel_objects.'),
    replaced: restOnly(replacedField),
  }),
  output: z.object({ data: parcelObject.extend({ history: objectHistory, replaced: replacedReply }) }),
  async show({ parcel: asked, object, replaced }, { db, caller }) {
    const { accountId } = caller;
    const parcel = await requireParcelInView({ db, caller }, asked, 'parcel');
    if (!maySeeObjects(parcel)) refuse.notFound('ownParcel');
    const settlementRole = {
      ...noSettlementRole,
      isEditor: parcel.isEditor,
      readsAsBoard: parcel.readsAsBoard,
      isResident: parcel.isMember,
    };
    const view = { settlementId: parcel.settlementId ?? '0', accountId, settlementRole };
    const found =
      (isId(object) ? await findParcelObject(db, parcel.id, object, view, historyLength) : undefined) ??
      refuse.notFound('object');
    return {
      data: {
        ...showObject(found, parcel.number, found.tags),
        history: showHistory(found),
        // The board sees the object as it is now; what its members wrote before is theirs.
        ...(replaced &&
          mayEditObjects(parcel) === true && {
            replaced: await showReplaced(db, { type: 'parcel_object', id: found.id }),
          }),
      },
    };
  },
});
