// What features need to declare their routes. serving.ts has what only a process that serves needs.

export { type Api, apiScope } from './api-scope.ts'
export { clientHasLeft, goneSignal } from './client-gone.ts'
export { clearSessionCookie, isLoopbackName, readSessionCookie, setSessionCookie } from './cookies.ts'
export * from './errors.ts'
export { HEALTH_TIMEOUT_MS } from './health.ts'
export { findListenError, ownUrl } from './listen.ts'
export { MISTAKEN_NAMES } from './mistaken-names.ts'
export { NAMES_A_RESOURCE } from './names-a-resource.ts'
export { hostNameOf } from './own-host.ts'
export { readQueryLanguage } from './query-language-page.ts'
export { readRejectedBody } from './rejected-body.ts'
export {
  notSignedIn,
  ownersOnly,
  type SettingsSession,
  settingsRoute,
  settingsScope,
} from './settings-route.ts'
