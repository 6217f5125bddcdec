import { list_places } from './common/list_places.ts';
import { list_tagged } from './common/list_tagged.ts';
import { edit_company } from './company/edit_company.ts';
import { list_companies } from './company/list_companies.ts';
import { register_company } from './company/register_company.ts';
import { show_company } from './company/show_company.ts';
import { connect_device } from './device/connect_device.ts';
import { disconnect_device } from './device/disconnect_device.ts';
import { edit_device_connection } from './device/edit_device_connection.ts';
import { list_my_devices } from './device/list_my_devices.ts';
import { list_sensor_readings } from './device/list_sensor_readings.ts';
import { edit_article } from './journal/edit_article.ts';
import { list_articles } from './journal/list_articles.ts';
import { list_my_articles } from './journal/list_my_articles.ts';
import { publish_article } from './journal/publish_article.ts';
import { remove_article } from './journal/remove_article.ts';
import { show_article } from './journal/show_article.ts';
import { write_article } from './journal/write_article.ts';
import { approve_knowledge_revision } from './knowledge/approve_knowledge_revision.ts';
import { edit_knowledge_article } from './knowledge/edit_knowledge_article.ts';
import { list_knowledge_articles } from './knowledge/list_knowledge_articles.ts';
import { list_knowledge_queue } from './knowledge/list_knowledge_queue.ts';
import { list_knowledge_revisions } from './knowledge/list_knowledge_revisions.ts';
import { publish_knowledge_article } from './knowledge/publish_knowledge_article.ts';
import { quote_knowledge_article } from './knowledge/quote_knowledge_article.ts';
import { reject_knowledge_revision } from './knowledge/reject_knowledge_revision.ts';
import { remove_knowledge_article } from './knowledge/remove_knowledge_article.ts';
import { roll_back_knowledge_article } from './knowledge/roll_back_knowledge_article.ts';
import { search_shared_knowledge } from './knowledge/search_shared_knowledge.ts';
import { set_knowledge_article_cover } from './knowledge/set_knowledge_article_cover.ts';
import { show_knowledge_article } from './knowledge/show_knowledge_article.ts';
import { show_knowledge_figure } from './knowledge/show_knowledge_figure.ts';
import { show_knowledge_revision } from './knowledge/show_knowledge_revision.ts';
import { write_knowledge_article } from './knowledge/write_knowledge_article.ts';
import { edit_media } from './media/edit_media.ts';
import { list_media } from './media/list_media.ts';
import { remove_media } from './media/remove_media.ts';
import { set_media_subject } from './media/set_media_subject.ts';
import { upload_media } from './media/upload_media.ts';
import { list_conversations } from './messenger/list_conversations.ts';
import { list_messages } from './messenger/list_messages.ts';
import { read_conversation } from './messenger/read_conversation.ts';
import { send_message } from './messenger/send_message.ts';
import { list_notifications } from './notification/list_notifications.ts';
import { read_notification } from './notification/read_notification.ts';
import { set_notification_preferences } from './notification/set_notification_preferences.ts';
import { show_notification_preferences } from './notification/show_notification_preferences.ts';
import { edit_parcel_object } from './parcel/edit_parcel_object.ts';
import { list_buildings } from './parcel/list_buildings.ts';
import { list_my_parcels } from './parcel/list_my_parcels.ts';
import { list_parcel_objects } from './parcel/list_parcel_objects.ts';
import { list_parcels } from './parcel/list_parcels.ts';
import { show_parcel_object } from './parcel/show_parcel_object.ts';
import { write_parcel_object } from './parcel/write_parcel_object.ts';
import { approve_change_proposal } from './proposal/approve_change_proposal.ts';
import { list_change_proposals } from './proposal/list_change_proposals.ts';
import { list_my_change_proposals } from './proposal/list_my_change_proposals.ts';
import { propose_change } from './proposal/propose_change.ts';
import { reject_change_proposal } from './proposal/reject_change_proposal.ts';
import { withdraw_change_proposal } from './proposal/withdraw_change_proposal.ts';
import { answer_review } from './review/answer_review.ts';
import { list_reviews } from './review/list_reviews.ts';
import { moderate_review } from './review/moderate_review.ts';
import { post_review } from './review/post_review.ts';
import { withdraw_review } from './review/withdraw_review.ts';
import { confirm_resident } from './settlement/confirm_resident.ts';
import { edit_contact } from './settlement/edit_contact.ts';
import { list_contacts } from './settlement/list_contacts.ts';
import { list_residents } from './settlement/list_residents.ts';
import { list_settlements } from './settlement/list_settlements.ts';
import { measure_shapes } from './settlement/measure_shapes.ts';
import { remove_resident } from './settlement/remove_resident.ts';
import { request_residency } from './settlement/request_residency.ts';
import { set_settlement_boundary } from './settlement/set_settlement_boundary.ts';
import { shape_settlement_boundary } from './settlement/shape_settlement_boundary.ts';
import { show_settlement } from './settlement/show_settlement.ts';
import { write_contact } from './settlement/write_contact.ts';
import { edit_task } from './task/edit_task.ts';
import { list_tasks } from './task/list_tasks.ts';
import { show_task } from './task/show_task.ts';
import { write_task } from './task/write_task.ts';
import { edit_profile } from './user/edit_profile.ts';
import { save_interface_settings } from './user/save_interface_settings.ts';
import { show_interface_settings } from './user/show_interface_settings.ts';
import { show_me } from './user/show_me.ts';

/** The list: what is not here does not exist. Kept by tag and name, which is the order everybody sees. */
export const operations = [
  // Common
  list_places,
  list_tagged,
  // Company
  edit_company,
  list_companies,
  register_company,
  show_company,
  // Device
  connect_device,
  disconnect_device,
  edit_device_connection,
  list_my_devices,
  list_sensor_readings,
  // Journal
  edit_article,
  list_articles,
  list_my_articles,
  publish_article,
  remove_article,
  show_article,
  write_article,
  // Knowledge
  approve_knowledge_revision,
  edit_knowledge_article,
  list_knowledge_articles,
  list_knowledge_queue,
  list_knowledge_revisions,
  publish_knowledge_article,
  quote_knowledge_article,
  reject_knowledge_revision,
  remove_knowledge_article,
  roll_back_knowledge_article,
  search_shared_knowledge,
  set_knowledge_article_cover,
  show_knowledge_article,
  show_knowledge_figure,
  show_knowledge_revision,
  write_knowledge_article,
  // Media
  edit_media,
  list_media,
  remove_media,
  set_media_subject,
  upload_media,
  // Messenger
  list_conversations,
  list_messages,
  read_conversation,
  send_message,
  // Notification
  list_notifications,
  read_notification,
  set_notification_preferences,
  show_notification_preferences,
  // Parcel
  edit_parcel_object,
  list_buildings,
  list_my_parcels,
  list_parcel_objects,
  list_parcels,
  show_parcel_object,
  write_parcel_object,
  // Proposal
  approve_change_proposal,
  list_change_proposals,
  list_my_change_proposals,
  propose_change,
  reject_change_proposal,
  withdraw_change_proposal,
  // Review
  answer_review,
  list_reviews,
  moderate_review,
  post_review,
  withdraw_review,
  // Settlement
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
  // Task
  edit_task,
  list_tasks,
  show_task,
  write_task,
  // User
  edit_profile,
  save_interface_settings,
  show_interface_settings,
  show_me,
] as const;
