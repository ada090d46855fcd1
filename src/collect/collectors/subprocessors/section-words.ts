// What a heading, an introduction or a column header says about what follows, in eight languages and Polish. Texts are
// compared as words without case and accents.

import { wordsOf } from '../../../platform/text/normalise-text.ts'

/**
 * What a section lists. `listed`: vendors in use. `optional`: those that a customer turns on. `removed` and `planned`: not in
 * use. `changes`: what was added and removed, and when. `other`: names that aren't vendors of the company.
 */
export type SectionKind = 'listed' | 'optional' | 'removed' | 'planned' | 'changes' | 'other'

export const wordText = (text: string) => wordsOf(text).join(' ')

const SUBPROCESSOR =
  /\b(?:sub ?processors?|sub ?contractors?|subprocesadores|subprocessadores|unterauftragsverarbeiter\w{0,3}|unterauftragnehmer\w{0,3}|sub ?auftragsverarbeiter\w{0,3}|subunternehmer\w{0,3}|sous ?traitants?(?: ulterieurs?)?|sous ?traitance|subencargad[oa]s?|sub ?encargad[oa]s?|subcontratistas?|subcontratantes?|suboperador(?:es)?|sub ?responsabili|sub ?fornitori|responsabili(?: del trattamento)?|sub ?verwerkers?|sub ?bitraden|underbitraden?|underleverantorer|podprocesor\w{0,4}|podwykonawc\w{0,4}|dalsz\w{1,4} podmiot\w{0,4}(?: przetwarzajac\w{0,4})?|underdatabehandlere?|underbehandlere?)\b/
const PROVIDERS =
  /\b(?:processors?|service providers?|third part(?:y|ies)(?: \w{1,12})? (?:vendors?|providers?|services?|processors?|suppliers?)|vendors?|vendor list|suppliers?|auftragsverarbeiter\w{0,3}|(?:externe |eingesetzte )?dienstleister\w{0,3}|drittanbieter|prestataires?|fournisseurs|encargados(?: del tratamiento)?|proveedores|fornitori|fornecedores|operadores|(?:sub)?verwerkers|leveranciers|dienstverleners|leverantorer|personuppgiftsbitraden|dostawc\w{1,3}|podmiot\w{0,4} przetwarzajac\w{0,4})\b/
const AFFILIATES =
  /\b(?:affiliates?|affiliated|group (?:companies|entities|members)|subsidiaries|our (?:entities|offices)|corporate (?:entities|family)|intra group|verbundene\w{0,2} unternehmen|konzern\w{0,20}|tochter\w{0,14}|filiales|societes (?:du groupe|affiliees)|entites du groupe|filiales|empresas del grupo|entidades del grupo|societa (?:del gruppo|affiliate)|groepsmaatschappijen|gelieerde\w{0,2}|dochterondernemingen|empresas do grupo|koncernbolag|dotterbolag|spolki z grupy|podmioty powiazane)\b/
const NOT_VENDORS =
  /\b(?:cookies?|cookie ?richtlinie|trackers?|tracking technologies|local storage|trusted by|case stud(?:y|ies)|testimonials?|integrations?|integrationen|integraciones|integrazioni|integracoes|integraties|works with|marketplace|app store|alternatives?|competitors?|definitions?|begriffsbestimmungen|begriffe|definitionen|definiciones|definizioni|definities|definicoes|definitioner|definicje|investors?|certifications?|zertifizierung\w{0,3}|further reading|open source|data importers?|independent controllers?|follow us|you (?:choose to )?connect|bring your own|customer managed)\b|^(?:(?:our|some of our|selected|featured|unsere|nos|nuestros|i nostri|onze|os nossos|vara|nasi) )?(?:customers?|clients?|kunden|referenzen|clientes|clienti|klanten|kunder|klienci|(?:\w{1,14} )?partners?|partenaires|socios|parceiros|press|awards?|blog|related \w{1,14}|resources|careers?|social media|share|compare|comparison|customer stories)$/
