// Codes by which an employer numbers its openings: "[REQ-8812]", "- JR10293", "(Ref. 2026-0815)", "#4711".

/** With a word before it that marks it as a code, anywhere in the title. */
const NAMED_CODES =
  /(?<![\p{L}\p{N}])(?:req(?:uisition)?(?:\s?(?:id|no|nr))?|job\s?(?:id|code|ref|no|nr|number)|ref(?:erence|erenz|\.)?(?:\s?(?:id|no|nr|number|code))?|kennziffer|stellen-?(?:id|nr|nummer)|vacancy\s?(?:id|no|nr)|posting\s?id)[\s.:#°_-]{0,4}(?:[a-z]{1,4}[-_]?)?\d[\p{L}\p{N}_/-]{0,20}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])jr[-_]?\d{4,12}(?![\p{L}\p{N}])|(?<=[\s([]|^)#\s?\d{3,12}(?![\p{L}\p{N}])|(?<=(?:[-–—|([,:]|^)\s?)id[\s.:#°_-]{1,3}\d{3,12}(?=\s?(?:[-–—|)\],]|$))/giu

/** The same in French, Dutch, Italian, Portuguese, Spanish and Polish: "Réf. 4711", "Vacaturenummer 4711", "Nr ref. 47/11". */
const OTHER_NAMED_CODES =
  /(?<![\p{L}\p{N}])(?:(?:nr|n[°º]|num[eé]ro de|numer)\s?(?:r[eé]f(?:[eé]rence|erencyjny|\.)?|oferty|og[lł]oszenia|rekrutacji|wakatu)|r[eé]f(?:[eé]rence|er[eê]ncia|erentie(?:nummer|nr)?|\.?ª|\.)?(?:\s?(?:n[°ºr.]|num[eé]ro))?|vacature\s?(?:nummer|nr|code|id)|kenmerk|rif(?:\.|erimento)?|cod(?:\.|ice)(?:\s(?:annuncio|offerta|posizione))?|c[oó]digo(?:\sda\svaga)?)[\s.:#°º_-]{0,4}(?:[a-z]{1,4}[-_/]?)?\d[\p{L}\p{N}_/-]{0,20}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:vacature|vaga|oferta|vacante|offre|annonce|annuncio|poste|numer|nummer|num[eé]ro|n[uú]mero)[\s.:#]{1,3}(?:(?:n[°ºr.]|num[eé]ro)[\s.]{0,2})?\d{3,12}(?![\p{L}\p{N}])/giu

export function withoutNamedCodes(title: string): string {
  return title.replace(NAMED_CODES, ' ').replace(OTHER_NAMED_CODES, ' ')
}

/** Letters and at least four digits, or digits alone. Letters that name a norm or a product are excluded. */
const LETTERS_AND_DIGITS = /^\p{L}{1,5}[-_.]?\d{4,12}(?:[-_./]\p{L}{0,3}\d{0,6})?$/u
const DIGITS = /^\d{4,12}$/
const YEAR_AND_NUMBER = /^\d{2,4}[-_./]\d{3,8}$/
const NORMS = /^(?:iso|en|din|iec|nist|rfc|ieee|api|astm|as|iatf|tisax|vda|hana|sql)[-_.]?\d/i
const YEARS = /^(?:19|20)\d\d(?:[-_./](?:(?:19|20)\d\d|\d\d))?$/

/** Whether a whole part is a code. One or two years aren't: "Graduate Program - 2027". */
export function isCode(part: string): boolean {
  const text = part.trim()
  if (YEARS.test(text) || NORMS.test(text)) return false
  return LETTERS_AND_DIGITS.test(text) || DIGITS.test(text) || YEAR_AND_NUMBER.test(text)
}
