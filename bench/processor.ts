import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Milliseconds of the processor that a process has used, in all its threads. Linux counts in hundredths of a second. */
export function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

/** The same of each connection of the pool's database, by its process. */
export async function databaseMsSoFar(pool: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  return new Map(rows.map(({ pid }) => [pid, processorMsOf(pid)]))
}

/** What all connections together have used between two moments. */
export const databaseMsBetween = (
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number => [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
