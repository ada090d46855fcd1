import styles from './Meter.module.css'

interface MeterProps {
  readonly name: string
  readonly value: number
  readonly max: number
  /** The value in words. */
  readonly text: string
  readonly tone?: 'neutral' | 'warning' | 'danger'
}

/** How much there is of something that ends. */
export function Meter({ name, value, max, text, tone = 'neutral' }: MeterProps) {
  const share = max === 0 ? 0 : value / max
  return (
    // biome-ignore lint/a11y/useSemanticElements: each browser draws <meter> differently
    <div
      className={styles.meter}
      data-tone={tone}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <div style={{ width: `${Math.min(100, share * 100)}%`, minWidth: value > 0 ? 4 : 0 }} />
    </div>
  )
}