const REMOVED =
  /\b(?:removed|removals?|former|formerly|previous|past|no longer|discontinued|retired|deprecated|historical|legacy|offboarded|terminated|archived?|entfernt\w{0,2}|entfallen\w{0,2}|ehemalig\w{0,2}|fruhere\w{0,2}|nicht mehr|beendet\w{0,2}|ancien\w{0,3}|supprime\w{0,2}|retire\w{0,2}|n est plus|ne sont plus|antiguo\w{0,1}|anteriores|eliminad[oa]s?|ya no|precedenti|rimoss[iao]|non piu|dismess[iao]|voormalig\w{0,2}|verwijderd\w{0,1}|niet meer|vervallen|removid[oa]s?|antigos|tidigare|borttagna|byli|byle|usunie\w{1,4}|wczesniejs\w{0,2})\b/
const PLANNED =
  /\b(?:upcoming|planned|future|proposed|pending|coming soon|intended|geplant\w{0,2}|kunftig\w{0,2}|zukunftig\w{0,2}|a venir|futurs?|prevus?|futuros?|proximos?|previst[oai]s?|futuri|in arrivo|toekomstige?|geplande?|kommande|planerade|planowan\w{1,2}|przyszl\w{1,2})\b/
const CHANGES =
  /\b(?:change ?log|changes?|change history|history|revisions?|updates?|version history|release notes|what s new|anderung\w{0,20}|historie|verlauf|historique|modifications?|mises? a jour|historial|cambios|actualizaciones|cronologia|modifiche|aggiornamenti|wijzigingen|historiek|alteracoes|atualizacoes|andringar|historik|zmiany|historia(?: zmian)?)\b/
const OPTIONAL =
  /\b(?:optional|optionally|opt in|only if|only when|if you (?:enable|use|choose|activate|turn on|opt)|if (?:the )?customers? (?:enables?|uses?|chooses?|activates?)|when enabled|if enabled|nur wenn|nur bei|sofern (?:sie|aktiviert)|optionale?\w{0,1}|facultati\w{1,4}|en option|uniquement si|opciona(?:l|les)|solo si|solo se|opzional\w{1,2}|optionele|alleen als|valfria|endast om|opcjonaln\w{1,2}|tylko jesli|apenas se)\b/

/** Undefined if it says nothing about this: then the level above applies. */
export function sectionKind(text: string): SectionKind | undefined {
  const words = wordText(text)
  if (words === '' || words.length > 200) return undefined
  if (
    /^(?:what is|what are|why|how|guide|understanding|was ist|was sind|qu est ce|que es|cos e|wat is)\b(?!.*\bour\b)/.test(
      words,
    )
  )
    return undefined
  const isSub = SUBPROCESSOR.test(words)
  const isBoth =
    isSub &&
    /\b(?:and|und|et|y|e|en|och|i|oraz|third|dritt\w{0,8}|tiers|tercer\w{0,2}|terz\w{1,2}|derden?|terceir\w{0,2})\b/.test(
      words,
    )
  if (
    AFFILIATES.test(words) &&
    !isBoth &&
    !/\b(?:third|dritt\w{0,8}|tiers|tercer\w{0,2}|terz\w{1,2}|derden?|terceir\w{0,2})\b/.test(words)
  )
    return 'other'
  if (REMOVED.test(words)) return 'removed'
  if (PLANNED.test(words)) return 'planned'
  if (CHANGES.test(words)) return 'changes'
  if (!isSub && NOT_VENDORS.test(words)) return 'other'
  if (isSub && /\bcookies?\b|\b(?:customers?|partners?) (?:list|logos)\b|\bdefinitions?\b/.test(words)) return 'other'
  if (OPTIONAL.test(words)) return 'optional'
  if (isSub || PROVIDERS.test(words)) return 'listed'
  return undefined
}

export function saysSubprocessors(text: string): boolean {
  return SUBPROCESSOR.test(wordText(text))
}

export function saysProviders(text: string): boolean {
  return PROVIDERS.test(wordText(text))
}

