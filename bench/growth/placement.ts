import type pg from 'pg'
import { findPlace } from '#delivery/provisioning/placement.ts'
import { largeInstallation } from '#tests/server/large-installation.ts'
import type { Figure } from '../figures.ts'
import { withLargeInstallation } from '../installation.ts'
import { bareTransaction, timesInTurn } from './in-turn.ts'

const rounds = 200
const accounts = 20
/** By 4,000 domains each. */
const mailboxesPerDomain = { few: 12, many: 125 }

/** How a place was found before counts were kept: what stands there is counted. */
const counted = `select count(distinct n.name), count(m.id) from domain_names n
  left join mailboxes m on m.name = n.name and m.want <> 'purged' where n.provider_account_id = $1`

/** Fills all accounts but the last. */
async function placeAll(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into provider_accounts (id, vendor, label, credentials, capacity_domains, capacity_mailboxes, capacity_daily_recipients)
    select 'acc_' || n, 'microsoft', n, '-', case when n < ${accounts} then 200 else 100000 end, 1000000, 100000000
    from generate_series(1, ${accounts}) n`)
  for (let n = 1; n <= accounts; n++)
    await pool.query(
      `update domain_names set provider_account_id = 'acc_' || $1::text where name like 'fillname%'
        and substring(name from '[0-9]+')::int % ${accounts} = $1::int - 1`,
      [n],
    )
  await pool.query('vacuum analyze')
}

interface Times {
  found: number
  bare: number
  counted: number
}

const measureAt = (size: number): Promise<Times> =>
  withLargeInstallation(
    async ({ db }, pool) => {
      const { rows } = await pool.query<{ name: string }>(
        'select name from domain_names where provider_account_id is null limit 1',
      )
      const name = rows[0]?.name as string
      await placeAll(pool)
      const found = () => db.transaction((tx) => findPlace(tx, name, 'microsoft'))
      return {
        ...(await timesInTurn({ bare: () => bareTransaction(db, 3), found }, rounds)),
        ...(await timesInTurn({ counted: () => pool.query(counted, ['acc_1']) }, 10)),
      }
    },
    { ...largeInstallation, mailboxesPerDomain: size },
  )

/** A new domain's place, among twenty accounts of which nineteen are full. */
export async function measurePlacement(): Promise<Figure[]> {
  const few = await measureAt(mailboxesPerDomain.few)
  const many = await measureAt(mailboxesPerDomain.many)
  const above = ({ found, bare }: Times) => found / bare
  return [
    {
      what: 'a place for a domain among 500,000 mailboxes, to as many statements that ask for nothing',
      measured: above(many),
      unit: 'x',
      target: { at: 'most', value: 4 },
      note: `${many.found.toFixed(2)} ms; among 48,000 ${above(few).toFixed(2)} x, ${few.found.toFixed(2)} ms`,
    },
    {
      what: 'counting the mailboxes of one account instead, to finding a place',
      measured: many.counted / many.found,
      unit: 'x',
      note: `${many.counted.toFixed(1)} ms for each account that is passed; ${few.counted.toFixed(1)} ms among 48,000`,
    },
  ]
}
