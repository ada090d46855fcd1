import { Agent, request } from 'undici'

/** Sends the same bodies to the same endpoints, without the firehose. */
export async function runBare(urls: readonly string[], bodies: readonly Uint8Array[]): Promise<number> {
  const concurrency = urls.length === 1 ? 16 : 256
  const agent = new Agent({ connections: 16 })
  const headers = {
    authorization: `Bearer whk_${'x'.repeat(32)}`,
    'content-type': 'application/json',
    accept: 'application/json',
  }
  const total = urls.length * bodies.length
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < total) {
        const i = next++
        const body = bodies[Math.floor(i / urls.length)]
        const reply = await request(urls[i % urls.length] ?? '', {
          method: 'POST',
          dispatcher: agent,
          headers,
          body: body as Buffer,
        })
        await reply.body.dump()
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  await agent.close()
  return total / seconds
}
