import { catchVendorError } from '#vendors/client/call-outcome.ts'
import type { Round } from '#vendors/client/run-each.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'

/**
 * Makes a change to one account and lets `confirm` read it back before the others are touched: what the tool might
 * take for something else is then wrong in one account and not in a thousand. The others get that one's outcome.
 */
export const confirmedByFirst =
  (change: Round, confirm: (id: string) => Promise<void>): Round =>
  async (ids, onOutcome) => {
    const outcomes: CallOutcome<void>[] = []
    const note = (id: string, outcome: CallOutcome<void>) => {
      outcomes.push(outcome)
      onOutcome(id, outcome)
    }
    for (const [at, id] of ids.entries()) {
      const [changed] = await change([id], () => {})
      if (changed?.ok === false) {
        note(id, changed)
        continue
      }
      const confirmed = await catchVendorError(confirm(id))
      // Nothing more can succeed, as elsewhere.
      if (!confirmed.ok && isVendorError(confirmed.error, 'unauthorised')) throw confirmed.error
      note(id, confirmed)
      const others = ids.slice(at + 1)
      if (confirmed.ok) return [...outcomes, ...(await change(others, onOutcome))]
      for (const other of others) note(other, confirmed)
      break
    }
    return outcomes
  }
