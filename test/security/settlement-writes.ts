import type { Persona } from '../harness/village.ts';
import type { SampleNames } from '../web/cases/sample-data.ts';

/** Who may do it, and with what; in the order in which the things still exist. */
export interface SettlementWrite {
  who: Persona;
  input(names: SampleNames & { reading: string; fees: string; plotId: string }): Record<string, unknown>;
}

const csv = (text: string) => Buffer.from(text).toString('base64');

/** What pages write in a settlement about its sample data, beside what the tables of lost updates and of faults have. */
export const settlementWrites: Readonly<Record<string, SettlementWrite>> = {
  add_settlement_document: {
    who: 'editor',
    input: ({ settlement, document }) => ({ settlement, title: 'Устав', day: '2026-01-01', file: document }),
  },
  confirm_document_reading: {
    who: 'resident',
    input: ({ settlement, document }) => ({ settlement, document }),
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
  end_meter: { who: 'resident', input: ({ meter }) => ({ meter }) },
};
