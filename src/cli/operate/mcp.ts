import { AppError } from '../../platform/app-error.ts'
import { trimEnd } from '../../platform/text/trim.ts'
import { command } from '../command.ts'

const DEFAULT_URL = 'http://127.0.0.1:3000'

export const mcpCommands = [
  command({
    name: 'mcp',
    summary: 'Connect a desktop assistant to a service: MCP over stdin and stdout. See docs/mcp.md.',
    options: {
      url: { value: 'URL', description: `The address of the service. Default: PRO_SIGNAL_URL, or ${DEFAULT_URL}.` },
    },
    examples: ['mcp --url https://signals.example'],
    async run(input) {
      const key = input.env.PRO_SIGNAL_KEY
      if (!key) throw new AppError('invalid', 'PRO_SIGNAL_KEY is missing: set it to an API key of your team.')
      const given = input.maybe('url')
      const base = given ?? input.env.PRO_SIGNAL_URL ?? DEFAULT_URL
      if (!/^https?:$/.test(URL.parse(base)?.protocol ?? '')) {
        const name = given === undefined ? 'PRO_SIGNAL_URL' : '--url'
        throw new AppError('invalid', `${name} ${JSON.stringify(base)} is not a URL such as https://signals.example.`)
      }
      // Loaded here, so that the other commands start without it.
      const { bridge, MCP_PATH } = await import('../../api/mcp/index.ts')
      const trimmed = trimEnd(base, '/')
      await bridge({
        // The address of the service, or that of /mcp itself, which assistants that connect by URL use.
        url: trimmed.endsWith(MCP_PATH) ? trimmed : trimmed + MCP_PATH,
        key,
        input: input.stdin,
        output: input.stdout,
        warn: (message) => input.stderr.write(`pro-signal mcp: ${message}\n`),
      })
      return undefined
    },
  }),
]
