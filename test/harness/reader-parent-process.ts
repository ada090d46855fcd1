// A process that makes one visit, with the collector that the argument names. It says the reader's process id, and ends when
// nothing keeps it.

import { pathToFileURL } from 'node:url'
import { Readers } from '../../src/collect/collecting/reader/readers.ts'

const readers = new Readers({ collectors: pathToFileURL(`${import.meta.dirname}/hostile-collectors.ts`) })
await readers.visit({
  collector: process.argv[2] ?? '',
  target: 'acme.example',
  context: { company: { domain: 'acme.example', name: 'Acme', aliases: [] }, now: 0 },
  call: async () => {
    process.send?.(readers.pid)
    process.disconnect?.()
    return { url: '', type: 'text/plain', bytes: Buffer.from('hello') }
  },
  signal: new AbortController().signal,
})
