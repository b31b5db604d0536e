import * as api from '#shared/api/console/checks.ts'
import { required } from '#shared/text/required.ts'
import { databaseNow } from '../../db/database-now.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { lastLook } from './last-look.ts'
import { look } from './look.ts'

/** A look costs a call at every third party: one that is younger answers whoever asks for another. */
const youngMs = 60_000

/** What `operator doctor` finds out, in the console. */
export const doctorRoutes = (deps: Dependencies): Routes => {
  const { db } = deps
  /** Whoever presses while one is under way waits for that. */
  let underWay: Promise<unknown> | undefined
  return (bind) => {
    bind(api.readChecks, ({ staff }) => lastLook(db, staff.role))
    bind(api.runChecks, async ({ staff }) => {
      const { look: last } = await lastLook(db, staff.role)
      const age = last ? (await databaseNow(db)) - Date.parse(last.lookedAt) : Number.POSITIVE_INFINITY
      if (age >= youngMs) {
        underWay ??= look(deps, staff.name).finally(() => {
          underWay = undefined
        })
        await underWay
      }
      const { look: made, goingLive } = await lastLook(db, staff.role)
      return { look: required(made, 'the look that was just made'), goingLive }
    })
  }
}
