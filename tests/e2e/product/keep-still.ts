import { domainNames } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

const hour = 3_600_000

/** Nobody works on these names for an hour, so that what a test looks at stands still. */
export async function keepStill({ db }: Pick<Dependencies, 'db'>, names: readonly string[]): Promise<void> {
  const later = new Date(Date.now() + hour)
  const still = {
    nextRunAt: later,
    leaseUntil: later,
    leaseToken: '00000000-0000-4000-8000-000000000000',
  }
  await db
    .insert(domainNames)
    .values(names.map((name) => ({ name, ...still })))
    .onConflictDoUpdate({ target: domainNames.name, set: still })
}