/** How the sentence before a table or list introduces it. It has more words than a heading, so fewer of them count. */
export function introducedKind(text: string): SectionKind | undefined {
  const words = wordText(text.slice(-300))
  if (
    /\b(?:no longer|formerly|nicht mehr|ne sont plus|n est plus|ya no|non piu|niet meer|inte langre|juz nie)\b/.test(
      words,
    )
  )
    return 'removed'
  if (
    /\b(?:cookies?|integrations?|you connect|customers? include|not (?:\w{1,10} ){0,2}sub ?processors?|keine (?:\w{1,10} )?unterauftrag\w{1,20}|pas (?:\w{1,10} ){0,2}sous traitants?|no son (?:\w{1,10} )?subencargados|geen (?:sub ?)?verwerkers?)\b/.test(
      words,
    )
  )
    return 'other'
  const isSub = SUBPROCESSOR.test(words)
  if (AFFILIATES.test(words) && !isSub && !PROVIDERS.test(words)) return 'other'
  if (/\b(?:affiliates|group companies|subsidiaries) (?:act|serve|are|as)\b/.test(words)) return 'other'
  if (!isSub && !PROVIDERS.test(words)) return undefined
  return OPTIONAL.test(words) ? 'optional' : 'listed'
}

/** Only for customers who turn it on. */
export function isOptionalNote(text: string): boolean {
  return OPTIONAL.test(wordText(text))
}

/** In a row of a list, about its vendor. Rows also say when data is removed, so the word is not enough. */
const GONE =
  /\b(?:no longer (?:used|in use|engaged|a sub ?processor|active|utili[sz]ed|works?|process\w{0,3})|(?:was|were|has been|have been) removed|removed (?:on|as of|in|effective|since|from (?:the|our|this) list)|discontinued|decommissioned|offboarded|phased out|(?:use|contract|engagement) (?:ended|terminated)|nicht mehr (?:genutzt|im einsatz|eingesetzt|verwendet|aktiv)|entfernt (?:am|zum|seit)|beendet (?:am|zum)|abgelost|n est plus utilise\w{0,2}|supprime\w{0,2} (?:le|en|depuis)|retire\w{0,1} (?:le|en|depuis)|ya no se utiliza\w{0,1}|eliminado (?:el|en|desde)|dado de baja|non piu (?:utilizzat\w|in uso|attiv\w)|rimosso (?:il|dal|a)|dismesso|niet (?:meer|langer) (?:in gebruik|gebruikt|actief)|verwijderd (?:op|per|sinds)|beeindigd|nao (?:e )?mais utilizad\w|removido (?:em|a)|anvands inte langre|borttagen|usunie\w{1,3} (?:dnia|w|od))\b/

export function isGone(text: string): boolean {
  return GONE.test(wordText(text))
}

const REMOVAL =
  /\b(?:removed|removes?|removal|dropped|ended|inactive|former|deprecated|ceased|stopped using|entfernt|entfallen|inaktiv|supprime\w{0,2}|retire|inactif|eliminado|inactivo|rimosso|inattivo|verwijderd|inactief|removido|inativo|borttagen|inaktiv|usunie\w{1,3}|nieaktywn\w)\b/

/** In a status or an entry of a history of changes, about its vendor. */
export function isRemoval(text: string): boolean {
  const words = wordText(text)
  return REMOVAL.test(words) || GONE.test(words)
}

const NOT_YET =
  /\b(?:upcoming|planned|coming soon|pending|proposed|not yet|geplant|noch nicht|a venir|prevu|proximamente|previsto|prossimamente|gepland|nog niet|planerad|planowany)\b/

/** In a status or a row: the vendor is not in use yet. */
export function isPlanned(text: string): boolean {
  return NOT_YET.test(wordText(text))
}

const ADDED =
  /\b(?:added|new|onboarded|engaged|introduced|hinzugefugt|neu|neuer|ajoute\w{0,2}|nouveau|anadido|agregado|nuevo|aggiunto|nuovo|toegevoegd|nieuw\w{0,1}|adicionado|novo|tillagd|ny|doda\w{1,4}|now use|replaced by|replaces|replacing)\b/

export function isAdded(text: string): boolean {
  return ADDED.test(wordText(text))
}

export type Column =
  | 'name'
  | 'subprocessor'
  | 'product'
  | 'purpose'
  | 'place'
  | 'added'
  | 'removed'
  | 'status'
  | 'cookie'
  | 'category'

