import { AppError } from '../../platform/app-error.ts'
import { MAX_MEMBERS } from '../../settings-contract/index.ts'

/** The link or the sign-in that led here works once a member has left. */
export const teamIsFull = () =>
  new AppError(
    'conflict',
    `The team already has ${MAX_MEMBERS} members, which is the maximum: ask an owner to remove one.`,
    { code: 'team_full' },
  )
