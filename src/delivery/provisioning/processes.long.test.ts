import { and, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainEvents, domainNames, domains, mailboxes, mailboxLinks } from '#base/db/schema/index.ts'
import { readBulkJob } from '#features/bulk-update/server/read-bulk-job.ts'
import { updateForwarding } from '#features/forwarding/server/update-forwarding.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { startProcess } from '#tests/server/product-process.ts'
import { tellingProgress } from '#tests/server/tell-progress.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { answerWorkItems } from './testing/operator-robot.ts'
import { vendorDifferences } from './testing/vendor-state.ts'

/** How many workers are killed, and the seed of the moments at which they are. */
const kills = Number(process.env.WORKER_KILLS ?? 20)
const killSeed = Number(process.env.WORKER_KILLS_SEED ?? Date.now() % 2 ** 31)

// Whole processes on one database; the third parties are in this one, on real ports.
const world = await createTestWorld({ sandboxPort: await freePorts(5) })
const { deps, sandbox } = world
const { db } = deps
const { id: customerId } = await world.customer()

/** Places an order of one domain; returns its name. */
async function order(): Promise<string> {
  const { domains: held } = await createPaidOrder(deps, {
    customerId,
    tool: 'instantly',
    names: { azure: [freshName()] },
    mailboxesPerDomain: 4,
  })
  return held[0]?.name as string
}
const orders = (count: number) => Promise.all(Array.from({ length: count }, order))

/** How many of these are not done yet, while the operator does what is asked of people. */
async function unfinished(names: readonly string[]): Promise<number> {
  await answerWorkItems(deps, sandbox)
  return db.$count(
    domains,
    and(inArray(domains.name, [...names]), or(ne(domains.status, 'done'), isNotNull(domains.changing))),
  )
}
const allDone = (names: readonly string[]) =>
  expect.poll(() => unfinished(names), { timeout: 90_000, interval: 50 }).toBe(0)

async function differences(names: readonly string[]): Promise<string[]> {
  return (await Promise.all(names.map((name) => vendorDifferences(deps, sandbox, name)))).flat()
}

/** Until the third parties have answered so many requests more, or nothing is left to do. */
async function requestsMore(count: number, names: readonly string[]): Promise<void> {
  const goal = sandbox.answered() + count
  await expect
    .poll(async () => sandbox.answered() >= goal || (await unfinished(names)) === 0, {
      timeout: 60_000,
      interval: 1,
    })
    .toBe(true)
}

/** Those of the names that someone is working on. What an earlier test's worker held when it was killed is not asked for. */
async function leased(names: readonly string[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(domainNames)
    .where(and(inArray(domainNames.name, [...names]), isNotNull(domainNames.leaseToken)))
  return rows.map(({ name }) => name)
}

test('workers are killed at random moments, one after the other; the next one finishes what they left, and nothing is there twice', {
  tags: ['fault-25'],
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const names: string[] = []
  const moments = fc.sample(fc.integer({ min: 1, max: 44 }), { seed: killSeed, numRuns: kills })
  const tell = tellingProgress('Kills', kills)
  for (const moment of moments) {
    names.push(await order())
    const worker = await startProcess(world, 'worker')
    await requestsMore(moment, names)
    await worker.kill()
    tell()
  }
  const last = await startProcess(world, 'worker')
  await allDone(names)
  await last.kill()
  expect(await differences(names), `seed ${killSeed}, killed after ${moments.join(', ')} requests`).toEqual(
    [],
  )
})

test('what a killed and a stopped worker held is taken over by another, and the stopped one writes nothing when it continues', {
  tags: ['fault-33'],
  timeout: 300_000,
}, async () => {
  const [web, otherWeb] = await Promise.all([startProcess(world, 'web'), startProcess(world, 'web')])
  const names = await orders(6)
  const stopped = await startProcess(world, 'worker')
  // In the middle of several names: while it holds fewer, it continues and is stopped again.
  await expect
    .poll(
      async () => {
        stopped.signal('SIGSTOP')
        const held = (await leased(names)).length
        if (held < 3) stopped.signal('SIGCONT')
        return held
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBeGreaterThanOrEqual(3)
  const killed = await startProcess(world, 'worker')
  await requestsMore(20, names)
  await Promise.all([killed.kill(), web.kill()])

  const next = await startProcess(world, 'worker')
  await allDone(names)
  expect((await fetch(`${otherWeb.url}/api/health`)).status).toBe(200)
  const rows = () =>
    Promise.all([
      // A wake-up that is left over plans nothing and says once more when to look again.
      db
        .select({ name: domainNames.name, facts: domainNames.facts, doneRev: domainNames.doneRev })
        .from(domainNames)
        .where(inArray(domainNames.name, names))
        .orderBy(domainNames.name),
      db.select().from(mailboxes).where(inArray(mailboxes.name, names)).orderBy(mailboxes.id),
      db.select().from(mailboxLinks).orderBy(mailboxLinks.mailboxId),
      db.select().from(domainEvents).where(inArray(domainEvents.name, names)).orderBy(domainEvents.id),
    ])
  await expect.poll(() => leased(names), { timeout: 30_000 }).toEqual([])
  const before = await rows()

  stopped.signal('SIGCONT')
  await expect
    .poll(() => stopped.log(), { timeout: 60_000 })
    .toMatch(/another worker has taken the name over|a job failed/)
  await next.kill()
  // It is whole again: what is ordered now is its to do.
  const later = await order()
  await allDone([later])
  expect((await rows()).slice(0, 2)).toEqual(before.slice(0, 2))
  expect((await rows())[3]).toEqual(before[3])
  expect(await differences([...names, later])).toEqual([])
})

test('emptying the queue in the middle loses nothing but time', async () => {
  const names = await orders(3)
  await db.execute(sql`delete from jobs.job`)
  await startProcess(world, 'worker')
  await requestsMore(20, names)
  await db.execute(sql`delete from jobs.job`)
  await allDone(names)
  expect(await differences(names)).toEqual([])
}, 180_000)

test('a forwarding update of more than 20 domains continues after its worker was killed in the middle, and its job ends', {
  tags: ['fault-42'],
  timeout: 300_000,
}, async () => {
  const wide = await createPaidOrder(deps, {
    customerId,
    tool: 'other',
    names: { azure: Array.from({ length: 22 }, () => freshName()) },
    mailboxesPerDomain: 2,
  })
  const names = wide.domains.map(({ name }) => name)
  const first = await startProcess(world, 'worker')
  await allDone(names)
  await first.kill()
  const { jobId } = await updateForwarding(
    deps,
    customerId,
    names.map((domain) => ({
      domain,
      forwardingUrl: 'https://example.com/moved',
      basedOn: 'https://example.com/welcome',
    })),
  )
  const finished = async () => (await readBulkJob(deps.db, customerId, jobId as string)).finished
  // The zones' host does not answer a request for one of these.
  for (const path of names.slice(-5))
    sandbox.faults.add({ kind: 'timeout', vendor: 'dnsimple', path, times: 1_000 })
  const second = await startProcess(world, 'worker')
  await expect.poll(finished, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(1)
  await second.kill()
  sandbox.faults.clear()
  expect(await finished()).toBeLessThan(22)
  await startProcess(world, 'worker')
  await expect.poll(finished, { timeout: 90_000, interval: 50 }).toBe(22)
  await allDone(names)
  expect(await differences(names)).toEqual([])
})
