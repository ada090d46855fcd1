// The programs that the settings screen shows run as they are, in each language.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/platform/config/config.ts'
import { CALLS, type CallName, codeSample, LANGUAGES } from '../../web/src/pages/keys/code-samples.ts'
import { type Api, idOf, startApi } from '../harness/api.ts'
import { temporaryFolder } from '../harness/folders.ts'

const run = promisify(execFile)
let api: Api
before(async () => {
  api = await startApi()
})

const isInstalled = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

for (const language of LANGUAGES) {
  const program = { curl: 'curl', TypeScript: process.execPath, Python: 'python3' }[language]
  const skip = !(await isInstalled(program)) && `there is no ${program}`
  test(`every call in ${language}`, { skip }, async () => {
    const { key, used } = await api.newTeam()
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'node_modules/@pro-signal'), { recursive: true })
    symlinkSync(join(packageRoot, 'client'), join(folder, 'node_modules/@pro-signal/client'))
    for (const name of Object.keys(CALLS) as CallName[]) {
      const text = codeSample(name, language, { baseUrl: api.url, key }).replace('COMPANY_ID', idOf(1))
      const file = join(folder, `${name}.mts`)
      writeFileSync(file, text)
      const args = {
        curl: ['-c', text.replace('curl ', 'curl --fail-with-body -s ')],
        TypeScript: [file],
        Python: ['-c', text],
      }
      const { stdout } = await run(language === 'curl' ? 'sh' : program, args[language], { cwd: folder })
      assert.match(stdout, /companies|identity|pagination|filters|rateLimits|status/, name)
    }
    assert.equal((await used()).monthlyRequests, 4)
  })
}
