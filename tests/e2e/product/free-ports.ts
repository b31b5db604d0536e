import { once } from 'node:events'
import { createServer } from 'node:net'

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const outcome = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ])
  server.close()
  return outcome
}

/** The first of so many neighbouring ports that nobody listens on. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 20_000)
    const neighbours = Array.from({ length: count }, (_, offset) => isFree(first + offset))
    if ((await Promise.all(neighbours)).every(Boolean)) return first
  }
}
