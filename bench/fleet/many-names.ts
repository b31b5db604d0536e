import type { Dependencies } from '#delivery/dependencies.ts'
import { findPlace } from '#delivery/provisioning/placement.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import type { Figure } from '../figures.ts'
import { timesInTurn } from '../growth/in-turn.ts'
import type { FleetAtWork } from './fleet-at-work.ts'
import { addRestingNames } from './resting-names.ts'

const rounds = 60
const due = 100

/** The names are those of the fleet that rest; `newname.com` is none of them. */
async function makeDue({ pool }: FleetAtWork): Promise<void> {
  await pool.query(`delete from jobs.job where name like 'reconcile%'`)
  await pool.query(
    `update domain_names set next_run_at = now() - interval '1 second'
      where name = any(select 'fillname' || n || '.com' from generate_series(1, ${due}) n)`,
  )
}

async function wakeThem({ db, queue }: Dependencies): Promise<void> {
  const woken = await wakeDueNames(db, queue)
  if (woken !== due) throw new Error(`${woken} names were woken.`)
}

async function placeOne({ db }: Dependencies): Promise<void> {
  const place = await db.transaction((tx) => findPlace(tx, 'newname.com', 'microsoft'))
  if (!place) throw new Error('No account has room.')
}

/** Scheduler and placement alone, where a fleet has so many more names. Nobody works on jobs any more. */
export async function measureManyNames(
  few: FleetAtWork,
  many: FleetAtWork,
  size: { from: number; to: number },
): Promise<Figure[]> {
  await addRestingNames(many.pool, size.from, size.to)
  await few.deps.queue.stop()
  await many.deps.queue.stop()
  const times = await timesInTurn(
    {
      wokenOfFew: () => wakeThem(few.deps),
      wokenOfMany: () => wakeThem(many.deps),
      placedOfFew: () => placeOne(few.deps),
      placedOfMany: () => placeOne(many.deps),
    },
    rounds,
    async () => {
      await makeDue(few)
      await makeDue(many)
    },
  )
  const figure = (what: string, ofMany: number, ofFew: number): Figure => ({
    what: `${what}, of ${size.to.toLocaleString('en')} names to of 4,000`,
    measured: ofMany / ofFew,
    unit: 'x',
    target: { at: 'most', value: 1.3 },
    note: `${ofMany.toFixed(1)} ms, ${ofFew.toFixed(1)} ms`,
  })
  return [
    figure(`waking ${due} names`, times.wokenOfMany, times.wokenOfFew),
    figure('finding a place', times.placedOfMany, times.placedOfFew),
  ]
}
