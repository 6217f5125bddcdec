import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayReadReplacedWords } from '../../src/domain/rules/article-publication.ts';
import { mayLeaveBoard, mayManageBoard } from '../../src/domain/rules/board.ts';
import { mayAnswerMotion, mayWantSecondMember } from '../../src/domain/rules/board-motions.ts';
import { isImportLimitedToOwnLand, maySeeLandImports } from '../../src/domain/rules/boundary.ts';
import { mayDecideRepresentative, maySeeCompany } from '../../src/domain/rules/company-access.ts';
import { type CompanyParty, type CompanyState, mayBringTo } from '../../src/domain/rules/company-states.ts';
import { mayRequestExport } from '../../src/domain/rules/data-export.ts';
import { mayKeepSecret } from '../../src/domain/rules/device-secret.ts';
import {
  isPersonalMedia,
  type MediaSubjectType,
  mayAddMedia,
  mayChangeMedia,
  mayReadReplacedCaptions,
} from '../../src/domain/rules/media-access.ts';
import {
  maySeeMeter,
  maySeeReading,
  mayShareMeter,
  mayTakeBackReading,
  mayTypeReading,
} from '../../src/domain/rules/meters.ts';
import { mayEditObjects, maySeeObjects } from '../../src/domain/rules/parcel-objects.ts';
import {
  mayConfigureInstallation,
  mayGrantRole,
  mayManageRoles,
  mayRevokeRole,
  maySeeRoles,
} from '../../src/domain/rules/platform-roles.ts';
import {
  mayConfirmResident,
  mayInvite,
  mayManageRegister,
  mayReadRegister,
  mayRemindOfClaim,
  maySeePersonalData,
} from '../../src/domain/rules/residency.ts';
import { mayEndResidency, mayTakeBackEnding } from '../../src/domain/rules/residency-ending.ts';
import {
  isCompanyNotified,
  maySeeHiddenReviews,
  maySeeReportedReview,
} from '../../src/domain/rules/review-moderation.ts';
import { mayDecideAppeal, mayLiftSanction, type SanctionToJudge } from '../../src/domain/rules/sanctions.ts';
import { isUnusedDocumentFile, mayReadAsResident } from '../../src/domain/rules/settlement-documents.ts';
import { mayAddSettlements, mayRequestSettlement } from '../../src/domain/rules/settlement-requests.ts';
import { noSettlementRole, visibilities } from '../../src/domain/rules/settlement-role.ts';
import { mayDecideReport, mayWriteTask } from '../../src/domain/rules/task-fields.ts';
import { mayBeUrgent, mayTellUrgently } from '../../src/domain/rules/urgent-notice.ts';

/**
 * Tries every combination of what somebody is. Allowed is whoever is all that is said in one of the lines, and nobody else:
 * 'isKeeper isResident' wants both, '!isSubject' that it is not so.
 */
function allowsOnly<Flag extends string>(
  flags: readonly Flag[],
  may: (who: Record<Flag, boolean>) => unknown,
  lines: readonly string[],
): void {
  for (let bits = 0; bits < 2 ** flags.length; bits += 1) {
    const who = Object.fromEntries(flags.map((flag, place) => [flag, ((bits >> place) & 1) === 1])) as Record<
      Flag,
      boolean
    >;
    const isTrue = (word: string) => (word[0] === '!' ? !who[word.slice(1) as Flag] : who[word as Flag]);
    const isAllowed = lines.some((line) => line.split(' ').every(isTrue));
    assert.equal(may(who) === true, isAllowed, JSON.stringify(who));
  }
}

