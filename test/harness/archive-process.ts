// A process that archives answers without end, and says where each is as soon as it is archived. Its purpose is to be
// killed.

import { Archive } from '../../src/collect/collecting/archive/archive.ts'
import { VisitAnswers } from '../../src/collect/collecting/receipts/visit-answers.ts'
import { silentLog } from './log.ts'

const archive = new Archive({ folder: process.argv[2] ?? '', keepDays: 30, maxFileBytes: 20_000 }, silentLog)
for (let i = 0; ; i++) {
  const answers = new VisitAnswers({ name: 'A', isNameStated: false, aliases: [], seenBefore: false }, archive)
  const call = answers.noting(
    async () => ({ type: 'text/plain', bytes: Buffer.from(`${i} `.repeat(2_000)), url: `https://a.example/${i}` }),
    0,
  )
  await call({ want: 'page', request: { url: `https://a.example/${i}`, kind: 'page' } })
  await archive.keep([answers])
  answers.release()
  process.send?.(answers.list[0])
}
