import { databaseNow } from '#base/db/database-now.ts'
import type { Routes } from '#base/http/binding.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/console-checks.ts'
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
