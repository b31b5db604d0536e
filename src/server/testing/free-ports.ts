import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The first of `count` neighbouring ports that nobody listens on, below those the system hands out itself. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 10_000 + randomInt(2_000) * 10
    const ports = Array.from({ length: count }, (_, i) => first + i)
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
