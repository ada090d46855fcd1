import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AppError } from '../../../platform/app-error.ts'
import { compileKernel } from './wasm-kernel.ts'

const bytes = readFileSync(new URL('./kernel.wasm', import.meta.url))

test('on a machine whose WebAssembly lacks an instruction of the kernel, the error names what is missing', () => {
  assert.ok(compileKernel(bytes) instanceof WebAssembly.Module)
  // 0xfd begins the SIMD instructions, 0xff none at all.
  const unknown = Uint8Array.from(bytes, (byte) => (byte === 0xfd ? 0xff : byte))
  assert.throws(
    () => compileKernel(unknown),
    (error) => error instanceof AppError && error.kind === 'unavailable' && /SIMD/.test(error.message),
  )
})
