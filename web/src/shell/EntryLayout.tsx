import { Button } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { readSignedInHint } from '../api/signed-in-hint.ts'
import { Brand } from '../parts/Brand.tsx'
import { classes } from '../parts/class-names.ts'
import layout from '../parts/layout.module.css'
import { ErrorNote } from '../parts/notes/ErrorNote.tsx'
import { Loading } from '../parts/notes/Loading.tsx'
import { Note } from '../parts/notes/Note.tsx'
import { sharedTexts } from '../parts/texts.ts'
import { useDocumentTitle } from '../parts/use-document-title.ts'
import { reloadIfServiceAnswers } from '../routing/reload-if-outdated.ts'
import styles from './EntryLayout.module.css'
import frame from './Layout.module.css'
import { texts } from './texts.ts'

/** A card in the middle of an empty page, for visitors who are not signed in. */
export function EntryLayout({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <main className={styles.entry}>
      <div className={styles.card} ref={ref}>
        <Brand logoSize={28} />
        <div className={classes(layout.panel, layout.stack, styles.panel)}>{children}</div>
      </div>
    </main>
  )
}

/**
 * Shown until it is known whether the visitor is signed in. `isInside`: the address is one behind the sign-in, so it has the
 * shape of the app for those who were signed in here the last time.
 */
export function SessionLoading({ isInside = false }: { isInside?: boolean }) {
  if (isInside && readSignedInHint()) {
    return (
      <div className={frame.layout}>
        <div className={frame.sidebarColumn} />
        <main className={classes(frame.main, layout.stack)} aria-busy="true" aria-label={sharedTexts.loading}>
          <Loading height={28} width={180} />
          <Loading height={300} radius={12} />
        </main>
      </div>
    )
  }
  return (
    <main className={styles.entry} aria-busy="true" aria-label={sharedTexts.loading}>
      <div className={styles.card}>
        <Loading height={24} width={130} />
        <Loading height={300} radius={12} />
      </div>
    </main>
  )
}

export function SessionError({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <main className={styles.entry}>
      <div className={styles.card}>
        <h1>{sharedTexts.productName}</h1>
        <ErrorNote title={texts.loadFailed} error={error} retry={retry} />
      </div>
    </main>
  )
}

/** The page's script can't be loaded: the connection is lost, or the service was updated and a reload didn't help. */
export function PageError() {
  useDocumentTitle(texts.pageFailed)
  return (
    <main className={styles.entry}>
      <div className={styles.card}>
        <h1>{sharedTexts.productName}</h1>
        <Note
          tone="danger"
          alert
          title={texts.pageFailed}
          action={
            <Button variant="default" size="xs" onClick={() => void reloadIfServiceAnswers()}>
              {sharedTexts.tryAgain}
            </Button>
          }
        >
          {texts.pageFailedBody}
        </Note>
      </div>
    </main>
  )
}
