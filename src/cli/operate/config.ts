import { describeConfig } from '../../platform/config/config.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const configCommand = command({
  name: 'config',
  summary: 'Show the settings in effect. Secrets are hidden.',
  examples: ['config', 'config --json'],
  async run({ config }) {
    const settings = describeConfig(config)
    const rows = settings.map(({ name, value, given }) => [name, value === '' ? '–' : value, given ? 'set' : 'default'])
    return {
      text: table(['name', 'value', 'from'], rows),
      json: Object.fromEntries(settings.map(({ name, value, given }) => [name, { value, given }])),
    }
  },
})
