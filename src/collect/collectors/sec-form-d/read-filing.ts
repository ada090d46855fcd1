// A Form D as XML (schema X0708). Only the issuer and its offering are read, never the persons in it.

import { VisitFailure } from '../collector.ts'
import { countryIn, wordsIn } from '../job-boards/read-json.ts'
import { childrenOf, readXml, textIn, type XmlElement } from '../job-boards/read-xml.ts'
import { legalPlace } from '../legal-entities/legal-places.ts'

export interface FormD {
  readonly isLive: boolean
  /** Without leading zeros. */
  readonly issuer: string
  readonly name: string
  /** Names that it had before. */
  readonly formerNames: readonly string[]
  /** Of its address and of its register: `US-CA`, `US-DE`, `GB`. */
  readonly places: readonly string[]
  readonly entityType: string
  readonly industry: string
  /** Exemptions that it claims: `06b`, `3C.1`. */
  readonly exemptions: readonly string[]
  readonly isBusinessCombination: boolean
  /** The filing that an amendment amends. */
  readonly previous: string | undefined
  /** YYYY-MM-DD. Absent: it is yet to occur. */
  readonly firstSaleOn: string | undefined
  /** Flags that are set: `isEquityType`. */
  readonly securities: readonly string[]
  /** In whole US dollars. */
  readonly sold: number
  /** Undefined: the offering has no limit. */
  readonly offered: number | undefined
  readonly remaining: number | undefined
}

const MAX_NAMES = 20

/** Throws a VisitFailure if the text is not a Form D. */
export function readFormD(text: string): FormD {
  const root = readXml(text, 'edgarSubmission')
  const issuer = child(root, 'primaryIssuer')
  const offering = child(root, 'offeringData')
  const cik = /^0*(\d{1,10})$/.exec(words(issuer, 'cik'))?.[1]
  const name = words(issuer, 'entityName')
  const amounts = child(offering, 'offeringSalesAmounts')
  const sold = dollarsIn(words(amounts, 'totalAmountSold'))
  if (cik === undefined || name === '' || sold === undefined)
    throw new VisitFailure('invalid_response', 'The filing has no issuer or no amounts.')
  const filing = child(offering, 'typeOfFiling')
  const change = child(filing, 'newOrAmendment')
  const previous = words(change, 'previousAccessionNumber')
  const firstSale = words(child(filing, 'dateOfFirstSale'), 'value')
  return {
    isLive: words(root, 'testOrLive') === 'LIVE',
    issuer: cik,
    name,
    formerNames: formerNamesOf(issuer),
    places: placesOf(issuer),
    entityType: words(issuer, 'entityType'),
    industry: words(child(offering, 'industryGroup'), 'industryGroupType'),
    exemptions: childrenOf(child(offering, 'federalExemptionsExclusions'), 'item').map(({ text: item }) => item.trim()),
    isBusinessCombination:
      words(child(offering, 'businessCombinationTransaction'), 'isBusinessCombinationTransaction') === 'true',
    previous: words(change, 'isAmendment') === 'true' && /^\d{10}-\d{2}-\d{6}$/.test(previous) ? previous : undefined,
    firstSaleOn: /^\d{4}-\d{2}-\d{2}$/.test(firstSale) && !Number.isNaN(Date.parse(firstSale)) ? firstSale : undefined,
    securities: (child(offering, 'typesOfSecuritiesOffered')?.children ?? [])
      .filter(({ text: flag }) => flag.trim() === 'true')
      .map(({ name: flag }) => flag),
    sold,
    offered: dollarsIn(words(amounts, 'totalOfferingAmount')),
    remaining: dollarsIn(words(amounts, 'totalRemaining')),
  }
}

const child = (element: XmlElement | undefined, name: string) => childrenOf(element, name)[0]

const words = (element: XmlElement | undefined, name: string) => wordsIn(textIn(element, name)) ?? ''

function dollarsIn(text: string): number | undefined {
  const amount = /^\d{1,15}(?:\.\d{1,4})?$/.test(text) ? Math.round(Number(text)) : undefined
  return amount !== undefined && Number.isSafeInteger(amount) ? amount : undefined
}

/** A lone "None" means that there are none. */
function formerNamesOf(issuer: XmlElement | undefined): string[] {
  const lists = ['issuerPreviousNameList', 'edgarPreviousNameList'].flatMap(
    (list) => child(issuer, list)?.children ?? [],
  )
  const names = lists.flatMap(({ text }) => wordsIn(text) ?? []).filter((name) => !/^none$/i.test(name))
  return [...new Set(names)].slice(0, MAX_NAMES)
}

function placesOf(issuer: XmlElement | undefined): string[] {
  const address = child(issuer, 'issuerAddress')
  const described = words(address, 'stateOrCountryDescription')
  const code = words(address, 'stateOrCountry')
  // The SEC's country codes contain a digit, and are not those of ISO.
  const seat = /^[A-Z]{2}$/.test(code) ? legalPlace(code) : legalPlace(undefined, countryIn(described))
  return [...new Set([seat, legalPlace(words(issuer, 'jurisdictionOfInc'))].flatMap((place) => place ?? []))]
}
