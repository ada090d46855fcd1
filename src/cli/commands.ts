// All commands, by the first word of their names. A command line loads only the commands of its own word: loading all
// of them takes ten times as long as starting Node.

import type { Command, Summary } from './command.ts'

type Load = () => Promise<readonly Command[]>

/** In the order of the overview. */
const BY_WORD = new Map<string, Load>(
  Object.entries({
    serve: async () => [(await import('./operate/serve.ts')).serveCommand],
    migrate: async () => [(await import('./operate/migrate.ts')).migrateCommand],
    upgrade: async () => [(await import('./operate/upgrade.ts')).upgradeCommand],
    config: async () => [(await import('./operate/config.ts')).configCommand],
    backup: async () => (await import('./operate/backup.ts')).backupCommands,
    restore: async () => [(await import('./operate/restore.ts')).restoreCommand],
    resume: async () => [(await import('./operate/resume.ts')).resumeCommand],
    status: async () => [(await import('./operate/status.ts')).statusCommand],
    doctor: async () => [(await import('./operate/doctor.ts')).doctorCommand],
    teams: async () => [
      ...(await import('./account/teams.ts')).teamsCommands,
      (await import('./account/team-sign-on.ts')).teamSignOnCommand,
      (await import('./account/team-billing.ts')).teamBillingCommand,
    ],
    accounts: async () => (await import('./account/accounts.ts')).accountsCommands,
    audit: async () => [(await import('./account/audit.ts')).auditCommand],
    mail: async () => (await import('./operate/mail.ts')).mailCommands,
    keys: async () => (await import('./account/keys.ts')).keysCommands,
    secrets: async () => (await import('./operate/secrets.ts')).secretsCommands,
    webhooks: async () => [
      ...(await import('./deliver/webhooks.ts')).webhooksCommands,
      ...(await import('./deliver/webhook-delivery.ts')).webhookDeliveryCommands,
    ],
    lists: async () => (await import('./account/lists.ts')).listsCommands,
    search: async () => [(await import('./operate/search.ts')).searchRebuildCommand],
    searches: async () => (await import('./deliver/searches.ts')).searchesCommands,
    ingest: async () => [
      (await import('./data/ingest.ts')).ingestCommand,
      (await import('./data/ingest-presets.ts')).ingestPresetsCommand,
    ],
    watch: async () => (await import('./data/watch.ts')).watchCommands,
    collect: async () => [(await import('./data/collect.ts')).collectCommand],
    matches: async () => (await import('./data/matches.ts')).matchesCommands,
    receipts: async () => (await import('./data/receipts.ts')).receiptsCommands,
    signals: async () => (await import('./data/signals.ts')).signalsCommands,
    companies: async () => (await import('./data/companies.ts')).companiesCommands,
    sources: async () => (await import('./data/sources.ts')).sourcesCommands,
    slices: async () => (await import('./data/slices.ts')).slicesCommands,
    reporting: async () => (await import('./operate/reporting.ts')).reportingCommands,
    feedback: async () => (await import('./data/feedback.ts')).feedbackCommands,
    demo: async () => {
      const { demoCommand, demoBoardsCommand, demoRemoveCommand } = await import('./operate/demo.ts')
      return [demoCommand, demoBoardsCommand, demoRemoveCommand]
    },
    mcp: async () => (await import('./operate/mcp.ts')).mcpCommands,
  }),
)

/** Empty if no command begins with this word. */
export async function commandsOf(word: string): Promise<readonly Command[]> {
  return (await BY_WORD.get(word)?.()) ?? []
}

export async function allCommands(): Promise<readonly Command[]> {
  const groups = await Promise.all([...BY_WORD.values()].map((load) => load()))
  return groups.flat()
}

/** For summaries.json, which `npm run gen` writes: the overview of all commands loads none of them. */
export async function summaries(): Promise<readonly Summary[]> {
  return (await allCommands()).map(({ name, words, summary }) => ({ name, words, summary }))
}
