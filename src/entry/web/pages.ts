import { accountPage } from './pages/account/account.tsx';
import { applicationsPage, assistantsPage } from './pages/account/applications.tsx';
import { accountDataPage } from './pages/account/data.tsx';
import { interfacePage } from './pages/account/interface-settings.tsx';
import { notificationPreferencesPage } from './pages/account/notification-preferences.tsx';
import { securityPage } from './pages/account/security.tsx';
import { sessionsPage } from './pages/account/sessions.tsx';
import { tokensPage } from './pages/account/tokens.tsx';
import { announceDraftPage } from './pages/board/announce-draft.tsx';
import { articleToldPage } from './pages/board/article-told.tsx';
import { auditPage } from './pages/board/audit.tsx';
import { boardPage } from './pages/board/board.tsx';
import { claimPage } from './pages/board/claim.tsx';
import { claimsPage } from './pages/board/claims.tsx';
import { editContactPage, newContactPage } from './pages/board/contact-record.tsx';
import { correctionPage } from './pages/board/correction.tsx';
import { importResidentsPage } from './pages/board/import-residents.tsx';
import { boardMemberPage, boardMembersPage } from './pages/board/members.tsx';
import { plotCodesPage } from './pages/board/plot-codes.tsx';
import { boardNextPage } from './pages/board/queue.ts';
import { residentsPage } from './pages/board/register.tsx';
import { reportPage } from './pages/board/report.tsx';
import { residentPage } from './pages/board/resident.tsx';
import { reviewPage } from './pages/board/review.tsx';
import { verdictsPage } from './pages/board/reviews.tsx';
import { settlementSettingsPage } from './pages/board/settings.tsx';
import { boundaryPage } from './pages/boundary/boundary.tsx';
import { companyCardPage, newCompanyPage } from './pages/company/card.tsx';
import { companyPage } from './pages/company/company.tsx';
import { companyDeskPage } from './pages/company/desk.tsx';
import { companyReviewPage } from './pages/company/review.tsx';
import { connectPage } from './pages/developers/connect.tsx';
import { docsPage } from './pages/developers/docs.tsx';
import { connectDevicePage } from './pages/devices/connect.tsx';
import { deviceConnectionPage } from './pages/devices/connection.tsx';
import { devicesPage } from './pages/devices/devices.tsx';
import { sensorPage } from './pages/devices/sensor.tsx';
import { contactPage } from './pages/directory/contact.tsx';
import { correctCompanyPage, correctContactPage, proposeContactPage } from './pages/directory/correction.tsx';
import { directoryPage } from './pages/directory/directory.tsx';
import { companyMedalPage, contactMedalPage } from './pages/directory/medal.tsx';
import { articlePage } from './pages/journal/article.tsx';
import { articlesPage } from './pages/journal/articles.tsx';
import { myArticlesPage } from './pages/journal/my-articles.tsx';
import { removeArticlePage } from './pages/journal/remove-article.tsx';
import { announcePage, editArticlePage, writePage } from './pages/journal/write.tsx';
import { bringBackPage } from './pages/knowledge/bring-back.tsx';
import { knowledgeHistoryPage } from './pages/knowledge/history.tsx';
import { knowledgeArticlePage } from './pages/knowledge/knowledge-article.tsx';
import { knowledgePage } from './pages/knowledge/knowledge-list.tsx';
import { myEditsPage } from './pages/knowledge/my-edits.tsx';
import { passagePage } from './pages/knowledge/passage.tsx';
import { knowledgeRevisionPage } from './pages/knowledge/revision.tsx';
import { editKnowledgeArticlePage, newKnowledgeArticlePage } from './pages/knowledge/write-article.tsx';
import { landImportPage } from './pages/land-import/land-import.tsx';
import { landImportsPage } from './pages/land-import/land-imports.tsx';
import { mapPage } from './pages/map/map.tsx';
import { conversationPage } from './pages/messages/conversation.tsx';
import { messagesPage } from './pages/messages/messages.tsx';
import { newMessagePage } from './pages/messages/new-message.tsx';
import { knowledgeCoverPage } from './pages/moderation/cover.tsx';
import { moderationTextPage } from './pages/moderation/text.tsx';
import { moderationTextsPage } from './pages/moderation/texts.tsx';
import { morePage } from './pages/more/more.tsx';
import { notificationsPage } from './pages/notifications/notifications.tsx';
import { offlinePage } from './pages/offline/offline.tsx';
import { outboxPage } from './pages/offline/outbox.tsx';
import { platformAuditPage } from './pages/platform/audit.tsx';
import { platformCompanyPage } from './pages/platform/company.tsx';
import { moderationReviewsPage, platformPage } from './pages/platform/platform.tsx';
import { platformReportPage } from './pages/platform/report.tsx';
import { platformRoleHolderPage } from './pages/platform/role-holder.tsx';
import { platformRolesPage } from './pages/platform/roles.tsx';
import { platformVillagePage } from './pages/platform/village.tsx';
import { plotObjectPage } from './pages/plot/object.tsx';
import { plotObjectsPage } from './pages/plot/objects.tsx';
import { plotPhotosPage } from './pages/plot/photos.tsx';
import { plotPlanPage } from './pages/plot/plan.tsx';
import { plotPage } from './pages/plot/plot.tsx';
import { searchPage } from './pages/search/search.tsx';
import { checkMailPage } from './pages/sign-in/check-mail.tsx';
import { confirmPage } from './pages/sign-in/confirm.tsx';
import { consentPage } from './pages/sign-in/consent.tsx';
import { forgotPage } from './pages/sign-in/forgot.tsx';
import { loginPage } from './pages/sign-in/login.tsx';
import { registerPage } from './pages/sign-in/register.tsx';
import { resetPage, restorePage } from './pages/sign-in/reset.tsx';
import { editTaskPage } from './pages/tasks/edit-task.tsx';
import { newTaskPage } from './pages/tasks/new-task.tsx';
import { taskPage } from './pages/tasks/task.tsx';
import { tasksPage } from './pages/tasks/tasks.tsx';
import { todayPage } from './pages/today/today.tsx';
import { askForVillagePage } from './pages/village/ask-for-village.tsx';
import { documentsPage } from './pages/village/documents.tsx';
import { homePage } from './pages/village/home.tsx';
import { invitePage } from './pages/village/invite.tsx';
import { joinPage } from './pages/village/join.tsx';
import { leavePage } from './pages/village/leave.tsx';
import { myRequestsPage } from './pages/village/my-requests.tsx';
import { settlementPlotPage } from './pages/village/plot.tsx';
import { settlementPage } from './pages/village/settlement.tsx';

