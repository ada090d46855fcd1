import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { InputOf, ReplyOf, SettingsRoute } from '../contract.ts'
import { callApi } from './client.ts'
import { type QueryOptions, refetchIntervalMs } from './queries.ts'

/** A list that loads in pages, newest first. Each reply has the cursor of the next page, or null on the last page. */
export function useApiPages<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  { refetchSeconds }: Pick<QueryOptions, 'refetchSeconds'> = {},
): UseInfiniteQueryResult<InfiniteData<ReplyOf<Route>>> {
  const pageInput = (before: string): InputOf<Route> => {
    const { query, ...rest } = input as { readonly query: object }
    return { ...rest, query: { ...query, ...(before && { before }) } } as InputOf<Route>
  }
  return useInfiniteQuery({
    // Never that of a single reply with the same input: the two have different data.
    queryKey: [route.name, input, 'pages'],
    queryFn: ({ pageParam, signal }) => callApi(route, pageInput(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page as { readonly next: string | null }).next ?? undefined,
    refetchInterval: ({ state }) => refetchIntervalMs(refetchSeconds, state),
  })
}

/** The rows of all pages. One that moved while the pages were read is on two of them, and listed once. */
export function distinctRows<Page, Row>(
  data: InfiniteData<Page> | undefined,
  rowsOf: (page: Page) => readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] | undefined {
  return data && [...new Map(data.pages.flatMap(rowsOf).map((row) => [keyOf(row), row])).values()]
}
