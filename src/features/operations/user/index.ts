import { edit_profile } from './edit_profile.ts';
import { save_interface_settings } from './save_interface_settings.ts';
import { show_interface_settings } from './show_interface_settings.ts';
import { show_me } from './show_me.ts';

export const userOperations = [
  edit_profile,
  save_interface_settings,
  show_interface_settings,
  show_me,
] as const;
