import type { FastifyInstance } from 'fastify'
import { AppError, errorCode } from '../platform/app-error.ts'
import type { Config } from '../platform/config.ts'

/** Listens, or throws an error that says why it can't. `setting` is the variable to change. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  setting: string,
): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    const where = `Port ${port} of ${host}`
    if (errorCode(error) === 'EADDRINUSE')
      throw new AppError(
        'unavailable',
        `${where} is already in use: stop the other program, or choose another ${setting}.`,
      )
    if (errorCode(error) === 'EACCES')
      throw new AppError(
        'unavailable',
        `No permission to listen on port ${port} of ${host}: choose a ${setting} of 1024 or above.`,
      )
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(errorCode(error) ?? ''))
      throw new AppError('unavailable', `${host} is not an address of this machine.`)
    throw error
  }
}

/** The URL of this service as seen from this machine, without a trailing slash. */
export function ownUrl(config: Config, port = config.PORT): string {
  const everywhere = config.HOST === '0.0.0.0' || config.HOST === '::'
  const host = everywhere ? 'localhost' : config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
