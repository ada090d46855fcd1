// Invented company names: two words joined for the first 14,000 or so, then with a line of business, then with a place,
// so a small world has short names and ten million companies still have different ones. Domains are under .example,
// which is reserved and never resolves.

const FIRST = words(`Acorn Alder Amber Anchor Arbor Argo Aspen Atlas Aurora Avon Banner Basalt Beacon Birch Blue Bold
  Bramble Bright Cedar Chalk Cinder Clear Clover Cobalt Copper Coral Crest Crimson Dawn Delta Drift Eagle Echo Elder
  Ember Ever Falcon Fern Field Flint Forge Fox Garnet Glen Gold Granite Green Grove Harbor Hazel Heron High Hollow
  Indigo Iron Ivory Jade Juniper Kestrel Lark Laurel Linden Lumen Maple Marble Meridian Mill Mint Moss Nimbus North Oak
  Onyx Opal Orchid Osprey Pine Pixel Prism Quartz Quill Raven Red River Rowan Sable Sage Silver Slate Solar Sparrow
  Spruce Stone Summit Swift Teal Thistle Timber Umber Vale Velvet Vista Willow Winter Wren Yarrow Zephyr`)

const SECOND =
  words(`bank beam bend bloom board bound box branch bridge brook burst byte cast chart cliff code cove craft
  crest dale deck desk dock dot drop edge fall fare fern field fin flare fleet flow fold ford forge frame front gate
  glass grid guard hall haven heart hill hive hold house kind lab lane leaf ledge light line link loft loom mark mast
  mesh mill mind moor mount nest node note pace pass path peak pier pilot plan point port post press pulse quest quill
  rail range reach reef ridge rise road rock root route sail scale sense shade shift shore span spark spring stack
  stage star stem step stream street table tide tower trace track trail vale vault view ville wall ward ware watch wave
  way well wharf wick wing wire wise wood works yard`)

const BUSINESSES =
  words(`Labs Systems Analytics Health Robotics Software Logistics Energy Finance Security Networks Media
  Commerce Cloud Bio Foods Mobility Education Insurance Materials Aerospace Studios Learning Dynamics Payments Research
  Instruments Climate Retail Legal`)

const PLACES =
  words(`Berlin Boston Lisbon Dublin Austin Toronto Oslo Madrid Denver Zurich Vienna Sydney Lyon Milan Porto
  Seattle Bristol Leeds Helsinki Prague Warsaw Antwerp Malmo Geneva Turin Bergen Perth Ottawa Krakow Seville Nantes Bonn
  Basel Ghent Cork Tampere Brno Utrecht Aarhus Valencia`)

/** Coprime to the number of short names, so every name is used once, and consecutive names look different. */
const STEP = 7_919

interface CompanyName {
  readonly name: string
  readonly domain: string
}

/** Unique for every index. Another `offset` starts elsewhere in the sequence. */
export function companyName(index: number, offset: number): CompanyName {
  const stems = FIRST.length * SECOND.length
  const at = ((index % stems) * STEP + (offset % stems)) % stems
  const stem = `${FIRST[Math.floor(at / SECOND.length)]}${SECOND[at % SECOND.length]}`
  const round = Math.floor(index / stems)
  const parts = [stem]
  if (round > 0) parts.push(BUSINESSES[(round - 1) % BUSINESSES.length] ?? '')
  const wider = Math.floor((round - 1) / BUSINESSES.length)
  if (round > 0 && wider > 0) parts.push(PLACES[(wider - 1) % PLACES.length] ?? '')
  const number = Math.floor((wider - 1) / PLACES.length)
  if (round > 0 && number > 0) parts.push(String(number + 1))
  const name = parts.join(' ')
  return { name, domain: domainOf(name) }
}

const stems = new Set<string>()

/** Whether `companyName` could have given this name and domain. */
export function isDemoName(name: string, domain: string): boolean {
  if (domain !== domainOf(name)) return false
  if (stems.size === 0) for (const first of FIRST) for (const second of SECOND) stems.add(first + second)
  return stems.has(name.split(' ', 1)[0] ?? '')
}

function domainOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}.example`
}

function words(text: string): string[] {
  return text.split(/\s+/)
}
