/**
 * Every address of a page and of a form, for pages, letters, notifications, feeds and tool results alike. Names in
 * braces are filled in by `fillPath`. An address that no page answers yet leads to `today`.
 */
export const paths = {
  home: '/',
  today: '/today',
  more: '/more',
  search: '/search',
  events: '/events',

  settlement: '/settlements/{settlement}',
  join: '/settlements/{settlement}/join',
  map: '/settlements/{settlement}/map',
  settlementPlot: '/settlements/{settlement}/plots/{plot}',
  articles: '/settlements/{settlement}/articles',
  articlesFeed: '/settlements/{settlement}/articles.atom',
  article: '/settlements/{settlement}/articles/{article}',
  editArticle: '/settlements/{settlement}/articles/{article}/edit',
  removeArticle: '/settlements/{settlement}/articles/{article}/remove',
  hideArticle: '/settlements/{settlement}/articles/{article}/hide',
  moveArticlePhotos: '/settlements/{settlement}/articles/{article}/move-photos',
  publishArticle: '/settlements/{settlement}/articles/{article}/publish',
  articleTold: '/settlements/{settlement}/articles/{article}/told',
  write: '/settlements/{settlement}/write',
  announce: '/settlements/{settlement}/announce',
  directory: '/settlements/{settlement}/directory',
  newContact: '/settlements/{settlement}/directory/new',
  proposeContact: '/settlements/{settlement}/directory/propose',
  contact: '/settlements/{settlement}/directory/{contact}',
  correctContact: '/settlements/{settlement}/directory/{contact}/correct',
  editContact: '/settlements/{settlement}/directory/{contact}/edit',
  contactMedal: '/settlements/{settlement}/directory/{contact}/medal',
  withdrawContactMedal: '/settlements/{settlement}/directory/{contact}/medal/withdraw',
  correctCompany: '/settlements/{settlement}/companies/{company}/correct',
  companyMedal: '/settlements/{settlement}/companies/{company}/medal',
  withdrawCompanyMedal: '/settlements/{settlement}/companies/{company}/medal/withdraw',

  board: '/settlements/{settlement}/board',
  claim: '/settlements/{settlement}/board/claims/{resident}',
  correction: '/settlements/{settlement}/board/corrections/{proposal}',
  residents: '/settlements/{settlement}/board/residents',
  boundary: '/settlements/{settlement}/board/boundary',
  report: '/settlements/{settlement}/board/reports/{report}',

  plot: '/plots/{plot}',
  plotObjects: '/plots/{plot}/objects',
  plotObject: '/plots/{plot}/objects/{object}',
  plotPlan: '/plots/{plot}/plan',
  plotPhotos: '/plots/{plot}/photos',
  inviteToPlot: '/plots/{plot}/invite',
  leavePlot: '/plots/{plot}/leave',

  devices: '/devices',
  connectDevice: '/devices/connect',
  sensor: '/devices/sensors/{sensor}',
  sensorSettings: '/devices/sensors/{sensor}/settings',
  sensorLimit: '/devices/sensors/{sensor}/alerts/limit',
  sensorSilence: '/devices/sensors/{sensor}/alerts/silence',
  sensorLongOn: '/devices/sensors/{sensor}/alerts/on',
  removeSensorAlert: '/devices/sensors/{sensor}/alerts/remove',
  deviceConnection: '/devices/connections/{connection}',
  editDeviceConnection: '/devices/connections/{connection}/edit',
  pauseDeviceConnection: '/devices/connections/{connection}/pause',
  deviceSecret: '/devices/connections/{connection}/secret',
  disconnectDevice: '/devices/connections/{connection}/disconnect',

  tasks: '/tasks',
  newTask: '/tasks/new',
  task: '/tasks/{task}',
  finishTask: '/tasks/{task}/done',
  moveTask: '/tasks/{task}/move',
  answerTask: '/tasks/{task}/answer',
  commentTask: '/tasks/{task}/comment',
  editTask: '/tasks/{task}/edit',
  calendarLink: '/tasks/calendar',
  revokeCalendarLink: '/tasks/calendar/revoke',
  calendar: '/calendar/{token}.ics',
  messages: '/messages',
  newMessage: '/messages/new',
  conversation: '/messages/{conversation}',
  blockConversation: '/messages/{conversation}/block',
  reportMessage: '/messages/{conversation}/report',
  notifications: '/notifications',
  readNotification: '/notifications/{notification}/read',
  readAllNotifications: '/notifications/read',

  company: '/companies/{company}',
  companyDesk: '/companies/{company}/desk',

  knowledge: '/knowledge',
  newKnowledgeArticle: '/knowledge/new',
  knowledgePassage: '/knowledge/passages/{passage}',
  knowledgeArticle: '/knowledge/{article}',
  editKnowledgeArticle: '/knowledge/{article}/edit',
  knowledgeHistory: '/knowledge/{article}/history',
  moderationTexts: '/moderation/texts',
  moderationText: '/moderation/texts/{revision}',
  moderationVerdicts: '/moderation/verdicts',

  myRequests: '/me/requests',
  withdrawClaim: '/me/requests/claims/{resident}/withdraw',
  withdrawCorrection: '/me/requests/corrections/{proposal}/withdraw',
  myArticles: '/me/articles',

  photos: '/photos',
  removePhoto: '/photos/{photo}/remove',

  docs: '/docs',
  openapi: '/openapi.json',
  connect: '/connect',

  login: '/login',
  logout: '/logout',
  register: '/register',
  checkMail: '/check-mail',
  confirm: '/confirm',
  forgot: '/forgot',
  reset: '/reset',
  restore: '/restore',
  authorize: '/oauth/authorize',
  unsubscribe: '/unsubscribe/{token}',

  account: '/account',
  accountProfile: '/account/profile',
  accountSecurity: '/account/security',
  accountPassword: '/account/password',
  accountEmail: '/account/email',
  accountData: '/account/data',
  accountDelete: '/account/delete',
  accountAssistants: '/account/assistants',
  applications: '/account/applications',
  revokeApplication: '/account/applications/{application}/revoke',
  tokens: '/account/tokens',
  revokeToken: '/account/tokens/{token}/revoke',
  sessions: '/account/sessions',
  revokeSession: '/account/sessions/{session}/revoke',
  revokeOtherSessions: '/account/sessions/revoke-others',
  notificationPreferences: '/account/notifications',
  interface: '/account/interface',
} as const;

/** The names in braces, by which a path is filled in. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

export type PathValues<Path extends string> = { readonly [Name in PathNames<Path>]: string };

/** The address of one thing: `fillPath(paths.task, { task: '17' })`. */
export function fillPath<const Path extends string>(path: Path, values: PathValues<Path>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: PathNames<Path>) => encodeURIComponent(values[name]));
}
