import type { GroupHold } from '#shared/orders/order-holds.ts'
import { heldSince } from '../db/schema/index.ts'

/** What a bundle's row says when it is on hold for this cause alone, or for none. */
export const heldFor = (
  hold: GroupHold | null,
  since = new Date(),
): Partial<Record<Column, Date | null>> => ({
  ...Object.fromEntries(Object.values(heldSince).map((column) => [column, null])),
  ...(hold && { [heldSince[hold]]: since }),
})

type Column = (typeof heldSince)[GroupHold]
