// A valid call of every route of the settings contract.

import { randomUUID } from 'node:crypto'
import type { contract, InputOf, RouteName } from '../../src/settings-contract/index.ts'
import { PASSWORD, type TestTeam } from './settings.ts'

/** The arguments of a call: objects of a team, created for this one call. */
export interface Targets {
  readonly teamId: string
  readonly keyId: string
  readonly accountId: string
  readonly sessionId: string
  readonly invitationId: string
  readonly invitationToken: string
  readonly resetToken: string
  readonly signInToken: string
  readonly webhookId: string
  readonly searchId: string
  readonly muteToken: string
  readonly addressToken: string
  readonly listId: string
  readonly importId: string
  readonly mappingId: string
  /** Companies belong to no team. */
  readonly companyId: string
}

const SEARCH = { query: 'funding', filters: {}, every: 'day', awayDays: 1 } as const

const MAPPING = { preset: 'sheet', columns: [{ header: 'Domain', field: 'website' }], dates: null }

type SettingsCalls = { readonly [Name in RouteName]: (targets: Targets) => InputOf<(typeof contract)[Name]> }

/** `team` is the one whose people sign in. */
export const settingsCalls = (team: () => TestTeam): SettingsCalls => ({
  whoAmI: () => ({}),
  getMail: () => ({}),
  getSignOn: () => ({}),
  startSignOn: () => ({ body: {} }),
  finishSignOn: () => ({ body: { query: '?code=a&state=b' } }),
  useSignInLink: ({ signInToken: token }) => ({ body: { token } }),
  getTeamSignOn: () => ({}),
  requireSignOn: () => ({ body: { required: false } }),
  getSession: () => ({}),
  signIn: () => ({ body: { email: team().owner.email, password: PASSWORD } }),
  signOut: () => ({}),
  switchTeam: ({ teamId }) => ({ body: { teamId } }),
  changePassword: () => ({ body: { currentPassword: 'not this one', newPassword: 'another password' } }),
  getSecondFactor: () => ({}),
  startSecondFactor: () => ({ body: { password: 'not this one' } }),
  confirmSecondFactor: () => ({ body: { code: '123456' } }),
  renewRecoveryCodes: () => ({ body: { password: PASSWORD, code: '123456' } }),
  removeSecondFactor: () => ({ body: { password: PASSWORD, code: '123456' } }),
  listSessions: () => ({}),
  endSession: ({ sessionId }) => ({ params: { sessionId } }),
  signOutEverywhere: () => ({ body: { keepThisSession: true } }),
  requestPasswordReset: () => ({ body: { email: team().member.email } }),
  getPasswordReset: ({ resetToken: token }) => ({ body: { token } }),
  resetPassword: ({ resetToken: token }) => ({ body: { token, newPassword: 'another password' } }),
  getInvitation: ({ invitationToken: token }) => ({ body: { token } }),
  acceptInvitation: ({ invitationToken: token }) => ({ body: { token, password: 'a new password' } }),
  listKeys: () => ({}),
  createKey: () => ({ body: { name: 'New', expiresAt: null } }),
  rotateKey: ({ keyId }) => ({ params: { keyId }, body: { grace: '1h' } }),
  restrictKey: ({ keyId }) => ({ params: { keyId }, body: { scopes: ['search'], networks: ['192.0.2.0/24'] } }),
  revokeKey: ({ keyId }) => ({ params: { keyId }, body: {} }),
  getUsage: () => ({}),
  getPeopleUsage: () => ({}),
  getUsageMonth: () => ({ query: {} }),
  listRequests: () => ({ query: {} }),
  getKeyUsage: () => ({}),
  listMembers: () => ({}),
  changeRole: ({ accountId }) => ({ params: { accountId }, body: { role: 'owner' } }),
  removeMember: ({ accountId }) => ({ params: { accountId } }),
  listInvitations: () => ({}),
  createInvitation: () => ({ body: { email: `new-${Date.now()}@example.com`, role: 'member' } }),
  sendInvitation: () => ({ body: { email: `new-${Date.now()}@example.com`, role: 'member' } }),
  revokeInvitation: ({ invitationId }) => ({ params: { invitationId } }),
  listAudit: () => ({ query: {} }),
  listWebhooks: () => ({}),
  getWebhook: ({ webhookId }) => ({ params: { webhookId } }),
  listSignalTypes: () => ({}),
  checkWebhookUrl: () => ({ body: { url: 'https://hooks.example.com/' } }),
  createWebhook: () => ({ body: { url: 'https://hooks.example.com/new', types: ['tool'], authKey: null } }),
  changeWebhook: ({ webhookId }) => ({
    params: { webhookId },
    body: { url: 'https://hooks.example.com/b', types: ['web'] },
  }),
  listEvents: ({ webhookId }) => ({ params: { webhookId }, query: {} }),
  listFailures: ({ webhookId }) => ({ params: { webhookId } }),
  retryEvent: ({ webhookId }) => ({ params: { webhookId }, body: { position: '1' } }),
  requestReplay: ({ webhookId }) => ({ params: { webhookId }, body: { position: '2' } }),
  pauseWebhook: ({ webhookId }) => ({ params: { webhookId }, body: {} }),
  resumeWebhook: ({ webhookId }) => ({ params: { webhookId }, body: {} }),
  deleteWebhook: ({ webhookId }) => ({ params: { webhookId } }),
  revealWebhookKey: ({ webhookId }) => ({ params: { webhookId }, body: {} }),
  previewFilter: () => ({ body: { types: ['hiring'], filter: null } }),
  revealSigningSecret: ({ webhookId }) => ({ params: { webhookId }, body: {} }),
  rotateSigningSecret: ({ webhookId }) => ({ params: { webhookId }, body: { overlap: '1h' } }),
  rotateWebhookKey: ({ webhookId }) => ({ params: { webhookId }, body: { authKey: null, overlap: '1h' } }),
  testWebhook: ({ webhookId }) => ({ params: { webhookId }, body: {} }),
  listAttempts: ({ webhookId }) => ({ params: { webhookId }, query: {} }),
  getEvent: ({ webhookId }) => ({ params: { webhookId }, query: { position: '1' } }),
  getHold: () => ({}),
  listNotices: () => ({}),
  dismissNotices: () => ({ body: { upTo: 999_999 } }),
  listSearches: () => ({}),
  getSearch: ({ searchId }) => ({ params: { searchId } }),
  createSearch: () => ({ body: { ...SEARCH, name: `New ${randomUUID()}`, to: 'today' } }),
  changeSearch: ({ searchId }) => ({ params: { searchId }, body: { ...SEARCH, name: 'Other' } }),
  revealSearchSecret: ({ searchId }) => ({ params: { searchId }, body: {} }),
  rotateSearchSecret: ({ searchId }) => ({ params: { searchId }, body: { overlap: '24h' } }),
  pauseSearch: ({ searchId }) => ({ params: { searchId }, body: {} }),
  resumeSearch: ({ searchId }) => ({ params: { searchId }, body: {} }),
  deleteSearch: ({ searchId }) => ({ params: { searchId } }),
  listSearchChanges: ({ searchId }) => ({ params: { searchId }, query: {} }),
  muteCompany: ({ searchId, companyId }) => ({ params: { searchId, companyId }, body: {} }),
  unmuteCompany: ({ searchId, companyId }) => ({ params: { searchId, companyId } }),
  setTimeZone: () => ({ body: { timeZone: 'Europe/Berlin' } }),
  getMute: ({ muteToken: token }) => ({ body: { token } }),
  useMute: ({ muteToken: token }) => ({ body: { token } }),
  sendMatches: ({ searchId }) => ({ params: { searchId }, body: {} }),
  getCrm: () => ({}),
  connectCrm: () => ({ body: { kind: 'hubspot', token: 'a-token-of-nobody', instance: 'http://127.0.0.1:9' } }),
  changeCrm: () => ({
    body: { fields: { window: 'our_window' }, createsCompanies: true, createsTasks: false, searches: [] },
  }),
  testCrm: () => ({ body: {} }),
  disconnectCrm: () => ({}),
  writeCrmMatches: ({ searchId }) => ({ params: { searchId }, body: {} }),
  listCrmCompanies: () => ({ query: {} }),
  testSearch: ({ searchId }) => ({ params: { searchId }, body: {} }),
  askAddress: ({ searchId }) => ({ params: { searchId }, body: {} }),
  getAddress: ({ addressToken: token }) => ({ body: { token } }),
  confirmAddress: ({ addressToken: token }) => ({ body: { token } }),
  exploreFilters: () => ({}),
  exploreCompanies: () => ({ body: { signal_query: 'hiring' } }),
  exploreSlices: () => ({}),
  exploreSliceCounts: () => ({}),
  readQuery: () => ({ body: { text: 'hiring' } }),
  countClauses: () => ({ body: { signal_query: 'hiring' } }),
  loosenSearch: () => ({ body: { signal_query: 'web' } }),
  exploreSlice: () => ({ query: { slice: 'ai-sdr-hiring', scoreMin: '0' } }),
  listWindows: () => ({ query: {} }),
  getWindowCompany: ({ companyId }) => ({ params: { companyId } }),
  listCompanyWindows: ({ companyId }) => ({ body: { companyIds: [companyId] } }),
  getWindowBars: () => ({ query: { slice: 'ai-sdr-hiring' } }),
  exploreCompany: ({ companyId: id }) => ({ params: { id }, query: {} }),
  exploreCompanyName: ({ companyId: id }) => ({ params: { id } }),
  exploreCompanyContext: ({ companyId: id }) => ({ params: { id } }),
  getLists: () => ({}),
  getList: ({ listId }) => ({ params: { listId }, query: {} }),
  createList: () => ({ body: { name: `New ${Date.now()}`, accounts: 'acme.example' } }),
  readAccounts: () => ({ body: { listId: null, accounts: 'acme.example' } }),
  addAccounts: ({ listId }) => ({ params: { listId }, body: { accounts: 'acme.example' } }),
  addCompany: ({ listId, companyId }) => ({ params: { listId }, body: { companyId } }),
  removeAccounts: ({ listId }) => ({ params: { listId }, body: { accounts: 'secret-target.example' } }),
  renameList: ({ listId }) => ({ params: { listId }, body: { name: `Renamed ${Date.now()}` } }),
  deleteList: ({ listId }) => ({ params: { listId }, query: {} }),
  getMonitoring: ({ listId }) => ({ params: { listId }, query: {} }),
  monitorList: ({ listId }) => ({ params: { listId }, body: {} }),
  stopMonitoringList: ({ listId }) => ({ params: { listId } }),
  listWaitingBoards: () => ({}),
  decideBoard: () => ({ body: { id: 1, accept: true } }),
  readReadiness: () => ({ body: { query: 'velocity', list: null } }),
  getListReadiness: ({ listId }) => ({ params: { listId } }),
  getImports: () => ({}),
  previewImport: () => ({
    body: { fileName: 'a.csv', sample: btoa('Domain\na.example\n'), isWhole: true, mapping: null },
  }),
  createImport: () => ({ body: { fileName: 'a.csv', bytes: 1, mapping: MAPPING, sendsNews: false } }),
  addImportPart: ({ importId }) => ({ params: { importId }, body: { at: 0, data: btoa('D') } }),
  getImport: ({ importId }) => ({ params: { importId } }),
  getImportRejects: ({ importId }) => ({ params: { importId } }),
  cancelImport: ({ importId }) => ({ params: { importId }, body: {} }),
  saveMapping: () => ({ body: { name: `New ${randomUUID()}`, mapping: MAPPING } }),
  deleteMapping: ({ mappingId }) => ({ params: { mappingId } }),
  getDispositions: () => ({}),
  setDisposition: ({ companyId }) => ({ params: { companyId }, body: { kind: 'not_a_fit', until: null } }),
  clearDisposition: ({ companyId }) => ({ params: { companyId } }),
  getToday: () => ({}),
  getTodayStamp: () => ({ query: {} }),
  findCompanies: () => ({ query: { name: 'explored' } }),
  recordVisit: () => ({ body: { seenUntil: new Date().toISOString() } }),
  getFirstSteps: () => ({}),
  noteFirstSteps: () => ({ body: { isDismissed: true } }),
  listFeedback: ({ companyId: company }) => ({ query: { company } }),
  giveFeedback: ({ companyId }) => ({ body: { about: statementOf(companyId), verdict: 'wrong', word: 'Secret word' } }),
  withdrawFeedback: ({ companyId }) => ({ body: { about: statementOf(companyId) } }),
})

function statementOf(companyId: string) {
  return { kind: 'statement', companyId, slice: 'ai-sdr-hiring', part: 'why_now', text: 'A job is open.' } as const
}
