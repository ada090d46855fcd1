import { AppError } from '../../platform/app-error.ts'

/** Only for callers who gave the right password or are signed in: others don't learn what a team requires. */
export const signOnRequired = () =>
  new AppError(
    'forbidden',
    'This team doesn’t accept passwords: sign in with the other button of the sign-in page, or ask an operator for a link.',
    { code: 'sign_on_required' },
  )