/** Every page there is. */
export const pages = [
  todayPage,
  notificationsPage,
  morePage,
  searchPage,
  outboxPage,
  offlinePage,
  homePage,
  askForVillagePage,
  settlementPage,
  joinPage,
  myRequestsPage,
  settlementPlotPage,
  documentsPage,
  mapPage,
  boundaryPage,
  landImportsPage,
  landImportPage,
  plotPlanPage,
  invitePage,
  leavePage,
  directoryPage,
  proposeContactPage,
  contactPage,
  correctContactPage,
  contactMedalPage,
  newCompanyPage,
  companyPage,
  companyDeskPage,
  companyCardPage,
  companyReviewPage,
  correctCompanyPage,
  companyMedalPage,
  articlesPage,
  articlePage,
  plotPage,
  plotObjectsPage,
  plotObjectPage,
  plotPhotosPage,
  writePage,
  editArticlePage,
  removeArticlePage,
  myArticlesPage,
  devicesPage,
  sensorPage,
  connectDevicePage,
  deviceConnectionPage,
  knowledgePage,
  newKnowledgeArticlePage,
  knowledgeArticlePage,
  editKnowledgeArticlePage,
  knowledgeHistoryPage,
  knowledgeRevisionPage,
  bringBackPage,
  myEditsPage,
  knowledgeCoverPage,
  moderationTextsPage,
  moderationTextPage,
  passagePage,
  tasksPage,
  newTaskPage,
  taskPage,
  editTaskPage,
  messagesPage,
  newMessagePage,
  conversationPage,
  boardPage,
  boardNextPage,
  claimsPage,
  claimPage,
  correctionPage,
  reportPage,
  verdictsPage,
  reviewPage,
  auditPage,
  settlementSettingsPage,
  boardMembersPage,
  boardMemberPage,
  newContactPage,
  editContactPage,
  residentsPage,
  residentPage,
  importResidentsPage,
  plotCodesPage,
  platformPage,
  platformCompanyPage,
  platformReportPage,
  platformAuditPage,
  platformVillagePage,
  platformRolesPage,
  platformRoleHolderPage,
  moderationReviewsPage,
  announcePage,
  announceDraftPage,
  articleToldPage,
  docsPage,
  connectPage,
  loginPage,
  registerPage,
  checkMailPage,
  confirmPage,
  forgotPage,
  resetPage,
  restorePage,
  consentPage,
  accountPage,
  securityPage,
  accountDataPage,
  assistantsPage,
  tokensPage,
  applicationsPage,
  sessionsPage,
  notificationPreferencesPage,
  interfacePage,
] as const;
