// Whose the filings of an issuer are. Pure.
//
// They belong to a company if its own website states the issuer's legal name and a place that agrees with the issuer's
// address or register, and no other known company has the name. Anything less waits for an operator: a name is not
// enough proof.

import { bareNameKey, type IssuerIdentity, type LegalEntity, legalNameKey } from '../../collectors/index.ts'

/** A watched company whose name may be the issuer's. */
export interface Candidate {
  readonly domain: string
  /** Legal names that its website states. */
  readonly entities: readonly LegalEntity[]
}

export type Verdict = { readonly isOwn: true } | { readonly isOwn: false; readonly why: string }

/** `others`: other known companies of this name. */
export function judgeIssuer(issuer: IssuerIdentity, { entities }: Candidate, others: readonly string[]): Verdict {
  const waits = (why: string): Verdict => ({ isOwn: false, why })
  const same = entities.filter(({ name }) => legalNameKey(name) === legalNameKey(issuer.name))
  if (same.length === 0) {
    const former = issuer.formerNames.find((name) => entities.some((entity) => sameLegalName(entity.name, name)))
    if (former !== undefined) return waits(`The issuer was called ${former} before.`)
    return waits(
      entities.length === 0 ? 'The website states no legal name.' : `The website states ${listed(entities)} instead.`,
    )
  }
  const stated = same.flatMap(({ places }) => places)
  if (!stated.some((place) => issuer.places.includes(place))) {
    return waits(
      stated.length === 0
        ? 'The website states the legal name, and no state or country.'
        : `The website states the legal name in ${stated.join(', ')}, the filing in ${issuer.places.join(', ') || 'no place'}.`,
    )
  }
  if (others.length > 0) return waits(`Other known companies have this name: ${others.slice(0, 3).join(', ')}.`)
  return { isOwn: true }
}

/** Every name, without its legal form, that may match the issuer to a company. */
export function issuerKeys({ name, formerNames }: IssuerIdentity): readonly string[] {
  return [...new Set([name, ...formerNames].map(bareNameKey))].filter((key) => key !== '')
}

const sameLegalName = (a: string, b: string) => legalNameKey(a) === legalNameKey(b)

const listed = (entities: readonly LegalEntity[]) =>
  entities
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')
