import { ActionIcon, Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Mark, MenuIcon } from '../parts/icons.tsx'
import { Side } from './Side.tsx'

/** Around every page of somebody who is signed in: where one can go, and who one is. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, the drawer closes
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="frame">
        <div className="side-column">
          <Side path={path} />
        </div>
        <div className="bar">
          <div className="brand">
            <Mark />
            Pro Signal
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Open navigation"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <MenuIcon size={22} />
          </ActionIcon>
        </div>
        <Drawer
          opened={open}
          onClose={() => setOpen(false)}
          size={290}
          title={<span className="strong">Settings</span>}
          closeButtonProps={{ 'aria-label': 'Close navigation' }}
          transitionProps={{ duration: 0 }}
          classNames={{ content: 'drawer-side' }}
        >
          <Side path={path} />
        </Drawer>
        <main className="main" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  )
}
