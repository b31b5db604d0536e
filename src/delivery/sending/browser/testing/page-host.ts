import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { afterAll } from 'vitest'

export interface PageHost {
  origin: string
  host: string
  /** Method and path of what was asked, in order. */
  asked: string[]
}

/** A host of pages that the sandbox does not have: what it answers to a request, or nothing at all. */
export async function openPageHost(
  answer: (request: IncomingMessage, body: string) => string | { to: string } | undefined,
): Promise<PageHost> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    let body = ''
    for await (const piece of request) body += piece
    const page = answer(request, body)
    if (page === undefined) return
    if (typeof page === 'object') response.writeHead(302, { location: page.to }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = server.address()
  const host = `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
  return { origin: `http://${host}`, host, asked }
}
