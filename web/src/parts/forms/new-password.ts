import { PASSWORD_LENGTH } from '../../contract.ts'
import { passwordTexts } from '../texts.ts'

export const PASSWORD_RULE = passwordTexts.rule(PASSWORD_LENGTH.min)

/** Why the service would reject a new password. False: it would accept it. */
export function passwordProblem(password: string): string | false {
  if (password.length < PASSWORD_LENGTH.min) return passwordTexts.tooShort(PASSWORD_LENGTH.min)
  return password.length > PASSWORD_LENGTH.max && passwordTexts.tooLong(PASSWORD_LENGTH.max)
}