const COLUMNS: readonly (readonly [Column, RegExp])[] = [
  [
    'cookie',
    /\bcookies?\b|^(?:expir(?:y|es|ation)|ablauf|speicherdauer|lebensdauer|lifespan|duree de vie|caducidad|scadenza)$|^(?:our )?(?:customers?|clients?|kunden?|industry|branche|case study|affiliates?|competitors?|integrations?|partners?)(?: names?)?$/,
  ],
  [
    'removed',
    /\b(?:(?:date )?removed|removal|end date|date of removal|until|ended|off ?boarded|entfernt|bis|supprime|fin|eliminado|hasta|rimosso|fine|verwijderd|einddatum|tot)\b/,
  ],
  [
    'added',
    /\b(?:(?:date )?added|start date|since|date|effective|onboarded|engaged|seit|datum|hinzugefugt|depuis|ajoute|fecha|desde|dal|sinds|toegevoegd|sedan|od)\b|^(?:from|data)$/,
  ],
  ['status', /\b(?:status|state|statut|estado|stato|stan)\b/],
  [
    'place',
    /\b(?:location|locations|country|countries|region|regions|place|address|hosting location|data location|seat|registered|jurisdiction|transfer|safeguards?|sitz|ort|standort\w{0,2}|land|lander|anschrift|adresse|serverstandort|pays|lieu\w{0,1}|localisation|siege|pais\w{0,2}|ubicacion|sede|paese|luogo|locatie|vestiging|localizacao|plats|kraj|lokalizacja|website|url|link|privacy policy|dpa|contact|kontakt)\b/,
  ],
  [
    'category',
    /\b(?:category|type|kategorie|categorie|categoria|kategori|kategoria|applicable products?|used (?:for|by|in)|relevant products?)\b/,
  ],
  [
    'purpose',
    /\b(?:purposes?|descriptions?|activit(?:y|ies)|processing|services? provided|nature|function|functionality|role|use|usage|task|tasks|what|why|details|subject matter|data|personal data|zweck\w{0,2}|beschreibung|leistung\w{0,2}|tatigkeit\w{0,2}|verarbeitung\w{0,12}|gegenstand|aufgabe\w{0,1}|funktion|finalites?|objet|activite\w{0,1}|traitement|fonction|finalidad\w{0,2}|objeto|descripcion|actividad\w{0,2}|tratamiento|funcion|scopo|finalita|descrizione|attivita|trattamento|doel\w{0,5}|omschrijving|beschrijving|activiteit\w{0,2}|verwerking\w{0,2}|finalidade|descricao|atividade|andamal|syfte|beskrivning|behandling|cel|opis|czynnosci|przetwarzani\w{0,2})\b/,
  ],
  [
    'product',
    /\b(?:products?|services?|tools?|software|application|solution|produkte?|dienste?|produits?|outils?|productos?|servicios?|herramienta|prodotti?|prodotto|servizi|servizio|strumento|product|dienst|diensten|produtos?|servicos?|tjanst|produkt|usluga|narzedzie)\b/,
  ],
  [
    'name',
    /\b(?:names?|entity|entities|legal entity|company|companies|organi[sz]ation|vendors?|suppliers?|providers?|processors?|third part(?:y|ies)|recipients?|contractor|party|firma|unternehmen|anbieter|dienstleister|empfanger|auftragsverarbeiter|nom|raison sociale|denomination|societe|entite|entreprise|prestataire|fournisseur|destinataires?|nombre|razon social|empresa|entidad|proveedor|encargado|destinatario|denominazione|societa|azienda|fornitore|responsabile|ragione sociale|nome|naam|bedrijf|bedrijfsnaam|leverancier|partij|verwerker|fornecedor|operador|namn|foretag|leverantor|bolag|nazwa|firmy|podmiot|dostawca)\b/,
  ],
]

export function columnOf(header: string): Column | undefined {
  const words = wordText(header)
  if (words === '' || words.length > 90) return undefined
  if (
    SUBPROCESSOR.test(words) &&
    !/\b(?:location|country|purpose|address|activit\w{1,3}|zweck|sitz|land|added|removed)\b/.test(words)
  )
    return 'subprocessor'
  const isNamed =
    /\b(?:names?|nom|nombre|nome|naam|namn|nazwa|vendor|provider|entity|denominazione|anbieter|firma)\b/.test(words)
  const found = COLUMNS.find(([, pattern]) => pattern.test(words))?.[0]
  // "Service provider", "Name of the service", "Country of the entity".
  if (found === 'place' && /\b(?:names?|nom|nombre|nome|naam|namn|nazwa|firma|denominazione)\b/.test(words))
    return 'name'
  return isNamed && (found === 'product' || found === 'purpose') ? 'name' : found
}
