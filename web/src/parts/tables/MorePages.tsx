import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

interface MorePagesProps {
  readonly pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  readonly label: string
}

/** The button that loads the next page, if there is one. */
export function MorePages({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage }, label }: MorePagesProps) {
  return (
    hasNextPage && (
      <div>
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {label}
        </Button>
      </div>
    )
  )
}
