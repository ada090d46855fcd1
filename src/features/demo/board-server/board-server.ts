// A server on loopback that speaks for the demo's companies: their websites, which link their job boards, and the boards, by
// the Host header. COLLECT_REROUTE sends collectors here, so collecting works on a machine without internet.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEMO_BOARDS, type DemoBoard, jobsAt, type Tempo } from './demo-boards.ts'
import { type Body, greenhouse, lever, personio } from './formats.ts'

export interface DemoBoardServer {
  /** For COLLECT_REROUTE. */
  readonly origin: string
  close(): Promise<void>
}

/** `now` gives Unix seconds. */
export async function startDemoBoardServer(tempo: Tempo, now: () => number): Promise<DemoBoardServer> {
  const byUrl = new Map(DEMO_BOARDS.flatMap((board) => pagesOf(board, tempo)))
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const write = byUrl.get(`${request.headers.host?.toLowerCase()}${path}`)
    const body = write?.(now())
    response.writeHead(body ? 200 : 404, { 'content-type': body?.type ?? 'text/plain' }).end(body?.text ?? 'Not found')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The link to the board, as its company's careers page has it. */
export function boardUrl({ system, name }: Pick<DemoBoard, 'system' | 'name'>): string {
  if (system === 'personio') return `https://${name}.jobs.personio.com/`
  return system === 'greenhouse' ? `https://job-boards.greenhouse.io/${name}` : `https://jobs.lever.co/${name}`
}

function pagesOf(board: DemoBoard, tempo: Tempo): [url: string, write: (at: number) => Body][] {
  const { name, system, company } = board
  const shown = (at: number) => ({ name, company: company.name, jobs: jobsAt(board, tempo, at) })
  const feed: Record<DemoBoard['system'], [string, (at: number) => Body]> = {
    greenhouse: [`boards-api.greenhouse.io/v1/boards/${name}/jobs`, (at) => greenhouse(shown(at), at)],
    lever: [`api.lever.co/v0/postings/${name}`, (at) => lever(shown(at))],
    personio: [`${name}.jobs.personio.com/xml`, (at) => personio(shown(at))],
  }
  return [
    feed[system],
    [`${company.domain}/`, () => page(company.name, '<a href="/careers">Careers</a>')],
    [`${company.domain}/careers`, () => page(`Careers at ${company.name}`, `<a href="${boardUrl(board)}">Jobs</a>`)],
  ]
}

function page(title: string, body: string): Body {
  const text = `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`
  return { type: 'text/html; charset=utf-8', text }
}
