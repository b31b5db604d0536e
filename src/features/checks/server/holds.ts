import type { Db } from '#base/db/client.ts'
import { heldGroups } from '#features/billing/server/held-groups.ts'
import { heldNamesRenewDays, isDeliberate } from '#features/orders/rules/order-holds.ts'
import type { Check, Verdict } from './check.ts'

/** Orders on hold are someone's decision or a payment's. */
export const holdsCheck = (db: Db): Check => ({
  what: 'Orders on hold',
  inspect: async () => onHold(await heldGroups(db)),
})

const heldShown = 20

/** Orders on hold are someone's decision or a payment's: told, and not wrong. */
function onHold(held: Awaited<ReturnType<typeof heldGroups>>): Verdict {
  if (held.length === 0) return { ok: true, note: 'none' }
  const lines = held.slice(0, heldShown).map(({ id, hold, holdSince, suspendedSince }) => {
    const daysSince = (moment: Date | null) =>
      moment ? Math.floor((Date.now() - moment.getTime()) / (24 * 3600_000)) : 0
    const days = Math.max(daysSince(suspendedSince), isDeliberate(hold) ? daysSince(holdSince) : 0)
    const names = days >= heldNamesRenewDays ? '; its names are not renewed any more' : ''
    const causes = [
      ...(hold ? [causeOf(hold, holdSince)] : []),
      ...(suspendedSince ? [causeOf('suspended', suspendedSince)] : []),
    ]
    return `\n${id} · ${causes.join(' · ')}${names}`
  })
  const more = held.length > heldShown ? `\nand ${held.length - heldShown} more` : ''
  return {
    ok: true,
    note: `${held.length}; see order release and order end${lines.join('')}${more}`,
  }
}

const causeOf = (cause: string, since: Date | null): string =>
  `${cause} · since ${since?.toISOString().slice(0, 10) ?? '-'}`
