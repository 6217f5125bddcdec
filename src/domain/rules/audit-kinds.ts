/** Actions of the audit by what they are about: what a board chooses from. `read_register` also has earlier names. */
export const auditKinds = {
  people: [
    'confirm_resident',
    'remove_resident',
    'request_residency',
    'save_person',
    'remove_person',
    'join_person',
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
    'remove_settlement_document',
  ],
  directory: [
    'approve_change_proposal',
    'reject_change_proposal',
    'edit_contact',
    'moderate_review',
    'edit_task',
  ],
  board: [
    'appoint_editor',
    'dismiss_editor',
    'edit_settlement',
    'create_settlement',
    'decide_settlement_request',
  ],
  reading: ['read_register', 'list_people', 'list_residents', 'list_plots_to_visit'],
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

export const isReading = (action: string) => (auditKinds.reading as readonly string[]).includes(action);