const roleFlags = ['isEditor', 'readsAsBoard', 'isResident', 'isRelated'] as const;
const now = new Date('2026-11-19T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe('who may: photographs and files', () => {
  it('adds them', () => {
    const flags = [
      'isEditor',
      'isModerator',
      'isMember',
      'isAuthor',
      'isRepresentative',
      'isAssignee',
      'isOfParcel',
    ] as const;
    const allowed: Record<MediaSubjectType, string[]> = {
      settlement: ['isEditor'],
      parcel: ['isMember'],
      object: ['isMember'],
      article: ['isOfParcel isAuthor isMember', '!isOfParcel isEditor'],
      knowledge_article: ['isAuthor', 'isModerator'],
      task: ['isAuthor', 'isAssignee', 'isRepresentative', 'isEditor'],
      review: ['isAuthor'],
      contact: ['isEditor'],
      company: ['isRepresentative', 'isModerator'],
      message: ['isAuthor'],
    };
    for (const [type, lines] of Object.entries(allowed))
      allowsOnly(flags, (who) => mayAddMedia(type as MediaSubjectType, who), lines);
  });

  it('changes them', () => {
    const flags = [
      'isOwner',
      'isEditor',
      'isModerator',
      'isOfSettlement',
      'mayAdd',
      'isPersonal',
      'isOfTask',
      'isHiddenByBoard',
    ] as const;
    const board = 'isEditor isPersonal !isOwner';
    const ofSettlement = 'isOfSettlement isEditor !isPersonal';
    const outside = '!isOfSettlement isModerator';
    // The board on somebody's own does what is its own line below and nothing else, moderator or not.
    const others = [
      ofSettlement,
      ...['!isEditor', '!isPersonal', 'isOwner'].map((not) => `${outside} ${not}`),
      'isOwner mayAdd',
    ];
    const allowed = {
      edit: others,
      move: others,
      show: [...others, `${board} isHiddenByBoard`],
      hide: [...others, board, 'isOwner isPersonal'],
      remove: [...others, `${board} isOfTask`, 'isOwner isPersonal'],
      restore: [...others, board],
    };
    for (const [change, lines] of Object.entries(allowed))
      allowsOnly(flags, (who) => mayChangeMedia(who, change as keyof typeof allowed), lines);
  });

  it('reads captions that were replaced', () => {
    const own = { ownerId: '1' };
    assert.ok(isPersonalMedia({ parcelId: '5', subjectType: 'parcel' }));
    assert.ok(isPersonalMedia({ parcelId: null, subjectType: 'task' }));
    assert.ok(isPersonalMedia({ parcelId: null, subjectType: 'review' }));
    assert.ok(!isPersonalMedia({ parcelId: null, subjectType: 'settlement' }));
    const ofPlot = { ...own, parcelId: '5', subjectType: 'parcel' } as const;
    assert.ok(mayReadReplacedCaptions(ofPlot, '1'));
    assert.ok(!mayReadReplacedCaptions(ofPlot, '2'));
    assert.ok(mayReadReplacedCaptions({ ...own, parcelId: null, subjectType: 'settlement' }, '2'));
  });
});

describe('who may: meters', () => {
  const flags = [
    'isMember',
    'isEditor',
    'readsAsBoard',
    'forBoard',
    'isCommon',
    'isResident',
    'isKeeper',
  ] as const;
  const forBoard = '!isCommon forBoard';

  it('sees one, types into it and takes a reading back', () => {
    const seeing = [
      'isCommon isResident',
      'isCommon readsAsBoard',
      '!isCommon isMember',
      `${forBoard} readsAsBoard`,
    ];
    allowsOnly(flags, maySeeMeter, seeing);
    const typing = [
      'isCommon isEditor',
      'isCommon isKeeper isResident',
      '!isCommon isMember',
      `${forBoard} isEditor`,
    ];
    allowsOnly(flags, mayTypeReading, typing);
    const takingBack = (isByBoard: boolean, typedBy: string) => (who: Parameters<typeof maySeeMeter>[0]) =>
      mayTakeBackReading(who, { isByBoard, typedBy }, '1');
    allowsOnly(flags, takingBack(true, '1'), ['!isMember', 'isEditor']);
    allowsOnly(flags, takingBack(false, '1'), ['!isCommon', '!isMember', 'isEditor']);
    allowsOnly(flags, takingBack(false, '2'), ['isCommon !isMember', 'isCommon isEditor']);
  });

  it('sees readings: the household since it lives there, of what a device measures all', () => {
    const at = now.getTime();
    const read = (memberSince: Date | null, sensorId: string | null) => (who: object) =>
      maySeeReading({ ...(who as Parameters<typeof maySeeMeter>[0]), memberSince, sensorId }, at);
    const board = ['isCommon', 'forBoard readsAsBoard'];
    for (const since of [hoursAgo(1), now]) allowsOnly(flags, read(since, null), [...board, 'isMember']);
    allowsOnly(flags, read(hoursAgo(-1), null), board);
    allowsOnly(flags, read(hoursAgo(-1), '7'), [...board, 'isMember']);
    allowsOnly(flags, read(null, '7'), board);
  });

  it('lets the board read one', () => {
    const who = ['isOwn', 'isKeptByBoard', 'isPlotOwner'] as const;
    allowsOnly(who, mayShareMeter, ['isOwn', 'isKeptByBoard isPlotOwner']);
  });
});

