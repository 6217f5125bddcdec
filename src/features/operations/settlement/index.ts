import { confirm_resident } from './confirm_resident.ts';
import { edit_contact } from './edit_contact.ts';
import { list_contacts } from './list_contacts.ts';
import { list_residents } from './list_residents.ts';
import { list_settlements } from './list_settlements.ts';
import { measure_shapes } from './measure_shapes.ts';
import { remove_resident } from './remove_resident.ts';
import { request_residency } from './request_residency.ts';
import { set_settlement_boundary } from './set_settlement_boundary.ts';
import { shape_settlement_boundary } from './shape_settlement_boundary.ts';
import { show_settlement } from './show_settlement.ts';
import { write_contact } from './write_contact.ts';

export const settlementOperations = [
  confirm_resident,
  edit_contact,
  list_contacts,
  list_residents,
  list_settlements,
  measure_shapes,
  remove_resident,
  request_residency,
  set_settlement_boundary,
  shape_settlement_boundary,
  show_settlement,
  write_contact,
] as const;
