// Runs a benchmark, so that options which it doesn't have are named in words.

import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

const [file = '', ...rest] = process.argv.slice(2)
process.argv = [process.execPath, file, ...rest]
try {
  await import(pathToFileURL(file).href)
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
  const [sentence] = message.split('. ')
  process.stderr.write(`${sentence}. The options: npm run bench -- ${basename(file, '.ts')} --help\n`)
  process.exit(2)
}