describe('who may: the board and its village', () => {
  it('manages the board and leaves it', () => {
    allowsOnly(['isEditor', 'isModerator'], mayManageBoard, ['isEditor', 'isModerator']);
    assert.notEqual(mayLeaveBoard(['1'], '1'), true);
    assert.equal(mayLeaveBoard(['1', '2'], '1'), true);
    assert.equal(mayLeaveBoard(['1'], '2'), true);
  });

  it('answers a motion', () => {
    allowsOnly(['isEditor', 'isProposer', 'isSubject'], mayAnswerMotion, ['isEditor !isProposer !isSubject']);
    assert.notEqual(mayWantSecondMember(1), true);
    assert.equal(mayWantSecondMember(2), true);
  });

  it('reads what residents read, imports of land, hidden reviews and what stands on a plot', () => {
    allowsOnly(roleFlags, mayReadAsResident, ['readsAsBoard', 'isResident']);
    allowsOnly(roleFlags, (role) => maySeeLandImports(role, false), ['readsAsBoard', 'isEditor']);
    assert.equal(maySeeLandImports(noSettlementRole, true), true);
    assert.ok(isImportLimitedToOwnLand({ isModerator: false }));
    assert.ok(!isImportLimitedToOwnLand({ isModerator: true }));
    allowsOnly(roleFlags, (role) => maySeeHiddenReviews(role, false), ['readsAsBoard']);
    assert.ok(maySeeHiddenReviews(noSettlementRole, true));
    allowsOnly(['isMember', 'readsAsBoard'], maySeeObjects, ['isMember', 'readsAsBoard']);
    allowsOnly(['isMember'], mayEditObjects, ['isMember']);
  });

  it('takes a file into a document of the village', () => {
    const file = { settlementId: '1', subjectType: 'settlement', visibility: 'private', state: 'ready' };
    assert.ok(isUnusedDocumentFile(file, '1'));
    assert.ok(isUnusedDocumentFile({ ...file, state: 'processing' }, '1'));
    for (const other of [
      { settlementId: '2' },
      { subjectType: 'parcel' },
      { visibility: 'residents' },
      { state: 'failed' },
    ])
      assert.ok(!isUnusedDocumentFile({ ...file, ...other }, '1'), JSON.stringify(other));
  });

  it('keeps the register', () => {
    assert.equal(mayManageRegister(true), true);
    assert.notEqual(mayManageRegister(false), true);
    assert.equal(mayReadRegister(true), true);
    assert.notEqual(mayReadRegister(false), true);
  });

  it('confirms residents and ends their stay: an owner those of the family and tenants', () => {
    const who = ['isEditor', 'isOwner'] as const;
    const confirm = (claim: Parameters<typeof mayConfirmResident>[1], role?: 'owner' | 'family' | 'tenant') =>
      allowsOnly(
        who,
        (each) => mayConfirmResident(each, claim, role),
        claim?.state === 'claimed' && claim.role !== 'owner' && role !== 'owner'
          ? ['isEditor', 'isOwner']
          : ['isEditor'],
      );
    for (const role of ['owner', 'family', 'tenant'] as const)
      for (const state of ['claimed', 'confirmed', 'ended'] as const)
        for (const wanted of [undefined, 'owner', 'family', 'tenant'] as const)
          confirm({ state, role }, wanted);
    confirm(undefined);
    const ending = ['isEditor', 'isOwner', 'isOwn'] as const;
    const resident = (state: 'claimed' | 'confirmed', role: 'owner' | 'tenant') => ({ state, role });
    allowsOnly(ending, (each) => mayEndResidency(each, resident('confirmed', 'tenant')), ending);
    allowsOnly(ending, (each) => mayEndResidency(each, resident('confirmed', 'owner')), [
      'isEditor',
      'isOwn',
    ]);
    allowsOnly(ending, (each) => mayEndResidency(each, resident('claimed', 'tenant')), ['isEditor', 'isOwn']);
    allowsOnly(who, (each) => mayTakeBackEnding(each, { role: 'family' }), who);
    allowsOnly(who, (each) => mayTakeBackEnding(each, { role: 'owner' }), ['isEditor']);
  });

  it('reads names and addresses of others: with the scope for it', () => {
    const of = (isOwn: boolean, ...scopes: ('mcp:read' | 'mcp:private')[]) =>
      maySeePersonalData({ isOwn, scopes: new Set(scopes) });
    assert.deepEqual([of(true), of(false, 'mcp:read'), of(false, 'mcp:private')], [true, false, true]);
  });

  it('writes a task, decides a report, tells urgently', () => {
    allowsOnly(roleFlags, mayWriteTask, ['isEditor', 'isResident']);
    assert.equal(mayDecideReport(['author', 'handler']), true);
    assert.notEqual(mayDecideReport(['author', 'assignee']), true);
    const announcement = { kind: 'announcement', visibility: 'residents' };
    assert.equal(mayBeUrgent(announcement), true);
    assert.notEqual(mayBeUrgent({ ...announcement, kind: 'post' }), true);
    assert.notEqual(mayBeUrgent({ ...announcement, visibility: 'private' }), true);
    assert.equal(mayTellUrgently(1, 2), true);
    assert.notEqual(mayTellUrgently(2, 2), true);
  });

  it('lifts a sanction and decides an appeal', () => {
    const sanction = (office: SanctionToJudge['office'], accountId = '5'): SanctionToJudge => ({
      kind: 'silence',
      office,
      accountId,
      imposedBy: '6',
      imposedAt: hoursAgo(5),
      until: null,
      endedAt: null,
      appealedAt: null,
      appealOutcome: null,
    });
    const flags = ['isEditor', 'isModerator', 'hasOtherModerator'] as const;
    const by = (accountId: string) => (who: Record<(typeof flags)[number], boolean>) => ({
      ...who,
      accountId,
    });
    const lifts = (what: SanctionToJudge, accountId: string, lines: string[]) =>
      allowsOnly(flags, (who) => mayLiftSanction(what, by(accountId)(who)), lines);
    lifts(sanction('board'), '1', ['isModerator', 'isEditor']);
    lifts(sanction('platform'), '1', ['isModerator']);
    lifts(sanction('board', '1'), '1', []);
    const decides = (accountId: string, lines: string[]) =>
      allowsOnly(flags, (who) => mayDecideAppeal(sanction('board'), by(accountId)(who)), lines);
    decides('1', ['isModerator']);
    decides('5', []);
    decides('6', ['isModerator !hasOtherModerator']);
  });
});

