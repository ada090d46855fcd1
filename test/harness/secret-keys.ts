import { makeSecretKey } from '../../src/platform/config/secret-keys.ts'

/** The same key for all processes of a test: those that it starts get it as TEST_SECRET_KEYS. */
export const SECRET_KEYS = process.env.TEST_SECRET_KEYS ?? makeSecretKey()
