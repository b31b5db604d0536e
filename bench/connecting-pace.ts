import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Microsoft's for a mailbox: where it begins, after the address, after the password, after "Stay signed in?". */
const pagesOfSignIn = 4
/** What signing in to one mailbox takes at the real pages, in milliseconds. */
export const signInMs = 6_000

export interface PacedPages {
  origin: string
  close(): Promise<void>
}

/** The sign-in pages on this port of this machine, on another one and as slow as the real ones. */
export async function pacePages(port: number): Promise<PacedPages> {
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const onwards = request({ host: '127.0.0.1', port, method, path, headers }, async (answer) => {
      await delay(signInMs / pagesOfSignIn)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onwards.on('error', () => response.destroy())
    incoming.pipe(onwards)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
