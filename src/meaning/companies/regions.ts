// Regions that stand for their countries wherever a filter or a condition takes countries. There is no `NA`: that is the
// code of Namibia.

import { isNegated, slugOf } from '../../platform/text/normalise-text.ts'
import { countryCode } from './countries.ts'

const codes = (text: string): readonly string[] => text.split(' ')

const EU = codes('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE')
const EEA = [...EU, ...codes('IS LI NO')]
/** As the United Nations group it, and Cyprus, which is in the EU. Turkey and the Caucasus are in EMEA only. */
const EUROPE = [...EEA, ...codes('AD AL AX BA BY CH FO GB GG GI IM JE MC MD ME MK RS RU SJ SM UA VA XK')]
const MENA = codes('AE BH DZ EG EH IL IQ IR JO KW LB LY MA OM PS QA SA SY TN YE')
const AFRICA = codes(
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
)
const CAUCASUS_AND_CENTRAL_ASIA = codes('AM AZ GE KG KZ TJ TM UZ')

/** Countries by region. Every list is sorted. */
export const REGIONS: Readonly<Record<string, readonly string[]>> = {
  EU: sorted(EU),
  EEA: sorted(EEA),
  Europe: sorted(EUROPE),
  EMEA: sorted([...EUROPE, ...MENA, ...AFRICA, ...CAUCASUS_AND_CENTRAL_ASIA, 'TR']),
  DACH: codes('AT CH DE'),
  Nordics: codes('AX DK FI FO IS NO SE'),
  Benelux: codes('BE LU NL'),
  LATAM: codes(
    'AG AI AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  ),
  APAC: codes(
    'AF AS AU BD BN BT CC CK CN CX FJ FM GU HK ID IN JP KH KI KP KR LA LK MH MM MN MO MP MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TH TK TL TO TV TW VN VU WF WS',
  ),
  MENA,
}

export const REGION_NAMES: readonly string[] = Object.keys(REGIONS)

const nameBySlug: ReadonlyMap<string, string> = new Map(REGION_NAMES.map((name) => [slugOf(name), name]))

/** The name of a region as it is written in `REGIONS`, from any case. */
export function regionName(text: string): string | undefined {
  return nameBySlug.get(slugOf(text))
}

/**
 * The codes for a requested country or region, by code or English name in any case. Undefined for anything else, such
 * as `-DE` and `D%`, while a record may spell its country with any signs.
 */
export function countryCodes(text: string): readonly string[] | undefined {
  if (isNegated(text) || text.includes('%')) return undefined
  const code = countryCode(text)
  if (code !== undefined) return [code]
  const region = text.length > 60 ? undefined : regionName(text)
  return region === undefined ? undefined : REGIONS[region]
}

function sorted(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort()
}
