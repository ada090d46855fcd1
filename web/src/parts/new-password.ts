import { PASSWORD_LENGTH } from '../contract.ts'
import { passwordTexts } from './texts.ts'

export const PASSWORD_RULE = passwordTexts.rule(PASSWORD_LENGTH.least)

/** Why the service would reject a new password. False: it would accept it. */
export function passwordProblem(password: string): string | false {
  if (password.length < PASSWORD_LENGTH.least) return passwordTexts.tooShort(PASSWORD_LENGTH.least)
  return password.length > PASSWORD_LENGTH.most && passwordTexts.tooLong(PASSWORD_LENGTH.most)
}
