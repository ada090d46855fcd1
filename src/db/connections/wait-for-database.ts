import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, errorCode, reasonOf, stoppedWhileStarting } from '../../platform/app-error.ts'
import { passwordHint } from '../../platform/config/env-variable.ts'
import type { Logger } from '../../platform/logger.ts'

const MIN_VERSION = 150_000

/** Waits for the database of DATABASE_URL, and reports in one line why it can't be used. */
export async function waitForDatabase(
  connection: pg.ClientConfig,
  log: Logger,
  waitSeconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + waitSeconds * 1_000
  const hint = passwordHint(connection.connectionString ?? '')
  const advice = hint === undefined ? '' : ` ${hint}.`
  for (let logged = false; ; logged = true) {
    const client = newClient(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ number: string; name: string }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
      )
      const [version] = rows
      if (Number(version?.number) < MIN_VERSION) {
        throw new AppError(
          'unavailable',
          `DATABASE_URL is PostgreSQL ${version?.name}: version 15 or later is required.`,
        )
      }
      return
    } catch (error) {
      if (error instanceof AppError) throw error
      const code = errorCode(error) ?? ''
      const fatal =
        FATAL_STATES[code] ??
        (CERTIFICATE_CODES.test(code) ? CERTIFICATE_ADVICE : undefined) ??
        (OPTIONS_REJECTED.test(reasonOf(error)) ? OPTIONS_ADVICE : undefined)
      if (fatal)
        throw new AppError(
          'unavailable',
          `The database rejected the connection (${reasonOf(error)}): ${fatal}.${advice}`,
          {
            cause: error,
          },
        )
      if (Date.now() >= deadline) {
        throw new AppError(
          'unavailable',
          `The database at DATABASE_URL can't be reached (${reasonOf(error)}): is it running, and is the address right?${advice}`,
          { cause: error },
        )
      }
      if (signal?.aborted) throw stoppedWhileStarting()
      if (!logged) log.info(`waiting up to ${waitSeconds} s for the database (${reasonOf(error)})`)
      await sleep(500, undefined, { signal }).catch(() => {})
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Reads the files that the URL names, such as sslrootcert. */
function newClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ ...connection, application_name: 'pro-signal start', connectionTimeoutMillis: 5_000 })
  } catch (error) {
    throw new AppError('invalid', `DATABASE_URL can't be used (${reasonOf(error)}).`, { cause: error })
  }
}

/** The server's certificate couldn't be verified. Waiting doesn't help. */
const CERTIFICATE_CODES = /SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|^CERT_|CERT_ALTNAME/
const CERTIFICATE_ADVICE =
  'add sslrootcert=FILE with the certificate of its CA to DATABASE_URL, or sslmode=no-verify to encrypt without verifying it'

/** Poolers reject options that they can't pass on. */
const OPTIONS_REJECTED = /unsupported startup parameter|command-line options/i
const OPTIONS_ADVICE = 'if it is a transaction pooler, set DATABASE_DIRECT_URL to the database itself'

const FATAL_STATES: Record<string, string> = {
  '28P01': 'check user and password in DATABASE_URL',
  '28000': 'check user and password in DATABASE_URL, and the server’s pg_hba.conf',
  '3D000': 'create the database named in DATABASE_URL first',
  '42501': 'as the owner of the database, run GRANT CONNECT ON DATABASE … TO … for the user of DATABASE_URL',
}
