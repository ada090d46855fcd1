// Words about a company: what it does, where it is, at which stage it is. They become filters.

import type { EmployerKind, FundingStage } from '../../meaning/companies/index.ts'
import { PhraseTable } from './phrase-table.ts'

/** Nouns that only refer to a company. */
export const COMPANY_NOUNS = new Set(
  `companies company startups startup start-ups start-up scaleups scaleup scale-ups firms firm businesses business
  organizations organisations accounts employers teams vendors brands players prospects leads logos sites`.split(/\s+/),
)

/** Industries by the words that people use for them. Those that occur in the data are industries too. */
export const INDUSTRIES = new PhraseTable<string>([
  ['fintech', 'fintech, fintechs, fin-tech, financial technology'],
  ['saas', 'saas, b2b saas'],
  ['technology', 'tech, technology'],
  ['software', 'software, software makers, software vendors'],
  ['healthcare', 'healthcare, health care, hospitals, hospital, health'],
  ['healthtech', 'healthtech, health tech, healthtechs, digital health'],
  ['biotech', 'biotech, biotechs, biotechnology'],
  ['pharma', 'pharma, pharmaceutical, pharmaceuticals'],
  ['medtech', 'medtech, med tech, medical devices, medical device'],
  ['insurance', 'insurance, insurers, insurer'],
  ['insurtech', 'insurtech, insurtechs'],
  ['banking', 'banking, banks, bank'],
  ['financial_services', 'financial services'],
  ['ecommerce', 'ecommerce, e-commerce, online shops, online retailers, online retail'],
  ['retail', 'retail, retailers, retailer'],
  ['logistics', 'logistics, freight, shipping'],
  ['transportation', 'transportation, transport'],
  ['manufacturing', 'manufacturing, manufacturers, manufacturer'],
  ['automotive', 'automotive, carmakers, car makers'],
  ['energy', 'energy'],
  ['cleantech', 'cleantech, clean tech'],
  ['climate', 'climate, climate tech'],
  ['education', 'education, universities, schools'],
  ['edtech', 'edtech, ed tech, edtechs'],
  ['media', 'media, publishers'],
  ['gaming', 'gaming, games, game studios'],
  ['entertainment', 'entertainment'],
  ['telecommunications', 'telecommunications, telecom, telecoms, telco, telcos'],
  ['cybersecurity', 'cybersecurity, cyber security, cyber'],
  ['real_estate', 'real estate'],
  ['proptech', 'proptech, prop tech, proptechs'],
  ['construction', 'construction'],
  ['hospitality', 'hospitality, hotels'],
  ['travel', 'travel'],
  ['agriculture', 'agriculture'],
  ['agtech', 'agtech, agritech'],
  ['food', 'food, foodtech'],
  ['legal', 'legal, law firms'],
  ['legaltech', 'legaltech, legal tech, legaltechs'],
  ['hrtech', 'hrtech, hr tech'],
  ['martech', 'martech, marketing tech'],
  ['adtech', 'adtech, ad tech'],
  ['professional_services', 'professional services'],
  ['consulting', 'consulting, consultancies, consultancy'],
  ['nonprofit', 'nonprofit, non-profit, nonprofits, non-profits, charities'],
  ['government', 'government, public sector'],
  ['aerospace', 'aerospace'],
  ['defense', 'defense, defence'],
  ['crypto', 'crypto, web3, blockchain'],
  ['robotics', 'robotics'],
  ['semiconductors', 'semiconductor, semiconductors, chipmakers'],
  ['mining', 'mining'],
  ['fashion', 'fashion'],
  ['logistics_software', 'logistics software'],
])

/** Words for an industry that are also a company noun: "fintechs hiring", "banks in Germany". */
export const INDUSTRY_NOUNS = new Set(
  `fintechs healthtechs biotechs insurers insurer insurtechs banks retailers manufacturers publishers telcos telecoms
  hospitals universities schools proptechs edtechs legaltechs consultancies nonprofits non-profits charities carmakers
  chipmakers hotels`.split(/\s+/),
)

