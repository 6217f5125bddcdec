import { edit_media } from './edit_media.ts';
import { list_media } from './list_media.ts';
import { remove_media } from './remove_media.ts';
import { set_media_subject } from './set_media_subject.ts';
import { upload_media } from './upload_media.ts';

export const mediaOperations = [
  edit_media,
  list_media,
  remove_media,
  set_media_subject,
  upload_media,
] as const;
