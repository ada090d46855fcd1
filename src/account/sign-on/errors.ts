// Errors of a sign-in with the provider, as messages for the person who signs in.

import { HttpError } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'

export const noProvider = () =>
  new AppError('conflict', 'This service has no sign-in with a provider: sign in with your password.', {
    code: 'no_sign_on',
  })

export const providerAway = (label: string, cause?: unknown) =>
  new AppError(
    'unavailable',
    `The sign-in with ${label} can’t be reached right now: try again in a minute. If you are in a hurry, ask an operator of this service for a link.`,
    { retryAfterSeconds: 30, cause },
  )

/** The person declined there, or may not use this service. */
export const refusedByProvider = (label: string, cause?: unknown) =>
  new AppError(
    'forbidden',
    `The sign-in with ${label} was refused there. If that surprises you, ask who looks after ${label} whether you may use this service.`,
    { code: 'sign_on_refused', cause },
  )

/** For the provider's server, which expects 400. */
export const logoutNotValid = (reason: string) =>
  new HttpError(400, 'logout_not_valid', `The request to end sessions isn’t valid: ${reason}.`)

/** The answer doesn't belong to this sign-in, or isn't from the provider. The log has the reason. */
export const answerNotValid = (label: string, cause?: unknown) =>
  new AppError(
    'forbidden',
    `The answer of ${label} doesn’t fit this sign-in, so you weren’t signed in: start again. If it happens again, tell an operator of this service.`,
    { code: 'sign_on_not_valid', cause },
  )

export const noAddress = (label: string) =>
  new AppError(
    'forbidden',
    `${label} tells this service no email address of yours: ask who looks after ${label} to send it.`,
    { code: 'sign_on_no_address' },
  )

export const addressNotVerified = (label: string, email: string) =>
  new AppError(
    'forbidden',
    `${label} doesn’t say that ${email} is verified: verify it there, or ask who looks after ${label}.`,
    { code: 'sign_on_not_verified' },
  )

export const noTeamForDomain = (domain: string) =>
  new AppError(
    'forbidden',
    `No team of this service is open to people with an address of ${domain}. If you have a password, use it. Otherwise ask an owner of your team, or an operator of this service.`,
    { code: 'sign_on_no_team' },
  )

export const addressTaken = (email: string) =>
  new AppError(
    'conflict',
    `${email} already has an account here, and it can’t be connected safely. Sign in with its password, or ask an operator of this service for a reset link: once you have used it, this sign-in works.`,
    { code: 'sign_on_address_taken' },
  )

export const invitationOfAnother = (invited: string, email: string) =>
  new AppError(
    'forbidden',
    `The invitation is to ${invited}, and you signed in as ${email}: sign in as ${invited}, or ask for an invitation to your address.`,
    { code: 'sign_on_other_address' },
  )

/** The address now belongs to another person of the provider. */
export const addressReassigned = (email: string) =>
  new AppError(
    'conflict',
    `The account of ${email} belongs to somebody who had this address before you: ask an operator of this service to delete it.`,
    { code: 'sign_on_address_taken' },
  )
