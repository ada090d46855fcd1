import { makeSecretKey } from '../../src/platform/config/secret-keys.ts'

/** The same key for all processes of a test. A service on DATABASE_URL doesn't start without one. */
export const SECRET_KEYS = makeSecretKey()
