import { ActionIcon, Menu } from '@mantine/core'
import { useRef } from 'react'
import { MoreIcon } from '../icons.tsx'
import { sharedTexts } from '../texts.ts'
import styles from './RowMenu.module.css'

export interface RowAction {
  readonly label: string
  readonly run: () => void
  readonly danger?: boolean
}

/** The actions of one table row. `subject` names the row to screen readers. */
export function RowMenu({ subject, actions }: { subject: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  // First back to the button, which a dialog then returns the focus to: the menu item is gone by then.
  const choose = (run: () => void) => {
    button.current?.focus()
    run()
  }
  return (
    <Menu width={200}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={sharedTexts.actionsFor(subject)}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, run, danger }) => (
          <Menu.Item key={label} onClick={() => choose(run)} className={danger ? styles.danger : undefined}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
