// Who may call which route. Members read everything, edit account lists, and save searches for themselves; owners change
// everything else, and everyone manages their own account.
//
// The server has one other permission check: whose a saved search is (src/deliver/alerts/searches/own-searches.ts). A test calls every route without a session, as a member, as an owner and as
// the owner of another team.

import type { Access } from './route.ts'
import type { RouteName } from './routes.ts'

export const ACCESS = {
  whoAmI: 'anyone',
  getMail: 'anyone',
  signIn: 'anyone',
  signOut: 'anyone',
  requestPasswordReset: 'anyone',
  getPasswordReset: 'anyone',
  resetPassword: 'anyone',
  getInvitation: 'anyone',
  acceptInvitation: 'anyone',

  getSession: 'member',
  switchTeam: 'member',
  changePassword: 'member',
  listSessions: 'member',
  endSession: 'member',
  signOutEverywhere: 'member',

  listKeys: 'member',
  createKey: 'owner_with_api_access',
  rotateKey: 'owner_with_api_access',
  revokeKey: 'owner',

  getHold: 'member',

  getUsage: 'member',
  getPeopleUsage: 'member',
  getUsageMonth: 'member',
  listRequests: 'member',
  getKeyUsage: 'member',

  listMembers: 'member',
  changeRole: 'owner',
  removeMember: 'owner',
  listInvitations: 'member',
  createInvitation: 'owner',
  sendInvitation: 'owner',
  revokeInvitation: 'owner',

  listAudit: 'member',

  listWebhooks: 'member',
  getWebhook: 'member',
  listSignalTypes: 'member',
  listAttempts: 'member',
  getEvent: 'member',
  listEvents: 'member',
  listFailures: 'member',
  retryEvent: 'owner_with_api_access',
  requestReplay: 'owner',
  listNotices: 'member',
  dismissNotices: 'owner',
  checkWebhookUrl: 'owner',
  previewFilter: 'owner',
  createWebhook: 'owner_with_api_access',
  changeWebhook: 'owner',
  pauseWebhook: 'owner',
  resumeWebhook: 'owner_with_api_access',
  deleteWebhook: 'owner',
  revealWebhookKey: 'owner',
  rotateWebhookKey: 'owner',
  revealSigningSecret: 'owner',
  rotateSigningSecret: 'owner',
  testWebhook: 'owner_with_api_access',

  listSearches: 'member',
  getSearch: 'member',
  createSearch: 'member_with_api_access',
  changeSearch: 'author_with_api_access',
  pauseSearch: 'author',
  resumeSearch: 'author_with_api_access',
  deleteSearch: 'author',
  listSearchChanges: 'member',
  muteCompany: 'author',
  unmuteCompany: 'author',
  revealSearchSecret: 'owner',
  rotateSearchSecret: 'owner',
  setTimeZone: 'owner',
  getMute: 'anyone',
  useMute: 'anyone',
  sendMatches: 'author_with_api_access',
  testSearch: 'author_with_api_access',
  askAddress: 'author_with_api_access',
  getAddress: 'anyone',
  confirmAddress: 'anyone',

  exploreFilters: 'member_with_api_access',
  exploreCompanies: 'member_with_api_access',
  exploreCompany: 'member_with_api_access',
  exploreCompanyName: 'member_with_api_access',
  exploreCompanyContext: 'member_with_api_access',
  exploreSlices: 'member_with_api_access',
  exploreSliceCounts: 'member_with_api_access',
  exploreSlice: 'member_with_api_access',
  readQuery: 'member_with_api_access',
  countClauses: 'member_with_api_access',
  loosenSearch: 'member_with_api_access',

  listWindows: 'member_with_api_access',
  getWindowCompany: 'member_with_api_access',
  getWindowBars: 'member_with_api_access',

  // Members own the companies they work on, as they own their searches: see decision 0045.
  getLists: 'member',
  getList: 'member',
  createList: 'member_with_api_access',
  readAccounts: 'member_with_api_access',
  addAccounts: 'member_with_api_access',
  addCompany: 'member_with_api_access',
  removeAccounts: 'member_with_api_access',
  renameList: 'member_with_api_access',
  deleteList: 'member',

  // What is watched is watched for every team, so owners decide it.
  getMonitoring: 'member',
  monitorList: 'owner_with_api_access',
  stopMonitoringList: 'owner',
  listWaitingBoards: 'member',
  decideBoard: 'owner_with_api_access',
  readReadiness: 'member_with_api_access',
  getListReadiness: 'member_with_api_access',

  // What is imported is seen by every team, so the operator decides whether owners may: see decision 0087.
  getImports: 'owner',
  previewImport: 'owner_with_api_access',
  createImport: 'owner_with_api_access',
  addImportPart: 'owner_with_api_access',
  getImport: 'owner',
  getImportRejects: 'owner',
  cancelImport: 'owner',
  saveMapping: 'owner_with_api_access',
  deleteMapping: 'owner',

  getDispositions: 'member',
  setDisposition: 'member',
  clearDisposition: 'member',

  getToday: 'member_with_api_access',
  getTodayStamp: 'member_with_api_access',
  findCompanies: 'member_with_api_access',
  recordVisit: 'member_with_api_access',

  getFirstSteps: 'member',
  noteFirstSteps: 'member',

  listFeedback: 'member',
  giveFeedback: 'member',
  withdrawFeedback: 'member',
} as const satisfies Record<RouteName, Access>
