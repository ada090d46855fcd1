import type { FastifyInstance } from 'fastify'
import { AppError, errorCode } from '../platform/app-error.ts'
import type { Config } from '../platform/config.ts'

/** Listens, or says in one line why that cannot be. `setting` is the variable to change. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  setting: string,
): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    const where = `port ${port} of ${host}`
    if (errorCode(error) === 'EADDRINUSE')
      throw new AppError('unavailable', `Something else uses ${where}: stop it, or choose another ${setting}.`)
    if (errorCode(error) === 'EACCES')
      throw new AppError('unavailable', `We may not listen on ${where}: choose a ${setting} from 1024 up.`)
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(errorCode(error) ?? ''))
      throw new AppError('unavailable', `${host} is no address of this machine.`)
    throw error
  }
}

/** How this machine reaches us, without a slash at the end. */
export function ownUrl(config: Config, port = config.PORT): string {
  const everywhere = config.HOST === '0.0.0.0' || config.HOST === '::'
  const host = everywhere ? 'localhost' : config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
