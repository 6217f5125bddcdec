import { list_places } from './common/list_places.ts';
import { list_my_parcels } from './parcel/list_my_parcels.ts';
import { list_parcels } from './parcel/list_parcels.ts';
import { list_settlements } from './settlement/list_settlements.ts';
import { show_settlement } from './settlement/show_settlement.ts';
import { edit_profile } from './user/edit_profile.ts';
import { save_interface_settings } from './user/save_interface_settings.ts';
import { show_interface_settings } from './user/show_interface_settings.ts';
import { show_me } from './user/show_me.ts';

/** The list: what is not here does not exist. Kept by tag and name, which is the order everybody sees. */
export const operations = [
  // Common
  list_places,
  // Parcel
  list_my_parcels,
  list_parcels,
  // Settlement
  list_settlements,
  show_settlement,
  // User
  edit_profile,
  save_interface_settings,
  show_interface_settings,
  show_me,
] as const;
