import { Button } from '@mantine/core'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import typography from '../../parts/typography.module.css'
import { texts } from './texts.ts'

interface PagesProps {
  readonly page: number
  readonly total: number
  /** The number of rows on a page. */
  readonly size: number
  readonly goTo: (page: number) => void
}

export function Pages({ page, total, size, goTo }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / size))
  if (last < 2 && page === 1) return null
  return (
    <nav className={classes(layout.row, layout.between)} aria-label={texts.list.pagination}>
      <span className={classes(typography.muted, typography.small)}>{texts.list.pages(page, last)}</span>
      <span className={layout.row}>
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => goTo(page - 1)}>
          {texts.list.previous}
        </Button>
        <Button variant="default" size="xs" disabled={page >= last} onClick={() => goTo(page + 1)}>
          {texts.list.next}
        </Button>
      </span>
    </nav>
  )
}
