import { Fragment } from 'react'
import styles from './Words.module.css'

/** Longer words may break anywhere; otherwise they overflow on a phone. */
const MAX_UNBROKEN = 26

/**
 * A name, email address or URL chosen by a third party. It breaks between words and after characters such as @ and the
 * slash. Only a part that is too long for a narrow column breaks inside.
 */
export function Words({ text }: { text: string }) {
  return (
    <span className={styles.words}>
      {partsOf(text).map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place
        <Fragment key={i}>
          {part.length > MAX_UNBROKEN ? <span className={styles.long}>{part}</span> : part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

/** `owner@mail.acme.example` becomes `owner@`, `mail.`, `acme.`, `example`. */
const partsOf = (text: string) => text.match(/[^\s@./?&=_-]+[\s@./?&=_-]*|[\s@./?&=_-]+/g) ?? []
