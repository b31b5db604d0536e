import { pino } from 'pino'
import { createTestWorld } from '#tests/server/test-world.ts'
import { lookAtDue } from '../look-round.ts'

export const minute = 60_000
export const hour = 60 * minute

/** A world whose domains are looked at by a clock that the test sets. */
export async function lookWorld() {
  const world = await createTestWorld()
  const { deps, sandbox } = world
  const begin = Date.now()
  const looking = { ...deps, log: pino({ level: 'silent' }) }
  return {
    world,
    deps,
    db: deps.db,
    sandbox,
    begin,
    /** Looks at what is due, so many milliseconds after the beginning. Returns how many were. */
    lookAtDueAfter: (ms: number) => lookAtDue(looking, { clock: () => begin + ms }),
  }
}
