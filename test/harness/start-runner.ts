// Starts Node's test runner without its hook, before anything else uses it.
//
// The runner follows every promise and every socket, to name the test in which an error was thrown that nobody caught. That takes
// 7 % of the processor time of a test process. Here such an error fails its file and is printed. The price: tests are
// declared at the top level or by `t.test`, not inside `describe`.

import { createHook } from 'node:async_hooks'
import { before } from 'node:test'
import { inspect } from 'node:util'

const hooks = Object.getPrototypeOf(createHook({})) as { enable: (this: unknown) => unknown }
const { enable } = hooks
hooks.enable = function () {
  return this
}
// The runner starts at the first call.
before(() => {})
hooks.enable = enable
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => process.stderr.write(`${event}: ${inspect(error)}\n`))
}
