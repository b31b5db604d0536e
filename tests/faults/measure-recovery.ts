import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isNotNull } from 'drizzle-orm'
import { pino } from 'pino'
import { createDatabase, type Db } from '#base/db/client.ts'
import { startEmbeddedPostgres } from '#base/db/embedded/embedded-postgres.ts'
import { domainNames } from '#base/db/schema/index.ts'
import { isDatabaseUnavailable } from '#base/db/sql-state.ts'
import { startTestProduct, type TestProduct } from '../server/test-product.ts'

export interface Recovery {
  killed: 'the product' | 'product and database'
  /** From the new process's start to its first answer. */
  healthMs: number
  /** From the same start to the moment when every domain that was being worked on is worked on again. */
  workMs: number
  /** Domains that were being worked on when it was killed. */
  interrupted: number
}

const patienceMs = 60_000
const log = pino({ level: 'silent' })

/** Kills a whole product so many times in the middle of its work, and starts it again as a supervisor would. */
export async function measureRecovery(times: number): Promise<Recovery[]> {
  // The demo's own orders are the work: domains, records, mailboxes, sending tools.
  const product = await startTestProduct({
    sandbox: true,
    env: { DEMO: 'on', SANDBOX_DELAYS_SCALE: '0.05' },
  })
  const results: Recovery[] = []
  try {
    for (let run = 0; run < times; run++) {
      const killed = run % 2 ? 'product and database' : 'the product'
      const interrupted = await leasesOfOneMoment(product)
      if (killed === 'product and database') process.kill(databaseProcess(product), 'SIGKILL')
      await product.kill('SIGKILL')
      const begun = performance.now()
      const restarted = product.restart()
      const healthMs = await until(begun, () => isHealthy(product))
      const workMs = await until(begun, () => goesOn(product, interrupted))
      await restarted
      results.push({ killed, healthMs, workMs, interrupted: interrupted.size })
    }
  } finally {
    await product.stop()
  }
  return results
}

function databaseProcess({ dataDir }: TestProduct): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Reads the product's own database beside it. */
async function reading<R>({ dataDir }: TestProduct, query: (db: Db) => Promise<R>): Promise<R> {
  const server = await startEmbeddedPostgres({ dataDir, log, whenOwned: 'join' })
  const { db, close } = createDatabase(server.url, { max: 1, log })
  try {
    return await query(db)
  } finally {
    await close()
    await server.stop()
  }
}

async function leases(db: Db): Promise<Map<string, string>> {
  const rows = await db.select().from(domainNames).where(isNotNull(domainNames.leaseToken))
  return new Map(rows.map((row) => [row.name, row.leaseToken as string]))
}

/** Until some domains are being worked on; which, and under which leases. */
async function leasesOfOneMoment(product: TestProduct): Promise<Map<string, string>> {
  const deadline = performance.now() + patienceMs
  return reading(product, async (db) => {
    for (;;) {
      const held = await leases(db)
      if (held.size > 0) return held
      if (performance.now() > deadline) throw new Error('The product has nothing left to do.')
      // Whatever was finished is looked at again.
      await db.update(domainNames).set({ nextRunAt: new Date(), recheckBefore: new Date() })
      await delay(200)
    }
  })
}

async function isHealthy({ url }: TestProduct): Promise<boolean> {
  const answer = await fetch(`${url}/api/health`).catch(() => undefined)
  return answer?.status === 200
}

/** A wake-up that is under way, and a retry, are this near at most. */
const soonMs = 35_000

/** Whether each of these was taken up again, or came to its rest meanwhile. */
async function goesOn(product: TestProduct, interrupted: ReadonlyMap<string, string>): Promise<boolean> {
  try {
    return await reading(product, async (db) => {
      const rows = await db.select().from(domainNames)
      const soon = Date.now() + soonMs
      return rows.every(({ name, leaseToken, nextRunAt }) => {
        if (!interrupted.has(name)) return true
        if (leaseToken !== null) return leaseToken !== interrupted.get(name)
        return nextRunAt === null || nextRunAt.getTime() > soon
      })
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}

/** Milliseconds from `begun` until it is so. */
async function until(begun: number, isSo: () => Promise<boolean>): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - begun > patienceMs) throw new Error(`Not within ${patienceMs / 1000} s.`)
    await delay(10)
  }
  return performance.now() - begun
}
