// A lock on an open file that the kernel releases when the process ends, however it ends. Node has no flock, so on Linux
// the lock is an abstract Unix socket named after the file's device and inode: only one process can listen on it, and
// nothing stays behind on disk. It holds on one machine (in one network namespace). On macOS, open() itself can lock.

import { constants, type Stats } from 'node:fs'
import { createServer } from 'node:net'
import { errorCode } from '../platform/app-error.ts'

const O_EXLOCK_ON_MACOS = 0x20

/** The flags with which a file has to be opened to be locked. */
export const LOCK_FLAGS = process.platform === 'darwin' ? O_EXLOCK_ON_MACOS | constants.O_NONBLOCK : 0

/** Returns undefined if another process holds the lock. */
export async function lockFile({ dev, ino }: Stats): Promise<Disposable | undefined> {
  if (process.platform !== 'linux') return { [Symbol.dispose]() {} }
  const server = createServer((socket) => socket.destroy())
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(`\0pro-signal/file-lock/${dev}/${ino}`, resolve)
  })
  try {
    await listening
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return undefined
    throw error
  }
  server.unref()
  return { [Symbol.dispose]: () => void server.close() }
}
