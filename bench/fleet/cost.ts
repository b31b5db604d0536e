import type pg from 'pg'
import { vendorSeconds } from '#base/telemetry/metrics.ts'
import { hearStatements } from '#tests/server/hear-statements.ts'
import { databaseMsBetween, databaseMsSoFar } from '../processor.ts'

/** What some work has cost so far. */
export interface Cost {
  /** Without the job queue's own, which are more the longer nothing happens. */
  statements: number
  /** Of the processor, in milliseconds: the database's connections, and this process with the sandbox in it. */
  databaseMs: number
  processMs: number
  /** Requests to third parties and questions to name servers, by vendor. */
  calls: Record<string, number>
}

export const nothing = (): Cost => ({ statements: 0, databaseMs: 0, processMs: 0, calls: {} })

let charged: Cost | undefined
hearStatements(({ text }) => {
  if (charged && !/\bjobs\./.test(text)) charged.statements++
})

async function callsSoFar(): Promise<Record<string, number>> {
  const calls: Record<string, number> = {}
  for (const { metricName, labels, value } of (await vendorSeconds.get()).values)
    if (metricName?.endsWith('_count') && labels.vendor)
      calls[labels.vendor] = (calls[labels.vendor] ?? 0) + value
  return calls
}

/** Adds to a cost what this work does in the pool's database; one work at a time. */
export async function charge(cost: Cost, pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const [calls, database, begun] = [await callsSoFar(), await databaseMsSoFar(pool), process.cpuUsage()]
  charged = cost
  try {
    await work()
  } finally {
    charged = undefined
  }
  const { user, system } = process.cpuUsage(begun)
  cost.processMs += (user + system) / 1_000
  cost.databaseMs += databaseMsBetween(database, await databaseMsSoFar(pool))
  for (const [vendor, count] of Object.entries(await callsSoFar()))
    cost.calls[vendor] = (cost.calls[vendor] ?? 0) + count - (calls[vendor] ?? 0)
}
