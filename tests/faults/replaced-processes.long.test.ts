import { Agent, request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { freePorts } from '../server/free-ports.ts'
import { manageOrders } from '../server/managed-orders.ts'
import { startProcess } from '../server/product-process.ts'
import { createTestWorld } from '../server/test-world.ts'

const world = await createTestWorld({ sandboxPort: await freePorts(5) })
const { paidOrder } = manageOrders(world)

/** As a proxy sends it: a reading request whose connection is refused, or cut before the answer, goes to the next. */
function proxied(urls: readonly string[], agent: Agent, cookie: string): Promise<number> {
  const [url, ...others] = urls
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${url}/api/orders`, { agent, headers: { cookie } })
    call.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNREFUSED', 'ECONNRESET'].includes(error.code ?? '') && others.length > 0
        ? proxied(others, agent, cookie).then(resolve, reject)
        : reject(error),
    )
    call.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    call.end()
  })
}

test('while one process after the other is stopped and replaced under load, no request fails', {
  tags: ['fault-38'],
  timeout: 180_000,
}, async () => {
  const { person } = await paidOrder({}, false)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const processes = [await startProcess(world, 'web'), await startProcess(world, 'web')]
  const agent = new Agent({ keepAlive: false })
  const answers = new Map<number, number>()
  let isOver = false
  const client = async (turn: number) => {
    for (let n = turn; !isOver; n++) {
      const urls = processes.map(({ url }) => url)
      const status = await proxied(n % 2 ? urls : urls.toReversed(), agent, cookie)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  const clients = Promise.all([0, 1, 2, 3].map(client))
  const answered = () => [...answers.values()].reduce((sum, n) => sum + n, 0)
  for (const at of [0, 1]) {
    const before = answered()
    await expect.poll(answered, { timeout: 60_000 }).toBeGreaterThan(before + 50)
    expect(await processes[at]?.stop()).toBe(0)
    processes[at] = await startProcess(world, 'web')
  }
  const before = answered()
  await expect.poll(answered, { timeout: 60_000 }).toBeGreaterThan(before + 50)
  isOver = true
  await clients
  expect([...answers.keys()]).toEqual([200])
})
