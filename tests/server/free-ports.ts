import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** `fetch` refuses to ask at this port: https://fetch.spec.whatwg.org/#port-blocking */
const blockedPort = 10_080

/** The first of `count` neighbouring ports that nobody listens on, below those the system hands out itself. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 10_000 + randomInt(2_000) * 10
    const ports = Array.from({ length: count }, (_, i) => first + i)
    if (ports.includes(blockedPort)) continue
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
