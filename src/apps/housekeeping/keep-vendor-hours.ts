import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { vendorHours } from '#base/db/schema/index.ts'
import { addToTally, takeTally } from '#base/telemetry/vendor-tally.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

const everyMs = 10_000

/** Adds to the hours what this process has counted of its calls to third parties. */
export async function storeVendorHours(db: Db): Promise<void> {
  const counted = takeTally()
  if (counted.length === 0) return
  try {
    await db
      .insert(vendorHours)
      // In one order everywhere, so that two processes never wait for each other.
      .values(counted.toSorted((a, b) => (a.vendor < b.vendor ? -1 : 1)))
      .onConflictDoUpdate({
        target: [vendorHours.vendor, vendorHours.hour],
        set: {
          calls: sql`${vendorHours.calls} + excluded.calls`,
          errors: sql`${vendorHours.errors} + excluded.errors`,
        },
      })
  } catch (error) {
    addToTally(counted)
    throw error
  }
}

/** Stores them every few seconds. The last seconds of a process that is killed are not counted. */
export function keepVendorHours({ db, log }: Pick<Dependencies, 'db' | 'log'>): {
  stop(): Promise<void>
} {
  const store = () =>
    storeVendorHours(db).catch((error: unknown) =>
      log.warn({ err: error }, 'calls to third parties could not be counted'),
    )
  const timer = setInterval(() => void store(), everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await store()
    },
  }
}
