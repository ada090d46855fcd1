import { useEffect } from 'react'
import { useCurrentSession } from './api/session-state.ts'
import { SignInPage } from './pages/entry/SignInPage.tsx'
import { useToast } from './parts/notes/Toasts.tsx'
import { findRoute, HOME_PATH, layout, type MatchedRoute } from './routes.ts'
import { navigate, usePageState, usePath } from './routing/location.ts'
import { SessionContext, SessionEndedContext } from './session.ts'
import { ConnectionNote } from './shell/ConnectionNote.tsx'
import { PageError, SessionError, SessionLoading } from './shell/EntryLayout.tsx'
import { texts } from './shell/texts.ts'

export function App() {
  const path = usePath()
  const state = usePageState()
  const route = findRoute(path)
  return (
    <>
      <ConnectionNote />
      {state === 'failed' ? (
        <PageError />
      ) : route.access === 'public' ? (
        <PublicPage route={route} />
      ) : (
        <SessionPage path={path} route={route} />
      )}
    </>
  )
}

function PublicPage({ route: { page, params } }: { route: MatchedRoute }) {
  const Page = page.part
  return Page ? <Page {...params} /> : <SessionLoading />
}

/** Visitors sign in at the address they opened, so a deep link still works after the sign-in. */
function SessionPage({ path, route: { access, page, params } }: { path: string; route: MatchedRoute }) {
  const toast = useToast()
  const { data, error, refetch } = useCurrentSession()
  const session = data?.session
  const toHome = session && access === 'signed-out'
  useEffect(() => {
    if (toHome) navigate(HOME_PATH, { replace: true })
  }, [toHome])
  const switchedTo = data?.switchedElsewhere && session?.team.name
  useEffect(() => {
    if (switchedTo) toast(texts.switchedElsewhere(switchedTo))
  }, [switchedTo, toast])
  // Nobody is signed in, as far as this page matters: the service may have no sessions here.
  const isVisitor = access === 'everyone' && (data ? !data.session : error !== null)
  if (isVisitor) return page.part ? <page.part {...params} /> : <SessionLoading />
  if (!data)
    return error ? <SessionError error={error} retry={refetch} /> : <SessionLoading isInside={access === 'signed-in'} />
  // When the session ends, the page stays mounted behind the sign-in form and keeps unsaved input.
  const shown = session ?? (access === 'signed-in' ? data.previous : undefined)
  if (!shown) return <SignInPage />
  const [Page, Layout] = [page.part, layout.part]
  if (toHome || !Page || !Layout) return <SessionLoading isInside />
  const ended = !session
  return (
    <>
      {ended && <SignInPage />}
      <div hidden={ended} inert={ended}>
        <SessionEndedContext value={ended}>
          <SessionContext value={shown}>
            <Layout path={path}>
              {/* The key includes the account and the team, so a page never shows the state of another one. */}
              <Page key={`${shown.account.id} ${shown.team.id} ${path}`} {...params} />
            </Layout>
          </SessionContext>
        </SessionEndedContext>
      </div>
    </>
  )
}
