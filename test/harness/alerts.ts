// Saved searches in tests.

import type { Database } from '../../src/db/index.ts'
import { createSearch, type DestinationOptions, type SearchRequest } from '../../src/features/alerts/index.ts'
import { box } from './firehose.ts'

export const DESTINATION_OPTIONS: DestinationOptions = { box: () => box, allowLoopback: true, mailer: undefined }

export async function saveSearch(
  db: Database,
  teamId: string,
  request: Partial<SearchRequest> & Pick<SearchRequest, 'name' | 'query'>,
  options: DestinationOptions = DESTINATION_OPTIONS,
) {
  const { search, signingSecret } = await db.transaction('settings', (tx) =>
    createSearch(tx, 'operator', teamId, { to: 'slack:http://127.0.0.1:9/hook', ...request }, options),
  )
  return { ...search, signingSecret }
}
