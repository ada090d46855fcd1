import type { FastifyReply } from 'fastify'

/** A page without scripts, whose styles are in it. */
export function sendPlainPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(html)
}
