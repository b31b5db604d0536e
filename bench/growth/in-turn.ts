import type { Db } from '#base/db/client.ts'
import { median } from '../figures.ts'

/** The median of each in milliseconds, taken in turn so that whatever else the machine does meets all of them. */
export async function timesInTurn<K extends string>(
  works: Record<K, () => Promise<unknown>>,
  times: number,
  between: () => Promise<unknown> = async () => {},
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[]
  const took = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < times; round++) {
    await between()
    for (const name of names) {
      const begun = performance.now()
      await works[name]()
      took.get(name)?.push(performance.now() - begun)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(took.get(name) ?? [])])) as Record<K, number>
}

/** A transaction of so many statements that ask for nothing: what the same costs before anything is read. */
export const bareTransaction = (db: Db, statements: number) =>
  db.transaction(async (tx) => {
    for (let n = 0; n < statements; n++) await tx.execute('select 1')
  })
