// Cities that boards write in more than one language, or short. Names without accents: `fold` has made "Zürich" "zurich".

const CITIES: readonly (readonly string[])[] = [
  ['munich', 'munchen', 'muenchen'],
  ['cologne', 'koln', 'koeln'],
  ['nuremberg', 'nurnberg', 'nuernberg'],
  ['dusseldorf', 'duesseldorf'],
  ['hanover', 'hannover'],
  ['frankfurt', 'frankfurt am main', 'frankfurt a m', 'frankfurt main'],
  ['vienna', 'wien'],
  ['zurich', 'zuerich'],
  ['geneva', 'geneve', 'genf'],
  ['basel', 'bale', 'basle'],
  ['bern', 'berne'],
  ['lucerne', 'luzern'],
  ['brussels', 'bruxelles', 'brussel'],
  ['antwerp', 'antwerpen', 'anvers'],
  ['ghent', 'gent', 'gand'],
  ['the hague', 'den haag'],
  ['milan', 'milano'],
  ['rome', 'roma'],
  ['turin', 'torino'],
  ['naples', 'napoli'],
  ['florence', 'firenze'],
  ['venice', 'venezia'],
  ['lisbon', 'lisboa'],
  ['seville', 'sevilla'],
  ['copenhagen', 'kobenhavn'],
  ['gothenburg', 'goteborg'],
  ['prague', 'praha'],
  ['warsaw', 'warszawa'],
  ['krakow', 'cracow'],
  ['bucharest', 'bucuresti'],
  ['belgrade', 'beograd'],
  ['athens', 'athina'],
  ['new york', 'new york city', 'nyc'],
  ['bengaluru', 'bangalore'],
  ['gurugram', 'gurgaon'],
  ['mumbai', 'bombay'],
  ['mexico city', 'ciudad de mexico', 'cdmx'],
]

const SAME = new Map(CITIES.flatMap(([name = '', ...others]) => others.map((other) => [other, name])))

/** One of a city's names, standing for all of them. */
export function cityName(words: string): string {
  return SAME.get(words) ?? words
}
