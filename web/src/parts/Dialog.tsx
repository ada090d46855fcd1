import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import layout from './layout.module.css'
import typography from './typography.module.css'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Escape and clicks outside don't close it, because it shows something that can't be shown again. */
  readonly persistent?: boolean
}

/** A dialog that is open for as long as it is rendered. */
export function Dialog({ title, onClose, children, persistent = false }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className={typography.strong}>{title}</span>}
      size={520}
      closeOnClickOutside={!persistent}
      closeOnEscape={!persistent}
      withCloseButton={!persistent}
    >
      <div className={layout.stack}>{children}</div>
    </Modal>
  )
}
