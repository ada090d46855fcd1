import { useEffect } from 'react'
import { useCurrentSession } from './api/queries.ts'
import { SignInPage } from './pages/entry/SignInPage.tsx'
import { findRoute, HOME_PATH, type MatchedRoute } from './routes.ts'
import { navigate, usePath } from './routing/location.ts'
import { SessionContext } from './session.ts'
import { SessionError, SessionLoading } from './shell/EntryLayout.tsx'
import { Layout } from './shell/Layout.tsx'

export function App() {
  const path = usePath()
  const route = findRoute(path)
  const { access, Page, params } = route
  return access === 'public' ? <Page {...params} /> : <SessionPage path={path} route={route} />
}

/** Visitors sign in at the address they opened, so a deep link still leads to its page after the sign-in. */
function SessionPage({ path, route: { access, Page, params } }: { path: string; route: MatchedRoute }) {
  const { data, error, refetch } = useCurrentSession()
  const session = data?.session
  const toHome = session && access === 'signed-out'
  useEffect(() => {
    if (toHome) navigate(HOME_PATH, { replace: true })
  }, [toHome])
  if (!data) return error ? <SessionError error={error} retry={refetch} /> : <SessionLoading />
  if (!session) return <SignInPage />
  if (toHome) return <SessionLoading />
  return (
    <SessionContext value={session}>
      <Layout path={path}>
        {/* The key includes the team: a page never shows the state of another team. */}
        <Page key={`${session.team.id} ${path}`} {...params} />
      </Layout>
    </SessionContext>
  )
}
