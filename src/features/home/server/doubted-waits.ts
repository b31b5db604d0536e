import { and, asc, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { vendorLimits } from '#base/db/schema/index.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { Alarm } from '../api/console-home.ts'

interface DoubtedWait {
  vendor: keyof typeof vendorNames
  /** One of its answers, of as many of its limits as there may be. */
  said: string
}

/** Vendors that ask for a wait that cannot be meant. */
async function readDoubted(db: Db): Promise<DoubtedWait[]> {
  const vendor = sql<string>`split_part(${vendorLimits.key}, ':', 1)`
  const rows = await db
    .selectDistinctOn([vendor], { vendor, said: vendorLimits.doubted })
    .from(vendorLimits)
    .where(
      and(
        isNotNull(vendorLimits.doubted),
        sql`${vendorLimits.blockedUntil} > extract(epoch from clock_timestamp())`,
      ),
    )
    .orderBy(asc(vendor), asc(vendorLimits.key))
  return keysOf(vendorNames).flatMap((each) =>
    rows.flatMap(({ vendor: found, said }) =>
      found === each && said !== null ? { vendor: each, said } : [],
    ),
  )
}

const whatOf = ({ vendor, said }: DoubtedWait) =>
  `${sentenceCase(vendorNames[vendor])} asked us to wait longer than it can mean: "${said}"`
const mend =
  'We try again every hour. If its limit is free again, choose Try now under Third parties on Home; otherwise ask its support.'

export const doubtedAlarms = async (db: Db): Promise<Alarm[]> =>
  (await readDoubted(db)).map((each) => ({ what: whatOf(each), mend, since: null }))

/** Tells the operator once a day and vendor. */
export const tellOfDoubtedWaits = ({ db, alert }: Pick<Dependencies, 'db' | 'alert'>): Promise<void> =>
  db.transaction(async (tx) => {
    const day = new Date().toISOString().slice(0, 10)
    for (const each of await readDoubted(tx)) {
      await alert(tx, {
        key: `doubted-wait:${each.vendor}:${day}`,
        subject: `${sentenceCase(vendorNames[each.vendor])} asks for an impossible wait`,
        text: `${whatOf(each)}. ${mend}`,
      })
    }
  })
