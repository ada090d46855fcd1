// What unknown columns of a CSV file are probably called here. A name that is only similar is a misspelling; a name
// that other programs use for a field is in this table. Neither is renamed automatically: a column "Date" may be any
// date.

import { nearest } from '../../platform/text/edit-distance.ts'

/** The names that CRMs, job boards and people give to a field, without case, spaces, - and _. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  domain: ['companydomain', 'companydomainname', 'domainname', 'emaildomain'],
  website: ['companywebsite', 'companyurl', 'websiteurl', 'homepage'],
  name: ['organization', 'organisation', 'account', 'accountname'],
  employeeCount: [
    ...['employees', 'headcount', 'numberofemployees', 'numemployees', 'noofemployees', 'companysize', 'size', 'staff'],
  ],
  hqCountry: ['companycountry', 'headquarters', 'hq', 'billingcountry'],
  industry: ['sector'],
  fundingStage: ['laststage', 'stage', 'lastfundingstage'],
  jobTitle: ['title', 'position', 'role', 'jobname'],
  jobUrl: ['joblink', 'applyurl'],
  occurredAt: [
    ...[
      'date',
      'posteddate',
      'postedat',
      'postedon',
      'dateposted',
      'createdat',
      'createddate',
      'publishedat',
      'firstseen',
    ],
  ],
  closedAt: ['closeddate', 'enddate', 'removedat'],
  seenAt: ['lastseen', 'updatedat', 'lastupdated'],
  key: ['id', 'externalid', 'jobid', 'sourceid', 'recordid'],
  source: ['sourcename', 'provider', 'origin'],
  confidence: ['score', 'probability'],
  label: ['description', 'summary', 'headline'],
  amountUsd: ['amountinusd', 'fundingamount', 'raised'],
  url: ['link', 'sourceurl'],
}

const FIELD_OF_OTHER_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
)

/** The field that a column probably is. `columns` has the known ones by their plain name. */
export function likelyColumn(columns: ReadonlyMap<string, string>, plainName: string): string | undefined {
  const field = FIELD_OF_OTHER_NAME.get(plainName)
  if (field !== undefined) return field
  const [near] = nearest(plainName, [...columns.keys()], 1)
  return near === undefined ? undefined : columns.get(near)
}
