import { useEffect } from 'react'
import { useVisitor } from './api/queries.ts'
import { JoinPage } from './pages/entry/JoinPage.tsx'
import { ResetPasswordPage } from './pages/entry/ResetPasswordPage.tsx'
import { SignInPage } from './pages/entry/SignInPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { Loading } from './parts/Loading.tsx'
import { ErrorNote } from './parts/Note.tsx'
import { match, navigate, usePath } from './routing/location.ts'
import { PAGES } from './routing/pages.ts'
import { SessionContext } from './session.ts'
import { Frame } from './shell/Frame.tsx'

const HOME = '/keys'

export function App() {
  const path = usePath()
  if (path === '/join') return <JoinPage />
  if (path === '/reset-password') return <ResetPasswordPage />
  return <Signed path={path} />
}

/** Whoever is not signed in signs in where they are: a deep link leads on to where it points. */
function Signed({ path }: { path: string }) {
  const { data, error, refetch } = useVisitor()
  const arriving = path === '/' || path === '/sign-in'
  const session = data?.session
  useEffect(() => {
    if (session && arriving) navigate(HOME, { replace: true })
  }, [session, arriving])
  if (!data) return error ? <Unreachable error={error} retry={refetch} /> : <Waiting />
  if (!session) return <SignInPage ended={data.ended === true} />
  if (arriving) return <Waiting />
  return (
    <SessionContext value={session}>
      <Frame path={path}>
        {/* Anew for each team: nothing of one is left on the page of another. */}
        <CurrentPage key={session.team.id} path={path} />
      </Frame>
    </SessionContext>
  )
}

function CurrentPage({ path }: { path: string }) {
  for (const [pattern, Shown] of PAGES) {
    const names = match(pattern, path)
    if (names) return <Shown key={path} {...names} />
  }
  return <NotFoundPage />
}

function Waiting() {
  return (
    <main className="entry" aria-busy="true" aria-label="Loading">
      <div className="entry-card">
        <Loading height={24} width={130} />
        <Loading height={300} radius={12} />
      </div>
    </main>
  )
}

function Unreachable({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <main className="entry">
      <div className="entry-card">
        <h1>Pro Signal</h1>
        <ErrorNote title="The settings cannot be shown" error={error} retry={retry} />
      </div>
    </main>
  )
}
