/** Actions of the audit by what they are about: what one chooses from. `read_register` also has earlier names. */
export const auditKinds = {
  people: [
    'confirm_resident',
    'remove_resident',
    'request_residency',
    'save_person',
    'remove_person',
    'join_person',
    'part_person',
    'end_person',
    'take_back_ending',
    'import_residents',
    'export_people',
  ],
  invitations: [
    'invite_people',
    'print_people_letters',
    'invite_person',
    'print_person_letter',
    'invite_to_plot',
    'withdraw_invitation',
    'issue_plot_codes',
  ],
  land: [
    'set_settlement_boundary',
    'import_land',
    'undo_land_import',
    'add_plots',
    'set_plot_kind',
    'remove_plot',
  ],
  meters: [
    'add_meter',
    'end_meter',
    'type_meter_reading',
    'take_back_meter_reading',
    'export_meters',
    'remind_of_meters',
    'set_meter_day',
    'import_fees',
    'take_back_fees',
    'name_keeper',
  ],
  texts: [
    'edit_article',
    'publish_article',
    'remove_article',
    'edit_media',
    'remove_media',
    'add_settlement_document',
    'edit_settlement_document',
    'replace_settlement_document',
    'remove_settlement_document',
  ],
  directory: ['approve_change_proposal', 'reject_change_proposal', 'edit_contact'],
  reports: [
    'edit_task',
    'moderate_review',
    'read_report_context',
    'impose_sanction',
    'lift_sanction',
    'decide_appeal',
  ],
  companies: ['register_company', 'edit_company'],
  knowledge: [
    'approve_knowledge_revision',
    'reject_knowledge_revision',
    'publish_knowledge_article',
    'roll_back_knowledge_article',
    'remove_knowledge_article',
  ],
  villages: ['decide_settlement_request', 'create_settlement'],
  board: [
    'appoint_editor',
    'dismiss_editor',
    'invite_to_board',
    'withdraw_board_invitation',
    'set_board_title',
    'set_second_member',
    'propose_motion',
    'second_motion',
    'refuse_motion',
    'withdraw_motion',
    'edit_settlement',
    'create_settlement',
    'decide_settlement_request',
  ],
  reading: ['read_register', 'list_people', 'list_residents', 'list_plots_to_visit'],
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

/** What moderators choose from; boards from all the others. */
export const platformAuditKinds = ['companies', 'knowledge', 'reports', 'villages'] as const;
export const boardAuditKinds = auditKindNames.filter(
  (kind) => kind === 'reports' || !(platformAuditKinds as readonly string[]).includes(kind),
);

export const isReading = (action: string) => (auditKinds.reading as readonly string[]).includes(action);
