// After an update of the service, the scripts of the old version are gone. A page that was open before still names them,
// so the first of them that it needs can't be loaded. Reloading brings the new version at the same address.

const RELOADED_AT = 'pro-signal-reloaded-at'
/** A reload that didn't help isn't repeated within this time: the person sees the error and decides. */
const MIN_RELOAD_INTERVAL_MS = 60_000

/** The same promise; if it rejects although the service answers, the page is reloaded, and the promise never settles. */
export function reloadIfOutdated(loading: Promise<unknown> | undefined): Promise<unknown> | undefined {
  return loading?.catch(async (error: unknown) => {
    if (!(await serviceAnswers()) || !mayReload()) throw error
    location.reload()
    return new Promise(() => {})
  })
}

/** Browsers may keep for as long as a document is open that a script of it failed: only a reload asks for it again. */
export async function reloadIfServiceAnswers(): Promise<void> {
  if (await serviceAnswers()) location.reload()
}

/** At most once per interval. */
function mayReload(): boolean {
  try {
    const age = Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (age >= 0 && age < MIN_RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    // The browser blocks storage, so that nothing would end a loop of reloads.
    return false
  }
}

/** Without an answer, a reload would replace the page by an error of the browser. */
async function serviceAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store', headers: { accept: 'text/html' } })
    return ok
  } catch {
    return false
  }
}
