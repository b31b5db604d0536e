import type pg from 'pg'
import { claimListing, noteListed } from '#delivery/provisioning/drift/claim-listing.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import type { Figure } from '../figures.ts'
import { withLargeInstallation } from '../installation.ts'
import { bareTransaction, timesInTurn } from './in-turn.ts'
import { someFacts } from './some-facts.ts'

const rounds = 40
const due = 100
const names = { few: 4_000, many: 400_000 }

/** More names that rest, each looked at some time within the day; and as many connections as ten names have one. */
async function addNames(pool: pg.Pool, from: number, to: number): Promise<void> {
  const later = `now() + interval '1 hour' + (n % 68400) * interval '1 second'`
  await pool.query(`insert into domain_names (name, next_run_at, facts)
    select 'resting' || n || '.com', ${later}, '${someFacts}' from generate_series(${from}, ${to - 1}) n`)
  await pool.query(`insert into account_listings (subject, kind, next_at)
    select 'con_r' || n, 'tool', ${later} from generate_series(${from} / 10, ${to} / 10 - 1) n`)
  await pool.query('vacuum analyze domain_names')
  await pool.query('vacuum analyze account_listings')
}

/** The rounds of a worker in which so many names and one listing are due. */
export async function measureLooks(): Promise<Figure[]> {
  const { few, many } = await withLargeInstallation(async ({ db, queue }, pool) => {
    const makeDue = async () => {
      await pool.query(`delete from jobs.job where name like 'reconcile%'`)
      await pool.query(
        `update domain_names set next_run_at = now() - interval '1 second' where name in
          (select 'resting' || n || '.com' from generate_series(0, ${due - 1}) n)`,
      )
      await pool.query(`update account_listings set next_at = now() where subject = 'con_r1'`)
    }
    const measure = () =>
      timesInTurn(
        {
          bare: () => bareTransaction(db, 4),
          woken: async () => {
            const woken = await wakeDueNames(db, queue)
            if (woken < due) throw new Error(`${woken} names were woken.`)
          },
          nothing: () => wakeDueNames(db, queue),
          listing: async () => {
            const listing = await claimListing(db)
            if (listing?.subject !== 'con_r1') throw new Error('No listing was due.')
            await noteListed(db, listing.subject)
          },
        },
        rounds,
        makeDue,
      )
    await pool.query("update account_listings set next_at = now() + interval '1 hour'")
    await addNames(pool, 0, names.few)
    const few = await measure()
    await addNames(pool, names.few, names.many)
    return { few, many: await measure() }
  })
  const grown = (what: 'woken' | 'nothing' | 'listing') => many[what] / many.bare / (few[what] / few.bare)
  const figure = (what: 'woken' | 'nothing' | 'listing', text: string): Figure => ({
    what: `${text}, of 400,000 names to of 4,000`,
    measured: grown(what),
    unit: 'x',
    target: { at: 'most', value: 1.3 },
    note: `${many[what].toFixed(2)} ms, ${few[what].toFixed(2)} ms`,
  })
  return [
    figure('woken', `waking ${due} names that are due`),
    figure('nothing', 'a round in which none is'),
    figure('listing', 'claiming a listing that is due'),
  ]
}
