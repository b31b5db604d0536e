import { heldSince } from '#base/db/schema/index.ts'
import type { GroupHold } from '#features/orders/rules/order-holds.ts'

/** What a bundle's row says when it is on hold for this cause alone, or for none. */
export const heldFor = (
  hold: GroupHold | null,
  since = new Date(),
): Partial<Record<Column, Date | null>> => ({
  ...Object.fromEntries(Object.values(heldSince).map((column) => [column, null])),
  ...(hold && { [heldSince[hold]]: since }),
})

type Column = (typeof heldSince)[GroupHold]