describe('who may: the installation', () => {
  it('sees roles, manages them and configures it', () => {
    const flags = ['isModerator', 'isOperator'] as const;
    allowsOnly(flags, maySeeRoles, flags);
    allowsOnly(flags, mayManageRoles, ['isOperator']);
    allowsOnly(flags, mayConfigureInstallation, ['isOperator']);
    assert.notEqual(mayGrantRole('1', '1'), true);
    assert.equal(mayGrantRole('1', '2'), true);
    assert.notEqual(mayRevokeRole(['1'], '1'), true);
    assert.equal(mayRevokeRole(['1'], '2'), true);
    assert.equal(mayRevokeRole(['1', '2'], '1'), true);
  });

  it('adds settlements and asks for them', () => {
    allowsOnly(['isModerator'], mayAddSettlements, ['isModerator']);
    assert.equal(mayRequestSettlement({ waiting: 2, lately: 4 }), true);
    assert.notEqual(mayRequestSettlement({ waiting: 3, lately: 0 }), true);
    assert.notEqual(mayRequestSettlement({ waiting: 0, lately: 5 }), true);
  });
});

describe('who may: companies', () => {
  it('sees one, and decides on its representatives', () => {
    const sees = (state: CompanyState, own: 'confirmed' | 'ended' | null, isModerator = false) =>
      maySeeCompany(state, { isModerator, own });
    assert.ok(sees('verified', null) && sees('waiting', null) && sees('closed', null));
    assert.ok(!sees('refused', null) && !sees('refused', 'ended'));
    assert.ok(sees('refused', 'confirmed') && sees('refused', null, true));
    const decide = (
      isModerator: boolean,
      account_id: string,
      state: 'confirmed' | 'ended',
      former: 'ended' | null,
    ) => mayDecideRepresentative({ isModerator, accountId: '1' }, { account_id, state }, former) === true;
    assert.ok(decide(true, '2', 'ended', null), 'a moderator removes');
    assert.ok(decide(false, '1', 'ended', null), 'steps down');
    assert.ok(!decide(false, '2', 'ended', null), 'removes another');
    assert.ok(decide(false, '2', 'confirmed', null), 'takes somebody in');
    assert.ok(!decide(false, '2', 'confirmed', 'ended'), 'takes back in whom a moderator may have removed');
  });

  it('brings one to another state', () => {
    const may = (from: CompanyState, to: CompanyState, ...parties: CompanyParty[]) =>
      mayBringTo(from, to, parties) === true;
    assert.ok(
      may('waiting', 'verified', 'moderator') && !may('waiting', 'verified', 'representative', 'last'),
    );
    assert.ok(may('refused', 'waiting', 'representative') && !may('refused', 'waiting', 'moderator'));
    assert.ok(may('verified', 'closed', 'last') && !may('verified', 'closed', 'representative'));
    assert.ok(may('closed', 'verified', 'moderator') && !may('closed', 'verified', 'last'));
  });

  it('learns of a review and reports it', () => {
    for (const visibility of visibilities) {
      const seen = { visibility, isHidden: false };
      assert.equal(isCompanyNotified('company', seen), visibility !== 'private');
      assert.ok(!isCompanyNotified('contact', seen));
      assert.ok(!isCompanyNotified('company', { ...seen, isHidden: true }));
      const reader = { settlementRole: noSettlementRole, isModerator: false };
      const report = (isHidden: boolean, representsSubject: boolean) =>
        maySeeReportedReview({ visibility, isHidden }, { ...reader, representsSubject });
      assert.equal(report(false, true), visibility !== 'private');
      assert.equal(report(false, false), visibility === 'public');
      assert.ok(!report(true, true));
    }
  });
});

