// Hints that a job is not the poster's own. One hint means little: direct employers also let people choose their
// shifts, and consultancies mention "the client". Two hints of different kinds in one ad mean an agency or a
// marketplace.

type Hints = Readonly<Record<string, RegExp>>

/** The applicant works for many customers, on their own account. Without case and accents. */
const OF_MARKETPLACE: Hints = {
  time: /\b(?:whenever (?:it )?suits you|(?:choose|pick|decide|select) (?:when|which|your (?:own )?(?:hours|shifts|days|jobs|gigs|trips|orders))|(?:when|whenever|wherever|as (?:much|often|little) as) you (?:want|like|are free)|such dir (?:die|deine) (?:schichten|auftrage|zeiten|jobs)|(?:bestimm|entscheide|wahl)\w{0,3} (?:du )?(?:selbst,? )?(?:wann|die schichten|deine zeiten)|wann (?:und wo )?du (?:willst|mochtest)|quand (?:vous|tu) (?:le )?(?:voulez|veux)|choisi\w{1,4} (?:vos|tes) (?:horaires|creneaux)|elig\w{1,3} (?:los |tus )(?:turnos|horarios|encargos|pedidos)|cuando (?:tu )?quieras|kies (?:zelf )?(?:wanneer|je (?:eigen )?(?:diensten|uren|klussen|werktijden))|wanneer (?:je|jij) (?:wilt|wil)|(?:scegli|decidi) (?:tu )?(?:quando|i tuoi (?:turni|orari))|quando vuoi|quando (?:voce )?quiser|escolh\w{1,2} (?:os )?(?:seus|teus) horarios|kiedy chcesz|(?:sam|sama) decydujesz)\b/,
  own: /\b(?:work for yourself|arbeitest fur dich selbst|travaillez pour vous|trabajas para ti|independent contractors?|self-?employed|not an employee|auf (?:eigene )?rechnung|gewerbe(?:schein|anmeldung)|als selbst?standige\w{0,2}|auto-?entrepreneur|micro-?entrepreneur|autonom[oa]s?\b|zzp'?ers?|als zzp|invoices? us|(?:stuurt|schickst|envoyez) (?:je|uns|vos) (?:factuur|rechnung\w{0,2}|factures)|your own boss|dein eigener chef|(?:votre|ton) propre patron|propio jefe|eigen baas|capo di te stess[oa]|proprio chefe|wlasnym szefem|partita iva|recibos verdes|dzialalnosc gospodarcza)\b/,
  paid: /\b(?:cash out|(?:betaald|paid|bezahlt) (?:binnen|within|innerhalb von|in) \w{1,6} (?:dagen|days|hours|tagen|uur)|(?:binnen|within|innerhalb von) \w{1,6} (?:dagen|days|hours|tagen|uur) (?:betaald|paid|bezahlt)|(?:paid|money) \w{1,6} (?:days|hours) after|(?:paid|earn|payouts?) (?:[a-z]{1,12} ){0,3}(?:per|after|for) (?:each |every )?(?:trip|ride|delivery|gig|order|lesson|booking|drop)|pro (?:tour|fahrt|auftrag|lieferung|bestellung) bezahlt|(?:dein )?geld (?:schon )?nach \d{1,2} (?:stunden|tagen)|nombre de (?:courses|livraisons)|(?:par|a la) (?:course|livraison)|por (?:entrega|pedido|viaje|encargo)|per (?:rit|bezorging|klus)|a consegna|por corrida|za kurs)\b/,
  asked:
    /\b(?:(?:students|clients|customers|families|parents|guests|owners|patients|pupils|passengers|learners) (?:can )?(?:book|rate|review|contact|choose|message|request) you|(?:kunden|familien|schuler|eltern|gaste) (?:buchen|bewerten|finden|kontaktieren) dich|(?:klanten|gezinnen|leerlingen) (?:beoordelen|boeken|vinden|benaderen) (?:je|jou)|(?:clients|familles|eleves) (?:vous|te) (?:reservent|notent|contactent|trouvent)|(?:clientes|familias|alumnos) te (?:reservan|valoran|contactan|encuentran|eligen)|(?:clienti|famiglie|studenti) ti (?:prenotano|valutano|contattano|trovano)|(?:klienci|rodziny) (?:cie )?(?:oceniaja|rezerwuja))\b/,
  cut: /\b(?:we (?:only )?(?:take|keep|charge) (?:an? )?(?:\d{1,2} ?% |small |low )?(?:commission|fee|cut)|wir (?:behalten|nehmen) (?:nur )?\d{1,2} ?%|(?:vermittlung|nutzung) (?:kostet dich nichts|ist (?:fur dich )?(?:kostenlos|gratis))|(?:nous prenons|on prend) \d{1,2} ?%|nos quedamos (?:con )?(?:un |el )?\d{1,2} ?%|wij (?:houden|rekenen) \d{1,2} ?%)/,
  signUp:
    /\b(?:no minimum hours|keine mindeststunden|sans minimum d['’ ]heures|sin horas minimas|sign(?:ing)?[ -]?up (?:is free|in|takes|today|now|and)|registration is free|(?:download|get|open) (?:the|our) app|(?:aanmelden|inschrijven|registreren) is gratis|anmeld\w{1,4} (?:ist )?(?:kostenlos|gratis)|(?:in der|uber die) app (?:anmelden|registrieren)|lade? (?:dir )?(?:die|unsere) app|inscription (?:gratuite|en ligne)|registr\w{1,4} gratis|registrate|descarga la app|scarica l['’ ]?app|baixa a app|baixe o app|pobierz aplikacje|zarejestruj sie|leg dein profil an|(?:create|make) (?:your|a) (?:free )?profile|maak (?:gratis )?(?:een|je) profiel|cre\w{1,3} (?:votre|ton) profil|crea (?:tu perfil|il tuo profilo))\b/,
  posted:
    /\b(?:accept (?:deliveries|rides|orders|jobs|gigs|lessons|bookings)|nimm (?:auftrage|fahrten) an|acceptez des (?:courses|missions)|acepta (?:pedidos|viajes)|businesses|companies|restaurants|hotels|clients|customers|shops|negocios|empresas|clientes|unternehmen|betriebe|kunden|klanten|bedrijven|entreprises|aziende) (?:\p{L}{1,12} ){0,1}(?:post|list|publish|publican|publient|plaatsen|pubblicano|veroffentlichen|stellen) (?:their |sus |ihre |hun |leurs |le loro |open )?(?:jobs|shifts|gigs|tasks|turnos|encargos|trabajos|schichten|auftrage|klussen|diensten|missions|turni)\b/u,
  nearby:
    /\b(?:near you|in your (?:area|neighbou?rhood)|bij jou in de buurt|in deiner (?:nahe|umgebung|nachbarschaft)|pres de chez (?:vous|toi)|cerca de ti|vicino a te|perto de (?:ti|voce)|w twojej okolicy)\b/,
  listed:
    /\b(?:(?:apply|bewirb dich|postulez|solicita) (?:with one click|mit einem klick|in einem klick|en un clic)|von einem (?:arbeitgeber|unternehmen) (?:auf|aus deiner|in deiner)|you|candidates) apply (?:via|through|on) (?!our\b)\p{L}{2,20}\b|\b(?:the|to the|by the) employer (?:decides?|sets?|pays?|says|chooses|contacts|reads)\b|\b(?:according to|depends on|agreed with) the employer\b|\b(?:der|vom) arbeitgeber (?:entscheidet|legt|zahlt|meldet sich)|\bl['’ ]?employeur (?:decide|fixe|vous)|\bel empleador (?:decide|fija|te)|\bde werkgever (?:beslist|bepaalt|neemt)/u,
}

/** A search for a client, or people sent to one. */
const OF_AGENCY: Hints = {
  client:
    /\b(?:cliente nuestro|un client a nous|bei (?:verschiedenen|wechselnden|mehreren) (?:betrieben|kunden|unternehmen|einsatzbetrieben)|one of the (?:largest|leading|fastest|best)[^.!?]{1,60}\b(?:has|have) (?:asked|engaged|retained|chosen) us|(?:the|our|my|this) client(?! (?:success|services?|facing|side|support|relations|solutions|team|portal|app|library|code))\b|unser\w{0,2} (?:kunde|mandant|auftraggeber)n?\b|(?:notre|le) client\b|(?:nuestro|el) cliente\b|(?:onze|de) opdrachtgever\b|(?:o )?nosso cliente\b|(?:il )?(?:nostro|azienda) cliente\b|nasz\w{0,4} klient\w{0,2}\b)/,
  search:
    /\b(?:we (?:present|put forward|introduce) (?:a shortlist|you to)|(?:engaged|retained|chosen|asked) us (?:on|for|with) (?:its|their|this|the) search|through our consultants|our consultants (?:will|can|are|call)|(?:hacemos|realizamos) (?:nosotros )?la primera entrevista|begleiten (?:wir )?(?:dich|sie) (?:vom|von der|durch den|bis zum) (?:ersten|gesamten|ganzen|vertrag)|vous accompagnons tout au long|(?:send|email) me your (?:cv|resume)|(?:call|contact|message) me (?:for|on|at|directly)|(?:confidential|informal) (?:chat|conversation|discussion)|(?:we|i) can only (?:reply|respond) to (?:suitable|successful|shortlisted)|only (?:suitable|shortlisted) candidates|(?:the|my|our) client (?:can move|moves|interviews|will move)|interviews (?:are )?(?:take place|taking place|will (?:take place|be held)) (?:next|this) week|sperrvermerk\w{0,2}|le cabinet vous (?:accompagne|presente|propose)|confidencialidad en el proceso|absolute diskretion|strikte vertraulichkeit)\b/,
  assignment:
    /\b(?:our temps|als mitarbeiter\w{0,2} von \S{1,20} bist du bei|(?:nach|gemass) (?:gvp|igz|bap)|detacheringsbasis|weekly payroll|ward shifts|assignments? (?:start|starts|begin|is|are|will|with|at|can|may|could)|(?:your|each|signed|weekly) timesheets?|paid weekly|weekly (?:pay|wages|payroll)|wekelijks (?:salaris|loon|betaald|uitbetaald)|wochentliche abschlage|zaliczki co tydzien|locum (?:shifts|sessions|work|rates|doctor|pharmacist)|shifts with us|find (?:shifts|assignments|placements) for you|accrue holiday|(?:handle|look after|sort) your compliance|(?:einsatz|einsatze) (?:bei|in|beim) (?!uns)|mission (?:de \d|renouvelable|longue)|indemnites de fin de mission|branchenzuschlage?n?)\b/,
  refer: /\b(?:refer a friend|referral bonus of|empfehlungspramie|parrainez|trae a un amigo)\b/,
  register:
    /\b(?:register (?:today|now|with us|your interest)|join our (?:talent )?(?:register|books|database)|rejoignez notre base|schrijf je in bij)\b/,
}

/** An employment contract with the poster: then the choice of shifts is a benefit. */
const EMPLOYS =
  /\b(?:employment contract|permanent (?:contract|position|role)|fixed-term contract|festanstellung|(?:fest|unbefristet) angestellt|arbeitsvertrag|en cdi|en cdd|contrato (?:indefinido|fijo|laboral)|alta en la seguridad social|vast contract|in (?:vaste )?dienst|contratto a tempo|carteira assinada|contrato (?:sem|com) termo|umowa o prace|paid (?:holiday|leave|vacation)|sick pay|days of (?:holiday|vacation|annual leave)|urlaubstage|stock options)\b/

export interface KindHints {
  readonly marketplace: readonly string[]
  readonly agency: readonly string[]
}

const NONE: KindHints = { marketplace: [], agency: [] }

/** Each sentence is checked several times in a row: for an agency, a marketplace, and hints. */
let last: { readonly text: string; readonly hints: KindHints } = { text: '', hints: NONE }

/** `folded`: without case and accents. */
export function kindHintsIn(folded: string): KindHints {
  if (last.text !== folded) last = { text: folded, hints: readHints(folded) }
  return last.hints
}

function readHints(folded: string): KindHints {
  const marketplace = namesOf(OF_MARKETPLACE, folded)
  const agency = namesOf(OF_AGENCY, folded)
  return marketplace.length + agency.length === 0 ? NONE : { marketplace, agency }
}

export function saysEmployment(folded: string): boolean {
  return EMPLOYS.test(folded)
}

function namesOf(hints: Hints, text: string): string[] {
  return Object.keys(hints).filter((name) => hints[name]?.test(text))
}

/** This many kinds of hints are as good as an explicit sentence. */
export const ENOUGH_HINTS = 2