/** Nouns for companies that post jobs of others, and for those that post their own. */
export const EMPLOYER_NOUNS = new PhraseTable<EmployerKind>([
  [
    'agency',
    `agencies, staffing agencies, staffing agency, recruiting agencies, recruitment agencies, recruitment agency,
    employment agencies, temp agencies, staffing firms, staffing companies, recruiting firms, recruitment firms,
    recruitment companies, recruiting companies, headhunters, executive search firms`,
  ],
  ['marketplace', 'job marketplaces, talent marketplaces, freelance marketplaces, freelancer marketplaces, job boards'],
  ['direct', 'direct employers, direct employer, employers that post their own jobs'],
])

/** Industries that are also a part of a company. Without a company noun, "legal hiring" is about jobs. */
export const ALSO_FUNCTIONS = new Set([
  'legal',
  'education',
  'consulting',
  'media',
  'software',
  'food',
  'health',
  'tech',
  'technology',
])

/** Countries and regions by the adjective. Their names are in meaning/companies. */
export const NATIONALITIES = new PhraseTable<string>([
  ['US', 'american, us-american, u.s.'],
  ['GB', 'british, english, scottish'],
  ['DE', 'german'],
  ['AT', 'austrian'],
  ['CH', 'swiss'],
  ['FR', 'french'],
  ['ES', 'spanish'],
  ['PT', 'portuguese'],
  ['IT', 'italian'],
  ['NL', 'dutch'],
  ['BE', 'belgian'],
  ['LU', 'luxembourgish'],
  ['IE', 'irish'],
  ['DK', 'danish'],
  ['SE', 'swedish'],
  ['NO', 'norwegian'],
  ['FI', 'finnish'],
  ['IS', 'icelandic'],
  ['PL', 'polish'],
  ['CZ', 'czech'],
  ['SK', 'slovak'],
  ['HU', 'hungarian'],
  ['RO', 'romanian'],
  ['BG', 'bulgarian'],
  ['GR', 'greek'],
  ['HR', 'croatian'],
  ['SI', 'slovenian'],
  ['EE', 'estonian'],
  ['LV', 'latvian'],
  ['LT', 'lithuanian'],
  ['UA', 'ukrainian'],
  ['TR', 'turkish'],
  ['IL', 'israeli'],
  ['AE', 'emirati'],
  ['SA', 'saudi'],
  ['EG', 'egyptian'],
  ['NG', 'nigerian'],
  ['KE', 'kenyan'],
  ['ZA', 'south african'],
  ['IN', 'indian'],
  ['CN', 'chinese'],
  ['JP', 'japanese'],
  ['KR', 'korean, south korean'],
  ['SG', 'singaporean'],
  ['ID', 'indonesian'],
  ['VN', 'vietnamese'],
  ['PH', 'filipino'],
  ['AU', 'australian'],
  ['NZ', 'new zealand'],
  ['CA', 'canadian'],
  ['MX', 'mexican'],
  ['BR', 'brazilian'],
  ['AR', 'argentinian, argentine'],
  ['CL', 'chilean'],
  ['CO', 'colombian'],
  ['Europe', 'european'],
  ['Nordics', 'nordic, scandinavian'],
  ['LATAM', 'latin american, latin america'],
])

export const STAGES = new PhraseTable<FundingStage>([
  ['pre_seed', 'pre-seed, preseed, pre seed'],
  ['seed', 'seed, seed-stage'],
  ['series_a', 'series a, series-a'],
  ['series_b', 'series b, series-b'],
  ['series_c', 'series c, series-c'],
  ['series_d', 'series d, series-d'],
  ['series_e_plus', 'series e, series-e, series f, series-f'],
  ['bootstrapped', 'bootstrapped, self-funded'],
  ['public', 'public, listed, publicly traded'],
  ['acquired', 'acquired'],
])

/** Rounds as they are stored. */
export const ROUNDS = new PhraseTable<string>([
  ['pre_seed', 'pre-seed, preseed, pre seed'],
  ['seed', 'seed'],
  ['series_a', 'series a, series-a'],
  ['series_b', 'series b, series-b'],
  ['series_c', 'series c, series-c'],
  ['series_d', 'series d, series-d'],
  ['series_e', 'series e, series-e'],
  ['series_f', 'series f, series-f'],
  ['debt', 'debt, venture debt'],
  ['grant', 'grant, grants'],
])

/** "Debt" and "grants" are kinds of money, whatever their round is called. */
export function roundCondition(round: string): [field: string, value: string] {
  return [round === 'debt' || round === 'grant' ? 'instrument:' : 'round:', round]
}
