import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { Link } from '../../routing/Link.tsx'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../words/signal-types.ts'
import { TypeTile } from '../words/TypeMark.tsx'
import styles from './WindowName.module.css'

/** More would be wider than the name. */
const MAX_TILES = 2

interface WindowNameProps {
  /** For a template with its tool: `tool-displacement:hubspot`. */
  readonly slug: string
  readonly label: string
}

/** A buying window by its name, with the signals that it needs in front. Leads to the window's page. */
export function WindowName({ slug: full, label }: WindowNameProps) {
  const [slug = ''] = full.split(':', 1)
  const { data } = useApiQuery(contract.exploreSlices, {})
  const needs = data?.slices.find((each) => each.slug === slug)?.needs ?? []
  return (
    <span className={styles.window}>
      <span className={styles.tiles}>
        {needs
          .filter((type): type is SignalType => type in SIGNAL_TYPE_NAMES)
          .slice(0, MAX_TILES)
          .map((type) => (
            <TypeTile key={type} type={type} />
          ))}
      </span>
      <Link href={`/windows/${encodeURIComponent(slug)}`}>{label}</Link>
    </span>
  )
}
