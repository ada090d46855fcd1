// Serialises replies by their schemas. The code for a schema is generated at its first reply: generating it for every
// route took half of the processor time of mounting them, and most processes use few. Services of one process share it:
// schemas are constants.

import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'

const serializers = new WeakMap<TSchema, (reply: unknown) => string>()

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  return (reply) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
    serializers.set(schema, serialize)
    return serialize(reply)
  }
}
