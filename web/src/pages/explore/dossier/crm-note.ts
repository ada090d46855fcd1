import { companySummary, type DossierReply } from '../../../contract.ts'
import { formatDate } from '../../../parts/words/format.ts'
import { texts } from '../texts.ts'

const MAX_SIGNALS = 5

/** The dossier in a few lines of plain text, for the company's record in a CRM. */
export function crmNote({ identity, slices, notebook, signals }: DossierReply, url: string): string {
  const { note } = texts
  const [strongest] = slices
  const facts = companySummary(identity)
  const current = signals.filter(({ status }) => status === 'active').slice(0, MAX_SIGNALS)
  return [
    `${identity.name} (${identity.domain})${facts && `: ${facts}`}`,
    ...(strongest
      ? [
          '',
          note.whyNow(strongest.label, strongest.notebook.whyNow),
          ...(strongest.notebook.approach === undefined ? [] : [note.approach(strongest.notebook.approach)]),
          ...strongest.notebook.talkingPoints.map((point) => `- ${point}`),
          note.closes(formatDate(strongest.windowEndsAt)),
        ]
      : []),
    ...(!strongest && notebook
      ? ['', [notebook.known, ...notebook.opens].join(' '), ...notebook.talkingPoints.map((point) => `- ${point}`)]
      : []),
    ...(current.length > 0 ? ['', note.signals] : []),
    ...current.map(({ label, occurredAt, source }) =>
      [`- ${formatDate(occurredAt)}: ${label}`, source.url && `(${source.url})`].filter(Boolean).join(' '),
    ),
    '',
    url,
  ].join('\n')
}
