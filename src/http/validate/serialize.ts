// Serialises replies by their schemas. The code for a schema is made at its first reply: making it for every route took half of
// the processor time of mounting them, and most processes use few.

import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((reply: unknown) => string) | undefined
  return (reply) => {
    serialize ??= fastJsonStringify(schema)
    return serialize(reply)
  }
}
