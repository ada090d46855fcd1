import { AppError, reasonOf } from '../../platform/app-error.ts'
import { watchEventLoop } from '../../platform/watch-event-loop.ts'
import { PROCESS_ROLES, type ProcessRole } from '../../service/roles.ts'
import type { Service } from '../../service/service.ts'
import { command, type Input } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { stopSignal } from '../stop-on-signal.ts'
import { startMessage } from './start-message.ts'

/** Orchestrators kill a process ten seconds or more after SIGTERM. The service must exit before that. */
const SHUTDOWN_SECONDS = 9

export const serveCommand = command({
  name: 'serve',
  summary: 'Run the service until it is stopped (Ctrl-C or SIGTERM).',
  options: {
    roles: {
      value: 'LIST',
      description: `The roles of this process, separated by commas: ${PROCESS_ROLES.join(',')}. Default: all; collect needs COLLECT_CONTACT.`,
    },
    demo: {
      description: 'Load the demo data into an empty database, unless PRO_SIGNAL_DEMO is 0. `npm start` sets it.',
    },
    'demo-live': {
      description:
        'Add a few demo signals per minute to the demo data: jobs are collected from job boards that the process itself serves. `npm start` sets it.',
    },
  },
  examples: ['serve', 'serve --roles api,settings', 'serve --demo --demo-live'],
  async run(input) {
    const roles = rolesOf(input)
    const demo = input.on('demo') && !input.config.given.has('PRO_SIGNAL_DEMO')
    const config = demo ? { ...input.config, PRO_SIGNAL_DEMO: true } : input.config
    const stopping = new AbortController()
    const stop = stopSignal().finally(() => stopping.abort())
    // Loaded here, so that the other commands start without it.
    const { startService } = await import('../../service/service.ts')
    const service = await startService(config, input.log, roles, {
      demoLive: input.on('demo-live'),
      signal: stopping.signal,
    })
    // Standard output is the log, one JSON object a line, for log collectors. The message is for the person at the
    // terminal.
    input.stderr.write(startMessage(service))
    watchEventLoop()
    input.log.info(`${await stop}: shutting down`)
    await shutDown(service, input)
    return undefined
  },
})

function rolesOf(input: Input): ReadonlySet<ProcessRole> {
  const given = input.maybe('roles')
  if (given === undefined) return new Set(PROCESS_ROLES)
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(PROCESS_ROLES as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new AppError(
      'invalid',
      `--roles: there is no role ${JSON.stringify(unknown)}. The roles are ${PROCESS_ROLES.join(', ')}.`,
    )
  }
  return new Set(names as ProcessRole[])
}

async function shutDown(service: Service, { log }: Input): Promise<void> {
  const overdue = setTimeout(() => {
    log.error(`the shutdown took more than ${SHUTDOWN_SECONDS} s, exiting`)
    process.exit(EXIT.failed)
  }, SHUTDOWN_SECONDS * 1_000)
  try {
    await service.close()
    log.info('stopped')
  } catch (error) {
    log.error(`shutdown failed: ${reasonOf(error)}`)
  } finally {
    clearTimeout(overdue)
  }
}
