import { Button } from '@mantine/core'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { csvOf } from '../../parts/tables/csv.ts'
import { downloadCsv } from '../../parts/tables/download-csv.ts'
import styles from './Imports.module.css'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.example

/** What a file looks like, and one to try it with. */
export function ExampleFile() {
  const { columns, rows } = texts
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      action={
        <Button variant="default" size="xs" onClick={() => downloadCsv(texts.fileName, csvOf(columns, rows))}>
          {texts.download}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone, also with the keyboard */}
      <section className={classes(layout.panel, styles.scroll)} aria-label={texts.table} tabIndex={0}>
        <table className={styles.sheet}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {columns.map((column, at) => (
                  <td key={column}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}
