// All commands, by the first word of their names. A command line loads only the commands of its own word: to load all of
// them takes ten times as long as Node takes to start.

import type { Command, Summary } from './command.ts'

type Load = () => Promise<readonly Command[]>

/** In the order of the overview. */
const BY_WORD = new Map<string, Load>(
  Object.entries({
    serve: async () => [(await import('./serve.ts')).serveCommand],
    migrate: async () => [(await import('./migrate.ts')).migrateCommand],
    config: async () => [(await import('./config.ts')).configCommand],
    doctor: async () => [(await import('./doctor.ts')).doctorCommand],
    teams: async () => [
      ...(await import('./teams.ts')).teamsCommands,
      (await import('./team-billing.ts')).teamBillingCommand,
    ],
    accounts: async () => (await import('./accounts.ts')).accountsCommands,
    mail: async () => (await import('./mail.ts')).mailCommands,
    keys: async () => (await import('./keys.ts')).keysCommands,
    webhooks: async () => [
      ...(await import('./webhooks.ts')).webhooksCommands,
      ...(await import('./webhook-delivery.ts')).webhookDeliveryCommands,
    ],
    lists: async () => (await import('./lists.ts')).listsCommands,
    searches: async () => (await import('./searches.ts')).searchesCommands,
    ingest: async () => [(await import('./ingest.ts')).ingestCommand],
    watch: async () => (await import('./watch.ts')).watchCommands,
    collect: async () => [(await import('./collect.ts')).collectCommand],
    matches: async () => (await import('./matches.ts')).matchesCommands,
    signals: async () => (await import('./signals.ts')).signalsCommands,
    companies: async () => (await import('./companies.ts')).companiesCommands,
    sources: async () => (await import('./sources.ts')).sourcesCommands,
    slices: async () => (await import('./slices.ts')).slicesCommands,
    demo: async () => {
      const { demoCommand, demoBoardsCommand, demoRemoveCommand } = await import('./demo.ts')
      return [demoCommand, demoBoardsCommand, demoRemoveCommand]
    },
    mcp: async () => (await import('./mcp.ts')).mcpCommands,
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
