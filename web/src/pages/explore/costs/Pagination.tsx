import { Button } from '@mantine/core'
import type { FoundPageReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import typography from '../../../parts/typography.module.css'
import { limitTone } from '../../../parts/words/limit-tone.ts'
import { texts } from '../texts.ts'
import { LAST_ROW } from './plan-pages.ts'
import styles from './SearchCost.module.css'
import { useAllowance } from './use-allowance.ts'

interface PaginationProps {
  readonly results: Pick<FoundPageReply, 'page' | 'pageSize' | 'totalPages'>
  readonly goToPage: (page: number) => void
}

export function Pagination({ results: { page, pageSize, totalPages }, goToPage }: PaginationProps) {
  const you = useAllowance().allowance?.you
  const lastPage = Math.min(totalPages, Math.floor(LAST_ROW / pageSize))
  if (lastPage < 2 && page === 1) return null
  return (
    <nav className={classes(layout.row, layout.between)} aria-label={texts.pagination.label}>
      <span className={classes(typography.muted, typography.small)}>
        {texts.pagination.page(page, totalPages)}
        {page >= lastPage && totalPages > lastPage && ` ${texts.pagination.lastRow(LAST_ROW)}`}{' '}
        {texts.pagination.cost(pageSize)}{' '}
        {you && (
          <span className={you.remaining < pageSize || limitTone(you) === 'danger' ? styles.urgent : undefined}>
            {texts.pagination.left(you.remaining)}
          </span>
        )}
      </span>
      <span className={layout.row}>
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => goToPage(page - 1)}>
          {texts.pagination.previous}
        </Button>
        <Button variant="default" size="xs" disabled={page >= lastPage} onClick={() => goToPage(page + 1)}>
          {texts.pagination.next}
        </Button>
      </span>
    </nav>
  )
}
