import { and, eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { bundles, domains, mailboxes, mailboxLinks, toolConnections } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { retryDomains } from '#features/orders/server/retry-domain.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'

interface Reconnectable {
  want: 'active' | 'disabled' | 'purged'
  isRunning: boolean
  isServed: boolean
  tool: { isFile: boolean }
  signInUntil: Date | null
}

/** Why a mailbox cannot be connected again now; null where it can. */
export function reconnectRefusal(
  { want, isRunning, isServed, tool, signInUntil }: Reconnectable,
  now: Date,
): string | null {
  if (want !== 'active' || !isRunning) return 'It is not wanted any more.'
  if (!isServed) return 'Its order is on hold, or its customer is suspended.'
  if (tool.isFile) return 'Its mailboxes are handed over as a file: the customer imports them.'
  if (signInUntil && signInUntil > now)
    return 'It is being signed in to at this moment. Please try again shortly.'
  return null
}

/**
 * Forgets how a mailbox stands in its sending tool, and looks anew: the tool is asked whether it can use it, and it is
 * signed in to or pushed again where not. Returns its address. Throws a `Refusal`.
 */
export async function reconnectMailbox(deps: Dependencies, mailboxId: string): Promise<string> {
  const [row] = await deps.db
    .select({ mailbox: mailboxes, domain: domains, connection: toolConnections })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(eq(mailboxes.id, mailboxId))
  if (!row) throw notFound('There is no such mailbox.')
  const { mailbox, domain, connection } = row
  const { holding } = await readDesired(deps.db, domain.name)
  const address = `${mailbox.localPart}@${mailbox.name}`
  await deps.db.transaction(async (tx) => {
    const its = and(eq(mailboxLinks.mailboxId, mailboxId), eq(mailboxLinks.connectionId, connection.id))
    const [link] = await tx.select().from(mailboxLinks).where(its).for('update')
    const refusal = reconnectRefusal(
      {
        want: mailbox.want,
        isRunning: holding?.domainId === domain.id && domain.want === 'run',
        isServed: holding?.isServed ?? false,
        tool: { isFile: isFileTool(connection.kind) },
        signInUntil: link?.signInUntil ?? null,
      },
      new Date(),
    )
    if (refusal) throw conflict(refusal)
    await tx
      .update(mailboxLinks)
      .set({
        connection: null,
        connectionReason: null,
        connectionCause: null,
        connectionSince: null,
        abandonedAt: null,
        signInToken: null,
        signInSession: null,
        signInTries: 0,
        signInAfter: null,
        setUpSince: null,
      })
      .where(its)
    await audit(tx, {
      customerId: mailbox.customerId,
      actor: 'operator',
      action: 'mailbox.reconnect_asked',
      subject: mailboxId,
      data: { address },
    })
  })
  await retryDomains(deps, eq(domains.id, domain.id), { looksAnew: true })
  return address
}
