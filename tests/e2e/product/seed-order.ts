import type { Dependencies } from '#delivery/dependencies.ts'
import { type SeededOrder, type SeededOrderOptions, seedOrder as seed } from '../../server/seed-order.ts'
import { letters, workerLetters } from './letters.ts'

export type { SeededGroup, SeededOrder } from '../../server/seed-order.ts'

let seeded = 0

/** An order in a chosen state, under names that no other test has. */
export const seedOrder = (
  deps: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  order: Omit<SeededOrderOptions, 'freshName'>,
): Promise<SeededOrder> =>
  seed(deps, customerId, {
    ...order,
    freshName: () => `seeded${workerLetters}x${letters(++seeded)}x${letters(Date.now() % 1_000_000)}.com`,
  })