describe('who may: one’s own', () => {
  it('reads words that were replaced', () => {
    const read = (kind: 'diary' | 'post', accountId: string | null, isEditor: boolean) =>
      mayReadReplacedWords({ kind, authorId: '1' }, { isEditor }, accountId);
    assert.deepEqual(
      [read('diary', '1', false), read('diary', '2', true), read('diary', null, false)],
      [true, false, false],
    );
    assert.deepEqual([read('post', '1', false), read('post', '2', true)], [false, true]);
  });

  it('has a copy of the data made: one at a time and one a day', () => {
    const may = (latest: Parameters<typeof mayRequestExport>[0]) => mayRequestExport(latest, now) === true;
    assert.ok(may(undefined));
    assert.ok(may({ state: 'failed', requestedAt: now }));
    assert.ok(!may({ state: 'waiting', requestedAt: hoursAgo(48) }));
    assert.ok(!may({ state: 'ready', requestedAt: hoursAgo(23.9) }));
    assert.ok(may({ state: 'ready', requestedAt: hoursAgo(24) }));
  });

  it('reminds of a claim once, after a day, and invites so many', () => {
    const may = (hours: number, remindedAt: Date | null = null) =>
      mayRemindOfClaim({ createdAt: hoursAgo(hours), remindedAt }, now) === true;
    assert.deepEqual([may(23.9), may(24), may(48, hoursAgo(1))], [false, true, false]);
    assert.equal(mayInvite({ ofParcel: 9, toAddress: 2 }), true);
    assert.notEqual(mayInvite({ ofParcel: 10, toAddress: 0 }), true);
    assert.notEqual(mayInvite({ ofParcel: 0, toAddress: 3 }), true);
  });

  it('keeps the secret of a device where it goes to the same place', () => {
    const may = (before: object, after: object) =>
      mayKeepSecret(before as Record<string, unknown>, after as Record<string, unknown>) === true;
    assert.ok(may({ url: 'https://home.example/a' }, { url: 'https://home.example/b' }));
    assert.ok(!may({ url: 'https://home.example/a' }, { url: 'https://home.example:8443/a' }));
    assert.ok(!may({ url: 'https://home.example/a' }, { url: 'http://home.example/a' }));
    assert.ok(may({ host: 'Broker', port: 1883 }, { host: 'broker', port: 1883 }));
    assert.ok(!may({ host: 'broker', port: 1883 }, { host: 'broker', port: 8883 }));
    assert.ok(!may({ host: 'broker', tls: true }, { host: 'broker', tls: false }));
    assert.ok(!may({ url: 'no address' }, { url: 'another' }));
    assert.ok(!may({}, { host: 'broker' }));
  });
});
