export { normaliseEmail } from './emails.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { findAccountByEmail, insertAccount, setPasswordHash } from './queries.ts'
