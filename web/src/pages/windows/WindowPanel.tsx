import { Button, CloseButton, Drawer } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { companySummary, type WindowRowReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { Initials } from '../../parts/company/Initials.tsx'
import { addToListTexts } from '../../parts/company/texts.ts'
import layout from '../../parts/layout.module.css'
import typography from '../../parts/typography.module.css'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { ShortDossier } from './ShortDossier.tsx'
import { texts } from './texts.ts'
import styles from './WindowPanel.module.css'

const { panel } = texts
/** Below, there is no room beside the table. */
const WIDE = '(min-width: 1180px)'

interface WindowPanelProps {
  readonly row: WindowRowReply
  readonly onClose: () => void
  readonly onAddToList?: (() => void) | undefined
  /** The person is about to leave for the dossier. */
  readonly onLeave: () => void
}

/** The short dossier of a row: beside the table, or over it on a narrow screen. Free, like the row. */
export function WindowPanel({ row, ...props }: WindowPanelProps) {
  const isWide = useIsWide()
  const content = <Brief row={row} {...props} />
  if (isWide) {
    return (
      <aside className={classes(layout.panel, styles.aside)} aria-label={panel.label(row.name)}>
        <CloseButton className={styles.close} aria-label={panel.close} onClick={props.onClose} />
        {content}
      </aside>
    )
  }
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size={420}
      title={<span className={typography.strong}>{row.label}</span>}
      closeButtonProps={{ 'aria-label': panel.close }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      {content}
    </Drawer>
  )
}

function Brief({ row, onAddToList, onLeave }: WindowPanelProps) {
  return (
    <div className={layout.stack}>
      <div className={styles.header}>
        <Initials name={row.name} />
        <div className={typography.breakWord}>
          <h2 id="short-dossier" tabIndex={-1}>
            <Words text={row.name} />
          </h2>
          <p className={classes(typography.muted, typography.small)}>{companySummary(row) || panel.noFacts}</p>
        </div>
      </div>
      <div className={layout.row}>
        <Button component={Link} href={`/explore/companies/${row.companyId}`} size="xs" onClick={onLeave}>
          {panel.dossier}
        </Button>
        {onAddToList && (
          <Button variant="default" size="xs" onClick={onAddToList}>
            {addToListTexts.action}
          </Button>
        )}
      </div>
      <ShortDossier companyId={row.companyId} slug={row.slug} />
    </div>
  )
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
  )
}
