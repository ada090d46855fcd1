// What features need to declare routes. serving.ts has what only a serving process needs.

export { type Api, apiScope } from './api-scope.ts'
export { clientHasLeft, goneSignal } from './client-gone.ts'
export {
  clearSessionCookie,
  isLoopbackName,
  readSessionCookie,
  readSignOnCookie,
  setSessionCookie,
  setSignOnCookie,
} from './cookies.ts'
export { readQueryLanguage } from './docs/query-language-page.ts'
export * from './errors.ts'
export { HEALTH_TIMEOUT_MS } from './health.ts'
export { findListenError, ownUrl } from './listen.ts'
export { hostNameOf } from './own-host.ts'
export {
  notSignedIn,
  ownersOnly,
  type SettingsSession,
  settingsRoute,
  settingsScope,
} from './settings-route.ts'
export { MISTAKEN_NAMES } from './validate/mistaken-names.ts'
export { NAMES_A_RESOURCE } from './validate/names-a-resource.ts'
export { readRejectedBody } from './validate/rejected-body.ts'
