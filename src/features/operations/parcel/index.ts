import { edit_parcel_object } from './edit_parcel_object.ts';
import { list_buildings } from './list_buildings.ts';
import { list_my_parcels } from './list_my_parcels.ts';
import { list_parcel_objects } from './list_parcel_objects.ts';
import { list_parcels } from './list_parcels.ts';
import { show_parcel_object } from './show_parcel_object.ts';
import { write_parcel_object } from './write_parcel_object.ts';

export const parcelOperations = [
  edit_parcel_object,
  list_buildings,
  list_my_parcels,
  list_parcel_objects,
  list_parcels,
  show_parcel_object,
  write_parcel_object,
] as const;
