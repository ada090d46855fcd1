import { Fragment } from 'react'
import { Key } from '../keyboard/Key.tsx'
import { MOD_KEY } from '../keyboard/typing.ts'
import { Dialog } from '../parts/forms/Dialog.tsx'
import typography from '../parts/typography.module.css'
import { useCan } from '../session.ts'
import styles from './ShortcutsDialog.module.css'
import { texts } from './texts.ts'

const { shortcuts } = texts

/** Keys that are pressed together are one entry: `Ctrl K`. Others stand beside each other. */
const GROUPS: readonly (readonly [
  heading: string,
  rows: readonly (readonly [keys: readonly string[], what: string])[],
])[] = [
  [
    shortcuts.groups.everywhere,
    [
      [[`${MOD_KEY} K`], shortcuts.jump],
      [['/'], shortcuts.search],
      [['?'], shortcuts.help],
      [['Esc'], shortcuts.escape],
    ],
  ],
  [
    shortcuts.groups.windows,
    [
      [['J'], shortcuts.next],
      [['K'], shortcuts.previous],
      [['Enter'], shortcuts.openPanel],
      [['S'], shortcuts.snooze],
      [['X'], shortcuts.notAFit],
      [['L'], shortcuts.addToList],
    ],
  ],
  [
    shortcuts.groups.dossier,
    [
      [['O'], shortcuts.openDossier],
      [['L'], shortcuts.addToList],
      [['A'], shortcuts.alert],
    ],
  ],
  [
    shortcuts.groups.explore,
    [
      [['Ctrl Space'], shortcuts.complete],
      [['↑', '↓'], shortcuts.choose],
      [['Enter'], shortcuts.run],
    ],
  ],
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const canAdd = useCan()('addCompany')
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      {GROUPS.map(([heading, rows]) => (
        <section key={heading} aria-label={heading}>
          <h3 className={styles.heading}>{heading}</h3>
          <dl className={styles.rows}>
            {rows
              .filter(([, what]) => canAdd || what !== shortcuts.addToList)
              .map(([keys, what]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Fragment key={key}>
                        {key.split(' ').map((each) => (
                          <Key key={each} name={each} />
                        ))}{' '}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p className={typography.muted}>{shortcuts.note}</p>
    </Dialog>
  )
}
