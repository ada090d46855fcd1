import { editDistance } from './edit-distance.ts'

/**
 * What is wrong with a name that isn't a setting; undefined if it doesn't look like one of ours. The file .env may also
 * have variables of other programs, such as those of compose.yaml, and the environment is full of them. So a name is
 * ours if it has our prefix or is a misspelling of a setting. A suggestion is made only if exactly one setting is near.
 */
export function describeUnknownName(name: string, settings: readonly string[]): string | undefined {
  const guess = settingMeantBy(name, settings)
  if (guess === undefined && !name.startsWith('PRO_SIGNAL_')) return undefined
  return guess === undefined ? `${name} is unknown` : `${name} is unknown: did you mean ${guess}?`
}

/** Names that other programs use for the same thing. */
const ALIASES: Readonly<Record<string, string>> = {
  DB_URL: 'DATABASE_URL',
  PG_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  DATABASE_URI: 'DATABASE_URL',
  DIRECT_URL: 'DATABASE_DIRECT_URL',
  DATA_FOLDER: 'DATA_DIR',
  DATA_PATH: 'DATA_DIR',
  HTTP_PORT: 'PORT',
  LOGLEVEL: 'LOG_LEVEL',
  STRIPE_KEY: 'STRIPE_SECRET_KEY',
  STRIPE_API_KEY: 'STRIPE_SECRET_KEY',
}

function settingMeantBy(name: string, settings: readonly string[]): string | undefined {
  const bare = name.toUpperCase().replace(/^PRO_SIGNAL_(?!DEMO)/, '')
  if (settings.includes(bare)) return bare
  const alias = ALIASES[bare]
  if (alias !== undefined) return alias
  const bound = bare.length < 6 ? 1 : 2
  const near = settings
    .map((setting) => ({ setting, distance: editDistance(bare, setting, bound) }))
    .filter(({ distance }) => distance <= bound)
    .sort((a, b) => a.distance - b.distance)
  if (near.length > 0) return near[0]?.distance === near[1]?.distance ? undefined : near[0]?.setting
  const longer = settings.filter((setting) => setting.startsWith(`${bare}_`))
  return longer.length === 1 ? longer[0] : undefined
}
