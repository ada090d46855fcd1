// The button “Unsubscribe” of mail programs (RFC 8058): one POST from the mail provider's servers, without cookies or
// confirmation. It mutes the search. A person who opens the address gets the page with a confirmation.

import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { readNow } from '../searches/watcher-queries.ts'
import { UNSUBSCRIBE_PATH, useMuteLink } from './mute-links.ts'

const MAX_BYTES = 4_096

export async function unsubscribeRoute(app: FastifyInstance, db: Database, box: () => SecretBox): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Querystring: { token?: unknown } }>(UNSUBSCRIBE_PATH, async ({ query: { token }, body }, reply) => {
      if (!String(body ?? '').includes('One-Click')) {
        throw new AppError('invalid', 'Send the body List-Unsubscribe=One-Click, or open the address in a browser.')
      }
      await db
        .transaction('settings', async (tx) => useMuteLink(tx, box(), String(token ?? ''), await readNow(tx)))
        .catch((error: unknown) => {
          // Some programs ask twice.
          if (!(error instanceof AppError && error.kind === 'conflict')) throw error
        })
      return reply.type('text/plain').send('You get no more of these alerts.\n')
    })
  })
}
