// Which product of a vendor is meant, by the rest of its row.

import { readTool, toolList } from '../../../meaning/tools/index.ts'
import { slugOf, wordsOf } from '../../../platform/text/normalise-text.ts'

/** Of vendors of several families: the first purpose that fits decides. By the vendor's slug. */
const BY_PURPOSE: Readonly<Record<string, readonly (readonly [purpose: RegExp, slug: string])[]>> = {
  google: [
    [/\bgemini\b/, 'google_gemini'],
    [
      /\b(?:workspace|g suite|gmail|google docs|office suite|productivity|collaboration|business email|internal email|corporate email|e ?mail and (?:calendar|document)|calendar|kalender|documents?|spreadsheets?|bureautique|ofimatica|messagerie)\b/,
      'google_workspace',
    ],
    [
      /\b(?:hosting|hosts?|hosted|cloud|infrastructure|infrastruktur|infraestructura|infrastruttura|infrastructuur|hebergement|alojamiento|hospedagem|storage|speicherung|stockage|almacenamiento|servers?|server|compute|computing|databases?|data ?cent(?:er|re)s?|rechenzentrum|rechenzentren|backups?|hostowanie|hosting)\b/,
      'google_cloud',
    ],
    [
      /\b(?:analytics|web analysis|webanalyse|usage statistics|website statistics|analyse d audience|analitica|analisi|statistik)\b/,
      'google_analytics',
    ],
    [/\b(?:advertising|ads|remarketing|werbung|publicite|publicidad)\b/, 'google_ads'],
  ],
  microsoft: [
    [/\b(?:azure open ?ai)\b/, 'azure_openai'],
    [
      /\b(?:office|365|productivity|collaboration|e ?mail|documents?|sharepoint|onedrive|outlook|bureautique|ofimatica)\b/,
      'microsoft_365',
    ],
    [
      /\b(?:azure|hosting|hosts?|hosted|cloud|infrastructure|infrastruktur|infraestructura|infrastruttura|infrastructuur|hebergement|alojamiento|storage|speicherung|stockage|servers?|compute|computing|databases?|data ?cent(?:er|re)s?|rechenzentrum|rechenzentren|backups?)\b/,
      'azure',
    ],
    [/\b(?:source code|version control|code repository)\b/, 'github'],
  ],
  amazon: [
    [
      /\b(?:hosting|hosts?|hosted|cloud|infrastructure|infrastruktur|infraestructura|infrastruttura|infrastructuur|hebergement|alojamiento|storage|speicherung|stockage|servers?|compute|computing|databases?|data ?cent(?:er|re)s?|rechenzentrum|rechenzentren|backups?|aws)\b/,
      'aws',
    ],
  ],
  oracle: [
    [
      /\b(?:hosting|cloud|infrastructure|infrastruktur|hebergement|storage|servers?|data ?cent(?:er|re)s?)\b/,
      'oracle_cloud_infrastructure',
    ],
  ],
  ibm: [
    [
      /\b(?:hosting|cloud|infrastructure|infrastruktur|hebergement|storage|servers?|data ?cent(?:er|re)s?)\b/,
      'ibm_cloud',
    ],
  ],
  intuit: [
    [/\b(?:newsletters?|e ?mail|marketing)\b/, 'mailchimp'],
    [/\b(?:accounting|invoic\w{1,6}|bookkeeping|buchhaltung|comptabilite)\b/, 'quickbooks'],
  ],
}

/** By the vendor's slug. Undefined if the purpose could be that of several products. */
export function productByPurpose(vendor: string, purpose: string): string | undefined {
  const words = wordsOf(purpose).join(' ')
  return BY_PURPOSE[vendor]?.find(([pattern]) => pattern.test(words))?.[1]
}

/** The products of a vendor that a text names. One whose name is an everyday word must be written as a name. */
export function productsNamedIn(
  text: string,
  of: { readonly vendor: string; readonly slug: string },
): readonly string[] {
  const words = ` ${wordsOf(text).join(' ')} `
  if (words.trim() === '') return []
  const found = new Map<string, string>()
  for (const { product, name, vendor, everyday = false, aliases = [] } of toolList().products) {
    if (vendor !== of.vendor || product === slugOf(vendor) || (everyday && !text.includes(name))) continue
    const named = [name, ...aliases]
      .map((each) => wordsOf(each).join(' '))
      .filter((each) => words.includes(` ${each} `))
    const longest = named.sort((a, b) => b.length - a.length)[0]
    if (longest !== undefined) found.set(product, longest)
  }
  // "Azure OpenAI" is not Azure too.
  const names = [...found.values()]
  return [...found]
    .filter(([, name]) => !names.some((each) => each !== name && ` ${each} `.includes(` ${name} `)))
    .map(([slug]) => slug)
}

export function isAiTool(slug: string): boolean {
  return readTool(slug).ai === true
}

/** A name that `readTool` recognises for the product, family or vendor of a slug. */
export function toolNameOf(slug: string): string {
  const { families, products } = toolList()
  const entry = products.find(({ product }) => product === slug) ?? families.find(({ family }) => family === slug)
  return entry?.name ?? products.find(({ vendor }) => slugOf(vendor) === slug)?.vendor ?? slug
}
