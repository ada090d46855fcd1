import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useSessionEnded } from '../../session.ts'
import layout from '../layout.module.css'
import typography from '../typography.module.css'
import { Words } from '../words/Words.tsx'
import { type FocusTrail, focusFirst, trailOf } from './focus.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Escape and clicks outside don't close it: it shows something that can't be shown again, or waits for a reply. */
  readonly persistent?: boolean
}

/** A dialog is open while it is rendered. Afterwards, the focus returns to the element that opened it. */
export function Dialog({ title, onClose, children, persistent = false }: DialogProps) {
  const ended = useSessionEnded()
  useFocusReturn()
  return (
    <Modal
      // Hidden while the user signs in again; unsaved input is kept.
      opened={!ended}
      keepMounted
      onClose={onClose}
      title={
        <span className={typography.strong}>
          <Words text={title} />
        </span>
      }
      size={520}
      returnFocus={false}
      closeOnClickOutside={!persistent}
      closeOnEscape={!persistent}
      withCloseButton={!persistent}
    >
      <div className={layout.stack}>{children}</div>
    </Modal>
  )
}

let openDialogs = 0
let opener: FocusTrail = []

/** A dialog that follows another, such as a new key after its form, returns the focus to what opened the first one. */
function useFocusReturn(): void {
  useState(() => {
    if (!document.activeElement?.closest('[role=dialog]')) opener = trailOf(document.activeElement)
  })
  useEffect(() => {
    openDialogs++
    return () => {
      openDialogs--
      setTimeout(() => {
        const { activeElement } = document
        if (openDialogs === 0 && (activeElement === document.body || !activeElement)) focusFirst(opener)
      })
    }
  }, [])
}
