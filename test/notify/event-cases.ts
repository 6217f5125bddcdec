import { motionKinds } from '../../src/domain/rules/board-motions.ts';
import { endingKinds } from '../../src/domain/rules/residency-ending.ts';
import type { DirectEvent } from '../../src/features/notify/event-routing.ts';
import type { Persona, Village } from '../harness/village.ts';

/** One event of every type and outcome with its expected recipients. A missing type fails the build. */
export type EventRecipient = Persona | 'otherBoard';
export type EventCases = {
  [Type in DirectEvent['type']]: [Extract<DirectEvent, { type: Type }>, EventRecipient[]][];
};

type Decided = Pick<Extract<DirectEvent, { type: 'residency_decided' }>, 'outcome' | 'reason' | 'ended'>;

export function listEventCases(village: Village): EventCases {
  const { accounts, settlement, other, companyId } = village;
  const settlementId = settlement.id;
  const decided = { accountId: accounts.resident, settlementId } as const;
  const proposal = { proposalId: '501', subjectName: 'Магазин' } as const;
  const review = { subjectType: 'contact', subjectId: '601', subjectName: 'Электрик' } as const;
  const task = { taskId: '701', title: 'Починить ворота' } as const;
  const article = { articleId: '801', slug: 'kolodets', title: 'Колодец' } as const;
  const sanction = { sanctionId: '1301', accountId: accounts.resident } as const;
  const appeal = {
    ...({ type: 'appeal_decided', ...sanction, reason: 'Так решили', byId: accounts.moderator } as const),
  };
  const reviewDecision = {
    ...({ type: 'reported_review_decided', reviewId: '1302', settlementId, ...review } as const),
    ...{ reporterId: accounts.neighbour, reason: 'Без оскорблений' },
  };
  const photo = { parcelId: '3', taskId: null, caption: 'Забор' } as const;
  return {
    proposal_waiting: [
      [{ type: 'proposal_waiting', settlementId, ...proposal, authorId: accounts.resident }, ['editor']],
      [{ type: 'proposal_waiting', settlementId, ...proposal, authorId: accounts.editor }, []],
      [
        { type: 'proposal_waiting', settlementId: other.id, ...proposal, authorId: accounts.outsider },
        ['otherBoard'],
      ],
    ],
    proposal_decided: [
      [{ type: 'proposal_decided', ...decided, ...proposal, approved: true, reason: null }, ['resident']],
      [{ type: 'proposal_decided', ...decided, ...proposal, approved: false, reason: 'нет' }, ['resident']],
    ],
    knowledge_waiting: [
      [
        { type: 'knowledge_waiting', ...article, revisionId: '802', authorId: accounts.resident },
        ['moderator'],
      ],
    ],
    knowledge_decided: [
      [
        { type: 'knowledge_decided', accountId: accounts.resident, ...article, passed: true, reason: null },
        ['resident'],
      ],
      [
        {
          type: 'knowledge_decided',
          accountId: accounts.resident,
          ...article,
          passed: false,
          reason: 'сыро',
        },
        ['resident'],
      ],
    ],
    residency_joined: [
      [
        {
          type: 'residency_joined',
          parcelId: '3',
          plotNumber: '3',
          accountId: accounts.newcomer,
          invitedBy: accounts.resident,
        },
        ['resident'],
      ],
      [
        {
          type: 'residency_joined',
          parcelId: '3',
          plotNumber: '3',
          accountId: accounts.newcomer,
          invitedBy: null,
        },
        [],
      ],
    ],
    residency_waiting: [
      [
        {
          type: 'residency_waiting',
          settlementId,
          membershipId: '901',
          plotNumber: '3',
          accountId: accounts.newcomer,
        },
        ['editor'],
      ],
    ],
    residency_reminded: [
      [
        {
          type: 'residency_reminded',
          settlementId,
          membershipId: '901',
          plotNumber: '3',
          accountId: accounts.newcomer,
        },
        ['editor'],
      ],
    ],
    residency_asked: [
      [
        {
          type: 'residency_asked',
          membershipId: '4711',
          parcelId: village.plots.resident,
          plotNumber: '1',
          accountId: accounts.newcomer,
        },
        ['resident'],
      ],
      [
        {
          type: 'residency_asked',
          membershipId: '4711',
          parcelId: village.plots.resident,
          plotNumber: '1',
          accountId: accounts.resident,
        },
        [],
      ],
      [
        {
          type: 'residency_asked',
          membershipId: '4711',
          parcelId: village.plots.empty,
          plotNumber: '4',
          accountId: accounts.newcomer,
        },
        [],
      ],
    ],
    residency_decided: (
      [
        ['confirmed', null],
        ['confirmed', 'Ключи у сторожа'],
        ['refused', null],
        ['ended', null],
      ] as const
    )
      .map(([outcome, reason]): Decided => ({ outcome, reason }))
      .concat(
        endingKinds.map((kind) => ({ outcome: 'ended', reason: null, ended: { kind, on: '2026-05-03' } })),
      )
      .map((how) => [
        { type: 'residency_decided', accountId: accounts.newcomer, settlementId, plotNumber: '3', ...how },
        ['newcomer'],
      ]),
    residency_restored: [
      [
        { type: 'residency_restored', accountId: accounts.newcomer, settlementId, plotNumber: '3' },
        ['newcomer'],
      ],
    ],
    review_posted: [
      [
        {
          type: 'review_posted',
          settlementId,
          settlementName: 'Берёзка',
          companyId,
          companyName: 'Колодцы',
          authorId: accounts.resident,
        },
        ['company'],
      ],
    ],
    review_answered: [[{ type: 'review_answered', ...decided, ...review }, ['resident']]],
    article_hidden: [
      [
        { type: 'article_hidden', ...decided, slug: 'kolodets', title: 'Колодец', reason: 'имена' },
        ['resident'],
      ],
      [
        { type: 'article_hidden', ...decided, slug: 'kolodets', title: 'Колодец', reason: null },
        ['resident'],
      ],
    ],
    article_shown: [
      [{ type: 'article_shown', ...decided, slug: 'kolodets', title: 'Колодец', reason: null }, ['resident']],
    ],
    article_published: [
      [{ type: 'article_published', ...decided, slug: 'kolodets', title: 'Колодец' }, ['resident']],
    ],
    media_hidden: [
      [{ type: 'media_hidden', ...decided, ...photo, reason: 'лица' }, ['resident']],
      [{ type: 'media_hidden', ...decided, ...photo, reason: null }, ['resident']],
    ],
    media_shown: [[{ type: 'media_shown', ...decided, ...photo, reason: null }, ['resident']]],
    media_removed: [
      [{ type: 'media_removed', ...decided, ...photo, taskId: '701', reason: null }, ['resident']],
    ],
    review_moderated: [
      [{ type: 'review_moderated', ...decided, ...review, hidden: true, reason: 'брань' }, ['resident']],
      [{ type: 'review_moderated', ...decided, ...review, hidden: false, reason: null }, ['resident']],
    ],
    task_written: [
      [
        {
          type: 'task_written',
          settlementId,
          ...task,
          authorId: accounts.resident,
          addressee: 'board',
          companyId: null,
          assigneeIds: [],
        },
        ['editor'],
      ],
      [
        {
          type: 'task_written',
          settlementId,
          ...task,
          authorId: accounts.resident,
          addressee: 'board',
          companyId: null,
          assigneeIds: [accounts.editor],
        },
        [],
      ],
      [
        {
          type: 'task_written',
          settlementId,
          ...task,
          authorId: accounts.resident,
          addressee: 'company',
          companyId,
          assigneeIds: [],
        },
        ['company'],
      ],
    ],
    task_assigned: [
      [
        { type: 'task_assigned', accountIds: [accounts.neighbour], ...task, byId: accounts.editor },
        ['neighbour'],
      ],
      [{ type: 'task_assigned', accountIds: [accounts.editor], ...task, byId: accounts.editor }, []],
    ],
    task_offered: [
      [
        { type: 'task_offered', accountIds: [accounts.neighbour], ...task, byId: accounts.resident },
        ['neighbour'],
      ],
    ],
    task_accepted: [
      [
        { type: 'task_accepted', accountId: accounts.resident, ...task, byId: accounts.neighbour },
        ['resident'],
      ],
    ],
    task_declined: [[{ type: 'task_declined', accountId: accounts.resident, ...task }, ['resident']]],
    task_changed: (['open', 'in_progress', 'done', 'cancelled'] as const).map((status) => [
      {
        type: 'task_changed',
        accountIds: [accounts.resident, accounts.editor],
        ...task,
        status,
        byId: accounts.editor,
      },
      ['resident'],
    ]),
    meter_due: [
      [
        {
          type: 'meter_due',
          accountIds: [accounts.resident],
          parcelId: village.plots.resident,
          kind: 'energy',
          day: '2026-11-25',
        },
        ['resident'],
      ],
    ],
    task_due: [
      [
        { type: 'task_due', accountIds: [accounts.resident, accounts.company], ...task, dueOn: '2026-11-20' },
        ['resident', 'company'],
      ],
    ],
    company_claimed: [
      [{ type: 'company_claimed', companyId, name: 'Колодцы', accountId: accounts.newcomer }, ['moderator']],
    ],
    company_asks_again: [
      [
        { type: 'company_asks_again', companyId, name: 'Колодцы', accountId: accounts.company },
        ['moderator'],
      ],
    ],
    company_decided: (['verified', 'unverified', 'refused', 'closed'] as const).flatMap((outcome) =>
      ['', 'нет такой'].map((reason): EventCases['company_decided'][number] => [
        {
          type: 'company_decided',
          companyId,
          name: 'Колодцы',
          outcome,
          reason,
          accountIds: [accounts.company, accounts.newcomer],
          byId: accounts.newcomer,
        },
        ['company'],
      ]),
    ),
    company_joined: [true, false].map((isAsking) => [
      {
        type: 'company_joined',
        companyId,
        name: 'Колодец',
        into: 'Колодцы',
        accountIds: [accounts.newcomer],
        isAsking,
        byId: accounts.moderator,
      },
      ['newcomer'],
    ]),
    report_joined: [
      [
        {
          type: 'report_joined',
          accountId: accounts.neighbour,
          taskId: '701',
          title: 'Неправда',
          into: 'Колодцы',
        },
        ['neighbour'],
      ],
    ],
    company_orders_ended: (['closed', 'refused'] as const).map((why) => [
      {
        type: 'company_orders_ended',
        companyId,
        name: 'Колодцы',
        why,
        accountIds: [accounts.resident, accounts.neighbour],
        byId: accounts.neighbour,
      },
      ['resident'],
    ]),
    representative_decided: (['confirmed', 'refused', 'ended'] as const).flatMap((outcome) =>
      ['', 'вас там не знают'].map((reason): EventCases['representative_decided'][number] => [
        {
          type: 'representative_decided',
          companyId,
          name: 'Колодцы',
          accountId: accounts.newcomer,
          outcome,
          reason,
          byId: accounts.moderator,
        },
        ['newcomer'],
      ]),
    ),
    representatives_changed: [true, false].map((isTaken) => [
      {
        type: 'representatives_changed',
        companyId,
        name: 'Колодцы',
        person: { id: accounts.newcomer, name: 'Нина Новикова' },
        isTaken,
        byId: accounts.moderator,
      },
      ['company'],
    ]),
    settlement_asked: [
      [
        { type: 'settlement_asked', requestId: '1301', name: 'Ручьи', authorId: accounts.newcomer },
        ['moderator'],
      ],
      [{ type: 'settlement_asked', requestId: '1301', name: 'Ручьи', authorId: accounts.moderator }, []],
    ],
    settlement_decided: [null, true, false].map((isBoard) => [
      {
        type: 'settlement_decided',
        accountId: accounts.newcomer,
        name: 'Ручьи',
        accepted: isBoard === null ? null : { slug: 'ruchi', isBoard },
        reason: isBoard === null ? 'Уже есть' : null,
      },
      ['newcomer'],
    ]),
    role_changed: (['moderator', 'operator'] as const).flatMap((role) =>
      [true, false].map((isGiven): [Extract<DirectEvent, { type: 'role_changed' }>, EventRecipient[]] => [
        {
          type: 'role_changed',
          accountId: accounts.resident,
          role,
          isGiven,
          reason: 'помогает',
          byId: accounts.moderator,
        },
        ['resident'],
      ]),
    ),
    role_of_another_changed: (['moderator', 'operator'] as const).flatMap((role) =>
      [true, false].map(
        (isGiven): [Extract<DirectEvent, { type: 'role_of_another_changed' }>, EventRecipient[]] => [
          {
            type: 'role_of_another_changed',
            accountIds: [accounts.moderator, accounts.editor],
            name: 'Анна',
            role,
            isGiven,
            reason: 'помогает',
            byId: accounts.moderator,
          },
          ['editor'],
        ],
      ),
    ),
    board_invitation: (['editor', 'auditor'] as const).map((role) => [
      {
        type: 'board_invitation',
        invitationId: '1301',
        accountId: accounts.resident,
        role,
        village: 'Берёзка',
        by: { id: accounts.editor, name: 'Пётр Петров' },
        reason: 'помогает',
      },
      ['resident'],
    ]),
    motion_waiting: motionKinds.map((kind) => [
      {
        type: 'motion_waiting',
        settlementId,
        motionId: '1302',
        kind,
        by: { id: accounts.moderator, name: 'Пётр Петров' },
        subjectId: null,
        village: 'Берёзка',
      },
      ['editor'],
    ]),
    motion_answered: (['seconded', 'refused'] as const).map((answer) => [
      {
        type: 'motion_answered',
        settlementId,
        motionId: '1302',
        answer,
        accountId: accounts.editor,
        by: { id: accounts.moderator, name: 'Пётр Петров' },
        reason: answer === 'refused' ? 'сначала обсудим' : null,
      },
      ['editor'],
    ]),
    board_invitation_declined: [
      [
        {
          type: 'board_invitation_declined',
          settlementId,
          person: { id: accounts.resident, name: 'Анна Иванова' },
          inviterId: accounts.editor,
        },
        ['editor'],
      ],
    ],
    board_changed: (
      [
        ['taken', 'editor', 'board'],
        ['taken', 'auditor', 'board'],
        ['dismissed', 'editor', 'board'],
        ['dismissed', 'editor', 'person'],
        ['left', 'editor', 'board'],
        ['left', 'editor', 'person'],
      ] as const
    ).map(([change, role, to]): [Extract<DirectEvent, { type: 'board_changed' }>, EventRecipient[]] => {
      const by = change === 'left' ? 'resident' : 'moderator';
      return [
        {
          type: 'board_changed',
          settlementId,
          settlementName: 'Берёзка',
          person: { id: accounts.resident, name: 'Анна Иванова' },
          role,
          change,
          by: { id: accounts[by], name: 'Пётр Петров' },
          reason: change === 'left' ? null : 'помогает',
          to,
        },
        to === 'board' ? ['editor'] : change === 'left' ? [] : ['resident'],
      ];
    }),
    device_trouble: [
      [
        { type: 'device_trouble', accountId: accounts.resident, connectionId: '1001', name: 'Дом' },
        ['resident'],
      ],
    ],
    sensor_alert: (['below', 'above', 'silent', 'on'] as const).map((alert) => [
      {
        type: 'sensor_alert',
        alert,
        connectionId: '1001',
        sensorId: '1201',
        sensorName: 'Теплица',
        part: '',
        kind: 'temperature',
        value: '4 °C',
        bound: '5 °C',
        since: '2026-11-14 09:30',
      },
      ['resident'],
    ]),
    message_received: [
      [
        {
          type: 'message_received',
          accountIds: [accounts.neighbour],
          conversationId: '1101',
          senderName: 'Анна',
        },
        ['neighbour'],
      ],
    ],
    review_reported: [
      [
        {
          type: 'review_reported',
          settlementId,
          taskId: '1203',
          partyIds: [accounts.resident, accounts.neighbour],
        },
        ['editor'],
      ],
    ],
    report_decided: ['', 'Грубость'].flatMap((reason) =>
      [true, false].map((hidden): EventCases['report_decided'][number] => [
        { type: 'report_decided', accountId: accounts.resident, ...task, hidden, reason },
        ['resident'],
      ]),
    ),
    reported_review_decided: [
      [{ ...reviewDecision, to: { accountId: accounts.resident }, hidden: false }, ['resident']],
      [{ ...reviewDecision, to: { companyId }, hidden: true }, ['company']],
      [{ ...reviewDecision, to: { companyId }, hidden: true, reporterId: accounts.company }, []],
      [{ ...reviewDecision, to: { settlementId }, hidden: false }, ['editor']],
    ],
    sanction_imposed: (['warning', 'silence', 'exclusion'] as const).flatMap((kind) =>
      (['board', 'platform'] as const).map((office): EventCases['sanction_imposed'][number] => [
        { type: 'sanction_imposed', ...sanction, kind, office, settlementId, days: 3, reason: 'Грубость' },
        ['resident'],
      ]),
    ),
    sanction_lifted: [[{ type: 'sanction_lifted', ...sanction, reason: 'Ошибка' }, ['resident']]],
    sanction_over: [[{ type: 'sanction_over', ...sanction }, ['resident']]],
    sanction_appealed: [
      [{ type: 'sanction_appealed', sanctionId: '1301', except: [accounts.resident] }, ['moderator']],
      [{ type: 'sanction_appealed', sanctionId: '1301', except: [accounts.moderator] }, []],
    ],
    appeal_decided: (['kept', 'lifted'] as const).flatMap((outcome): EventCases['appeal_decided'] => [
      [{ ...appeal, outcome, to: 'person', imposedBy: { settlementId } }, ['resident']],
      [{ ...appeal, outcome, to: 'imposer', imposedBy: { settlementId } }, ['editor']],
      [{ ...appeal, outcome, to: 'imposer', imposedBy: { accountId: accounts.editor } }, ['editor']],
      [{ ...appeal, outcome, to: 'imposer', imposedBy: { accountId: accounts.moderator } }, []],
    ]),
    message_reported: [
      [
        {
          type: 'message_reported',
          settlementId,
          taskId: '1201',
          partyIds: [accounts.resident, accounts.neighbour],
        },
        ['editor'],
      ],
      [
        {
          type: 'message_reported',
          settlementId: null,
          taskId: '1202',
          partyIds: [accounts.resident, accounts.editor],
        },
        ['moderator'],
      ],
    ],
  };
}
