import type { FastifyInstance } from 'fastify'

/** Smaller replies hardly shrink and cost more than they save. */
const MIN_COMPRESSED_BYTES = 1_024

/** Compresses the replies of a scope on request, if a scope around it doesn't yet. */
export async function compressReplies(scope: FastifyInstance): Promise<void> {
  if (scope.hasReplyDecorator('compress')) return
  // Only gzip, which every client supports. Compressed requests are rejected: they could be zip bombs.
  await scope.register(import('@fastify/compress'), {
    encodings: ['gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    globalDecompression: false,
  })
}
