import { LruMap } from '../../platform/lru-map.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'

/** Words of titles for jobs that end on their own, in eight languages, without case and accents. */
const TEMPORARY = new Set(
  `temp temporary seasonal interim locum
  aushilfe aushilfen aushilfskraft saisonal saisonkraft saisonkrafte saisonaushilfe saisonarbeiter ferienjob ferienjobber
  befristet befristete befristeter befristetes zeitvertrag elternzeitvertretung mutterschutzvertretung
  schwangerschaftsvertretung krankheitsvertretung urlaubsvertretung
  temporaire saisonnier saisonniere saisonniers saisonnieres interimaire cdd
  temporal temporero temporera temporeros estacional temporada interinidad
  tijdelijk tijdelijke seizoen seizoens seizoenswerk seizoenskracht seizoensmedewerker seizoenshulp seizoensarbeider
  vakantiewerk vakantiewerker vakantiekracht vakantiekrachten vakantiehulp vakantiebaan vakantiejob vakantiemedewerker
  zwangerschapsvervanging zwangerschapsverlof ouderschapsverlof verlofvervanging ziektevervanging
  temporario temporaria temporarios sazonal sazonais
  stagionale stagionali temporaneo temporanea
  sezonowy sezonowa sezonowe sezonowo tymczasowy tymczasowa zastepstwo`.split(/\s+/),
)
const PHRASES = `holiday season, peak season, summer job, christmas casual, fixed term, month ftc,
  maternity cover, maternity leave, paternity cover, mat cover, parental leave cover, parental leave replacement, leave cover,
  sick leave replacement, sabbatical cover,
  vertretung elternzeit, elternzeit vertretung, vertretung in elternzeit, vertretung fur elternzeit, vertretung wahrend elternzeit,
  vertretung mutterschutz,
  conge maternite, conge parental, remplacement conge, remplacement maternite, en remplacement, duree determinee, job d ete,
  baja maternal, baja paternal, baja medica, baja por maternidad, baja por paternidad, sustitucion por, sustitucion maternidad,
  sustitucion baja, sustitucion de baja, por sustitucion, campana de navidad, campana navidad, campana de verano,
  bepaalde tijd, vervanging zwangerschap, vervanging wegens,
  sostituzione maternita, sostituzione di maternita, sostituzione per maternita, sost maternita, tempo determinato,
  stagione estiva, stagione invernale,
  licenca maternidade, licenca de maternidade, licenca parental, prazo determinado, termo certo, termo incerto,
  na zastepstwo, w zastepstwie, zastepstwo za, zastepstwo macierzynskie, urlop macierzynski, urlopu macierzynskiego,
  czas okreslony, praca wakacyjna`
  .split(/,\s+/)
  .map((phrase) => ` ${phrase} `)

/** "Contract Recruiter (6 months)", "12 Monate", not "6 months of experience". */
const FOR_MONTHS =
  / (?:[2-9]|1\d|2[0-4]) (?:months?|monate?n?|mois|meses|mesi|maanden|miesiecy)(?: (?:contract|contrato|contrat|contratto|assignment|vertrag|umowa))? (?!(?:of |in |d |de |di )?(?:experience|erfahrung|experiencia|ervaring|esperienza|doswiadczenia|program|programme|bootcamp|rotation))/

/** Trades, people who place temporary staff, and permanent jobs offered next to a limited contract. */
const NOT_TEMPORARY =
  / (?:(?:interim|locum) (?:management|solutions|services|recruitment|recruiter|staffing|desk|agency|analysis|analyses|reporting|accounts|consultant manager)|(?:temporary|temp) (?:works?|accommodation|housing|structures|power|traffic|staffing|staff|recruitment|recruiter|desk|labour|labor|agency)|(?:seasonal|maternity leave|leave cover) (?:planning|recruitment|hiring|staffing|programs?|programmes?|specialist|administrator|adviser|advisor)|travail temporaire|trabajo temporal|trabalho temporario|lavoro temporaneo|praca tymczasowa|cdi(?: ou)? cdd|cdd(?: ou)? cdi|tempo determinato (?:o )?indeterminato|befristet (?:oder )?unbefristet) /

const cache = new LruMap<string, boolean>(20_000)

/** Whether a title says that the job is temporary or seasonal. */
export function isTemporaryTitle(title: string): boolean {
  const known = cache.get(title)
  if (known !== undefined) return known
  const isTemporary = readsAsTemporary(title)
  cache.set(title, isTemporary)
  return isTemporary
}

function readsAsTemporary(title: string): boolean {
  const whole = ` ${wordsOf(title).join(' ')} `
  const text = whole.replace(NOT_TEMPORARY, ' | ')
  if (text.split(' ').some((word) => TEMPORARY.has(word))) return true
  return PHRASES.some((phrase) => text.includes(phrase)) || FOR_MONTHS.test(text)
}
