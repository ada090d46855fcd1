import { PASSWORD_LENGTH } from '../contract.ts'

export const PASSWORD_RULE = `At least ${PASSWORD_LENGTH.least} characters. A few words are easy to remember and hard to guess.`

/** What is wrong with a password to be set; false: nothing. */
export function passwordProblem(password: string): string | false {
  if (password.length < PASSWORD_LENGTH.least) return `Use at least ${PASSWORD_LENGTH.least} characters.`
  return password.length > PASSWORD_LENGTH.most && `Use at most ${PASSWORD_LENGTH.most} characters.`
}
