import type { ImportReply, ImportState, TeamImports } from '../../contract.ts'
import { formatNumber, formatPercent, pluralize } from '../../parts/words/format.ts'

const states: Readonly<Record<ImportState, string>> = {
  uploading: 'Uploading',
  running: 'Importing',
  done: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

const notAllowed: Readonly<Record<TeamImports, string>> = {
  'one-team':
    'Several teams use this installation, and all of them see what one imports. Ask its operator to allow imports (the setting TEAM_IMPORTS).',
  off: 'The operator of this installation has turned off imports on the screen.',
  on: '',
}

export const texts = {
  title: 'Import a file',
  lead: 'Exports of Crunchbase, PitchBook, Apollo, HubSpot, Salesforce and TheirStack, or a sheet of companies. History keeps its dates, so windows can open today.',
  back: 'Lists',
  ownersOnly: {
    title: 'Owners import files',
    text: 'The whole team sees what is imported. Ask an owner to do it.',
  },
  notAllowed: { title: 'Files can’t be imported here', text: (mode: TeamImports) => notAllowed[mode] },
  loadFailed: 'Can’t load the imports',
  choose: {
    title: 'Drop a file here',
    text: (megabytes: number, lines: number) =>
      `CSV or NDJSON, gzipped or not, up to ${megabytes} MB and ${formatNumber(lines)} lines. You see a preview before anything is written.`,
    action: 'Choose file',
    tooLarge: (megabytes: number) => `The file has more than ${megabytes} MB: split it, or gzip it.`,
    empty: 'The file is empty.',
    unreadable: 'Can’t read the file.',
  },
  example: {
    title: 'What a file looks like',
    lead: 'One company per row. Only the website is needed. Exports of the programs above work as they are.',
    table: 'Example rows',
    download: 'Download this example',
    fileName: 'example-companies',
    columns: ['Company', 'Website', 'Country', 'Employees', 'Industry'],
    rows: [
      ['Northwind', 'https://northwind.example', 'Germany', '240', 'Logistics'],
      ['Harbourline', 'harbourline.example', 'NL', '85', 'Fintech'],
      ['Brightloom', 'brightloom.example', 'United Kingdom', '1200', 'Retail'],
    ],
  },
  preview: {
    title: (file: string) => `What becomes of ${file}`,
    reading: 'Reading the file…',
    other: 'Choose another file',
    converted:
      'The file is not UTF-8, so it is read as Western European (Windows-1252). Check names with accents below.',
    kind: 'Kind of file',
    saved: (name: string) => `${name} (saved)`,
    dates: 'Dates are written as',
    iso: '2026-03-05 (ISO)',
    columnsTitle: 'Columns',
    columns: { header: 'Column', example: 'For example', becomes: 'Becomes' },
    fieldOf: (header: string) => `What “${header}” becomes`,
    leftOut: '– left out',
    required: (becomes: string) => `${becomes} (needed)`,
    rowsTitle: 'The first lines, as they will be read',
    rows: { line: 'Line', values: 'Read as' },
    rejected: (rejected: number, lines: number) =>
      `${formatNumber(rejected)} of the first ${formatNumber(lines)} companies and signals would be rejected:`,
    noneRejected: (lines: number) => `The first ${formatNumber(lines)} companies and signals can all be read.`,
    news: 'Send what is new to webhooks. Leave this off for history.',
    start: 'Import',
    starting: 'Starting…',
    save: 'Save this mapping',
    saveName: 'Name of the mapping',
    saveDone: (name: string) => `Saved as ${name}. Files with the same columns will use it.`,
    remove: 'Delete the saved mapping',
    removed: (name: string) => `${name} deleted`,
  },
  running: {
    title: (file: string) => `Importing ${file}`,
    uploading: (share: number) => `Uploading: ${formatPercent(share)}. Keep this page open.`,
    brokenOff: 'The upload was interrupted, or continues in another tab. Cancel it to start over.',
    retry: 'Go on with the upload',
    waiting: 'Waiting: other files are being imported.',
    reading: (lines: number) => `${pluralize(lines, 'line')} read. You can close this page.`,
    again: 'The service was interrupted, so the file is read again from its beginning. Nothing is written twice.',
    meter: 'Progress',
    cancel: 'Cancel',
    cancelling: 'Cancelling…',
  },
  past: {
    title: 'Imports',
    columns: { file: 'File', state: 'State', result: 'Result', at: 'Ended' },
    states,
    result: ({ companies, signals, rejected }: ImportReply) =>
      [
        `${pluralize(companies.created, 'new company', 'new companies')}`,
        ...(companies.updated > 0 ? [`${formatNumber(companies.updated)} changed`] : []),
        `${pluralize(signals.created, 'new signal')}`,
        ...(signals.updated > 0 ? [`${formatNumber(signals.updated)} changed`] : []),
        ...(rejected > 0 ? [`${pluralize(rejected, 'line')} rejected`] : []),
      ].join(', '),
    rejects: (count: number) => `Why ${pluralize(count, 'line was', 'lines were')} rejected`,
    lines: (count: number, reason: string) => `${pluralize(count, 'line')}: ${reason}`,
    isCut: (max: number) => `Only the first ${formatNumber(max)} rejected lines are kept, for 7 days.`,
    download: 'Download rejected lines (CSV)',
  },
}
