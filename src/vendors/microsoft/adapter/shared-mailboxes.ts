import { continueWith } from '#vendors/client/call-outcome.ts'
import { runEach } from '#vendors/client/run-each.ts'
import { VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { Exchange } from './exchange-invoke-command.ts'
import type { Graph } from './graph.ts'
import { enableSignIn, type MakeMailboxes, withoutUser } from './make-mailboxes.ts'

/** New-Mailbox takes seconds; this many at once keep 52 of them within a minute. */
const concurrency = 8

/** Shared mailboxes, which need no licence: made in Exchange, then enabled for sign-in in the directory. */
export function sharedMailboxes(graph: Graph, exchange: Exchange): MakeMailboxes {
  return async (making, ctx) => {
    const made = await continueWith(making, withoutUser, (due) =>
      runEach(due, concurrency, async ({ wanted }) => {
        const id = await exchange.ensureSharedMailbox(wanted, ctx)
        if (!id)
          throw new VendorError({
            vendor: 'microsoft',
            operation: 'New-Mailbox',
            ...waitsForVendor,
            reason: 'the new mailbox has no user in the directory yet',
          })
        const user = { id, userPrincipalName: wanted.address, accountEnabled: false, mail: wanted.address }
        return { wanted, user }
      }),
    )
    return enableSignIn(graph, made, ctx)
  }
}
