import { ActionIcon, Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { openOverlay } from '../keyboard/overlay.ts'
import { Shortcuts } from '../keyboard/Shortcuts.tsx'
import { texts as keyboardTexts } from '../keyboard/texts.ts'
import { Brand } from '../parts/Brand.tsx'
import { ExploreIcon, MenuIcon } from '../parts/icons.tsx'
import typography from '../parts/typography.module.css'
import { UnsavedSecret } from '../secrets/UnsavedSecret.tsx'
import { HoldNote } from './HoldNote.tsx'
import styles from './Layout.module.css'
import { Sidebar } from './Sidebar.tsx'
import { texts } from './texts.ts'

/** The navigation around every page of a signed-in user: a sidebar, or a drawer on a phone. */
export function Layout({ path, children }: { path: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <a className={styles.skipLink} href="#content">
        {texts.skipToContent}
      </a>
      <div className={styles.layout}>
        <section className={styles.sidebarColumn} aria-label={texts.navigation}>
          <Sidebar path={path} />
        </section>
        {/* On a phone, in place of the sidebar. */}
        <section className={styles.topBar} aria-label={texts.navigation}>
          <Brand flush />
          <ActionIcon
            className={styles.jump}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={keyboardTexts.open}
            onClick={() => openOverlay('palette')}
          >
            <ExploreIcon size={20} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.openNavigation}
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <MenuIcon size={22} />
          </ActionIcon>
        </section>
        <Drawer
          opened={open}
          onClose={() => setOpen(false)}
          size={290}
          title={<span className={typography.strong}>{texts.menu}</span>}
          closeButtonProps={{ 'aria-label': texts.closeNavigation }}
          transitionProps={{ duration: 0 }}
        >
          <Sidebar path={path} closeDrawer={() => setOpen(false)} />
        </Drawer>
        <UnsavedSecret />
        <Shortcuts />
        <main className={styles.main} id="content" tabIndex={-1}>
          <HoldNote />
          {children}
        </main>
      </div>
    </>
  )
}
