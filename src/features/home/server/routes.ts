import { mayStaff } from '#base/access.ts'
import { databaseNow } from '#base/db/database-now.ts'
import type { Routes } from '#base/http/binding.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { vendorIds } from '#vendors/client/vendor-error.ts'
import * as api from '../api/console-home.ts'
import { consoleMail, sendMailAgain, unsentShown } from '../api/console-mail.ts'
import { freeVendor } from './free-vendor.ts'
import { readAlarms } from './read-alarms.ts'
import { readDeliveries, readErrors, readIncome } from './read-figures.ts'
import { readDue, readRounds } from './read-rounds.ts'
import { readVendors } from './read-vendors.ts'
import { readHolds, readMoney, readStuck, readWork } from './read-waiting.ts'
import { readUnsent, sendAgain } from './send-again.ts'

/** What staff see first: what waits, what runs out, and how it goes. */
export const homeRoutes =
  (deps: Dependencies): Routes =>
  (bind) => {
    const { db } = deps
    bind(api.consoleHome, async ({ staff }) => {
      const [now, alarms, stuck, work, holds, money, vendors, rounds, due] = await Promise.all([
        databaseNow(db),
        readAlarms(db),
        readStuck(db),
        readWork(db),
        readHolds(db),
        mayStaff(staff.role, 'money.read') ? readMoney(db) : null,
        readVendors(db),
        readRounds(db),
        readDue(db),
      ])
      return { readAt: new Date(now).toISOString(), alarms, stuck, work, holds, money, vendors, rounds, due }
    })
    bind(consoleMail, async () => {
      const { stopped, waiting, givenUp } = await readUnsent(db, unsentShown)
      return {
        stopped: stopped && {
          since: stopped.since.toISOString(),
          nextTryAt: stopped.nextTryAt.toISOString(),
          problem: stopped.problem,
        },
        waiting,
        givenUp: {
          count: givenUp.count,
          latest: givenUp.latest.map((mail) => ({ ...mail, since: mail.since.toISOString() })),
        },
      }
    })
    bind(api.freeVendor, async ({ body }) => {
      const vendor = vendorIds.find((each) => each === body.vendor)
      if (!vendor) throw notFound(`No third party has the ID ${body.vendor}.`)
      return { message: await freeVendor(deps, vendor) }
    })
    bind(sendMailAgain, async ({ body }) => ({ message: await sendAgain(deps, body.id) }))
    bind(api.consoleFigures, async ({ staff }) => {
      const [income, deliveries, errors] = await Promise.all([
        mayStaff(staff.role, 'money.read') ? readIncome(db) : null,
        readDeliveries(db),
        readErrors(db),
      ])
      return { income, ...deliveries, errors }
    })
  }
