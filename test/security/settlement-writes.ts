import type { Persona } from '../harness/village.ts';
import type { SampleNames } from '../web/cases/sample-data.ts';

/** Who may do it, and with what; in the order in which the things still exist. */
export interface SettlementWrite {
  who: Persona;
  input(
    names: SampleNames & { reading: string; fees: string; plotId: string; boardMeter: string },
  ): Record<string, unknown>;
}

/** What pages read in a settlement, and whether its auditor reads it as the board does. */
export const settlementReads: Readonly<
  Record<string, { isBoards?: true; input?(names: SampleNames): Record<string, unknown> }>
> = {
  list_board: {},
  list_board_meters: {},
  list_board_queue: { isBoards: true },
  list_common_devices: {},
  list_decisions: {},
  list_event_days: { isBoards: true, input: ({ article }) => ({ article }) },
  list_events: { input: () => ({ from: '2026-01-01T00:00:00Z', until: '2026-01-30T00:00:00Z' }) },
  list_fee_tables: {},
  list_former_residents: {},
  list_invitations: {},
  list_land_around: { isBoards: true, input: () => ({ near: 100, with_geometry: false }) },
  list_land_imports: {},
  list_motions: {},
  list_people: {},
  list_plots_to_visit: { input: ({ article }) => ({ article }) },
  list_sanctions: { input: () => ({ of: 'board' }) },
  list_settlement_documents: {},
  show_board_start: { isBoards: true },
  show_document_reading: { input: ({ document }) => ({ document }) },
  show_land_columns: { isBoards: true, input: (names) => ({ import: names.import }) },
  show_land_import: { input: (names) => ({ import: names.import }) },
  show_motion: { input: ({ motion }) => ({ motion }) },
  show_person: { input: ({ person }) => ({ person }) },
  show_person_to_end: { isBoards: true, input: ({ person }) => ({ person }) },
  show_second_member: {},
  show_settlement_document: { input: ({ document }) => ({ document }) },
};

const csv = (text: string) => Buffer.from(text).toString('base64');

/** What pages write in a settlement about its sample data, beside what the tables of lost updates and of faults have. */
export const settlementWrites: Readonly<Record<string, SettlementWrite>> = {
  add_settlement_document: {
    who: 'editor',
    input: ({ settlement, document }) => ({ settlement, title: 'Устав', day: '2026-01-01', file: document }),
  },
  confirm_document_reading: {
    who: 'resident',
    input: ({ settlement, document }) => ({ settlement, document, version: 1 }),
  },
  edit_settlement_document: {
    who: 'editor',
    input: ({ settlement, document }) => ({
      ...{ settlement, document, title: 'Смета на год', readers: 'residents' },
    }),
  },
  replace_settlement_document: {
    who: 'editor',
    input: ({ settlement, document }) => ({
      ...{ settlement, document, day: '2026-05-02', file: document, seen_version: 1 },
    }),
  },
  remove_settlement_document: {
    who: 'editor',
    input: ({ settlement, document }) => ({ settlement, document }),
  },
  edit_settlement: { who: 'editor', input: ({ settlement }) => ({ settlement, address: 'у реки' }) },
  import_fees: {
    who: 'editor',
    input: ({ settlement }) => ({ settlement, period: 'Взнос', csv: 'участок;начислено\n1;100\n' }),
  },
  share_fees: { who: 'resident', input: ({ plot }) => ({ parcel: plot, for_tenants: true }) },
  take_back_fees: { who: 'editor', input: ({ settlement, fees }) => ({ settlement, table: fees }) },
  import_land: {
    who: 'editor',
    input: ({ settlement }) => ({
      ...{ settlement, kind: 'plots', file_name: 'участки.csv' },
      file: csv('участок;площадь\n900;600\n'),
    }),
  },
  recheck_land_import: {
    who: 'editor',
    input: (names) => ({ settlement: names.settlement, import: names.import }),
  },
  apply_land_import: {
    who: 'editor',
    input: (names) => ({ settlement: names.settlement, import: names.import, seen: 'другое' }),
  },
  undo_land_import: {
    who: 'editor',
    input: (names) => ({ settlement: names.settlement, import: names.import }),
  },
  read_report_context: { who: 'editor', input: ({ report }) => ({ report }) },
  impose_sanction: {
    who: 'editor',
    input: ({ report }) => ({ report, kind: 'silence', days: 3, reason: 'Грубит соседям' }),
  },
  lift_sanction: { who: 'editor', input: ({ sanction }) => ({ sanction, reason: 'Извинился' }) },
  record_visit: {
    who: 'editor',
    input: ({ settlement, article, plotId }) => ({ settlement, article, parcel: plotId, outcome: 'told' }),
  },
  remind_of_claim: { who: 'newcomer', input: ({ resident }) => ({ resident }) },
  remind_of_meters: { who: 'editor', input: ({ settlement }) => ({ settlement, kind: 'energy' }) },
  set_second_member: { who: 'editor', input: ({ settlement }) => ({ settlement, wanted: true }) },
  propose_motion: {
    who: 'editor',
    input: ({ settlement }) => ({ settlement, kind: 'single_member' }),
  },
  refuse_motion: {
    who: 'editor',
    input: ({ settlement, motion }) => ({ settlement, motion, reason: 'Рано' }),
  },
  second_motion: { who: 'editor', input: ({ settlement, motion }) => ({ settlement, motion }) },
  withdraw_motion: { who: 'moderator', input: ({ settlement, motion }) => ({ settlement, motion }) },
  type_meter_reading: { who: 'resident', input: ({ meter }) => ({ meter, number: 130 }) },
  take_back_meter_reading: { who: 'resident', input: ({ meter, reading }) => ({ meter, reading }) },
  share_meter: { who: 'resident', input: ({ meter }) => ({ meter, for_board: false }) },
  end_meter: { who: 'editor', input: ({ boardMeter }) => ({ meter: boardMeter }) },
};
