import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError, errorCode } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'

interface Address {
  readonly host: string
  readonly port: number
}

/** Listens, or throws an error that explains why it can't. `setting` is the variable to change. */
export async function listenOn(app: FastifyInstance, address: Address, setting: string): Promise<void> {
  try {
    await app.listen({ ...address, listenTextResolver: (text) => `listening on ${text}` })
  } catch (error) {
    throw listenError(error, address, setting)
  }
}

/** Why nothing can listen on an address now. Undefined if something can, or if the system picks the port. */
export async function findListenError(address: Address, setting: string): Promise<Error | undefined> {
  if (address.port === 0) return undefined
  const error = await new Promise<Error | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
  return error && listenError(error, address, setting)
}

function listenError(error: unknown, { host, port }: Address, setting: string): Error {
  const code = errorCode(error) ?? ''
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} of ${host} is already in use: stop the other program, or choose another ${setting}.`
    return new AppError('unavailable', message, { code: 'port_in_use', cause: error })
  }
  if (code === 'EACCES')
    return new AppError(
      'unavailable',
      `No permission to listen on port ${port} of ${host}: choose a ${setting} of 1024 or above.`,
    )
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return new AppError('unavailable', `${host} is not an address of this machine.`)
  return error as Error
}

/** The URL of this service as seen from this machine, without a trailing slash. */
export function ownUrl(config: Config, port = config.PORT): string {
  const everywhere = config.HOST === '0.0.0.0' || config.HOST === '::'
  const host = everywhere ? 'localhost' : config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
