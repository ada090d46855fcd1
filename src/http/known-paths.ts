// The paths and methods of a server, for requests that match none of its routes.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HttpError, methodNotAllowed, notFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly routes: Routes
  }
}

interface Routes {
  /** The methods of a path; empty if there is no such path. */
  methodsOf(url: string): readonly string[]
  /** 405 with the allowed methods if the path exists, otherwise 404. */
  whyUnknown(request: FastifyRequest): HttpError
}

/** Handles requests without a matching route: OPTIONS on a known path, otherwise 404 or 405. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { routes } = request.server
  const methods = routes.methodsOf(request.url)
  if (request.method !== 'OPTIONS' || methods.length === 0) throw routes.whyUnknown(request)
  return reply.code(204).header('allow', methods.join(', ')).send()
}

/** The router knows whether a method matches a path, but not which methods a path has, so we collect them. */
export function collectRoutes(app: FastifyInstance): Routes {
  const methodsByPattern = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPattern.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsByPattern.set(url, methods)
  })
  const methodsOf = (url: string) => {
    const path = pathOf(url)
    const allowed = [...methodsByPattern]
      .filter(([pattern]) => matches(pattern, path))
      .flatMap(([, methods]) => [...methods])
    return allowed.length === 0 ? [] : [...new Set([...allowed, 'OPTIONS'])].sort()
  }
  return {
    methodsOf,
    whyUnknown({ url, method }) {
      const allow = methodsOf(url)
      return allow.length > 0 && !allow.includes(method) ? methodNotAllowed(method, allow) : notFound(pathOf(url))
    },
  }
}

function matches(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  return expected.length === actual.length && expected.every((part, i) => part === actual[i] || part.startsWith(':'))
}

/** The path without the query string, which can contain secrets and must not be logged. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
