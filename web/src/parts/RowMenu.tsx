import { ActionIcon, Menu } from '@mantine/core'
import { MoreIcon } from './icons.tsx'

export interface RowDeed {
  readonly label: string
  readonly run: () => void
  readonly danger?: boolean
}

/** What can be done to one row. `of` names it, for those who do not see the row. */
export function RowMenu({ of, deeds }: { of: string; deeds: readonly RowDeed[] }) {
  if (deeds.length === 0) return null
  return (
    <Menu width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${of}`}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds.map(({ label, run, danger }) => (
          <Menu.Item key={label} onClick={run} {...(danger && { className: 'danger' })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
