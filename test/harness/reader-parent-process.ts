// A process whose reader is in an endless loop. It says the reader's process id, and waits to be killed.

import { pathToFileURL } from 'node:url'
import { Readers } from '../../src/features/collecting/reader/readers.ts'

const readers = new Readers({ collectors: pathToFileURL(`${import.meta.dirname}/hostile-collectors.ts`) })
await readers.visit({
  collector: 'endless',
  target: 'acme.example',
  context: { company: { domain: 'acme.example', name: 'Acme', aliases: [] }, now: 0 },
  call: async () => {
    process.send?.(readers.pid)
    return { url: '', type: 'text/plain', bytes: Buffer.from('hello') }
  },
  signal: new AbortController().signal,
})
