import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { domainNames, domains, mailboxes } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { newPassword } from '#delivery/provisioning/allocate-mailboxes.ts'
import { retryDomains } from '#features/orders/server/retry-domain.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'

export const notHeldText =
  'Its password is not held here: it was taken over with its own. Set a new one where it is needed.'

/** Whether a mailbox stands at its host with a password that is not held. */
export const isUnheld = ({ want, secret, externalId }: typeof mailboxes.$inferSelect): boolean =>
  want !== 'purged' && secret === null && externalId !== null

/**
 * Gives a mailbox that was taken over a password of ours. The host is told first: broken off in between it is simply done
 * again. Returns its address. Throws a `Refusal`.
 */
export async function setMailboxPassword(deps: Dependencies, mailboxId: string): Promise<string> {
  const { db, secrets, vendors } = deps
  const [row] = await db
    .select({ mailbox: mailboxes, domain: domains, accountId: domainNames.providerAccountId })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(domainNames, eq(domainNames.name, mailboxes.name))
    .where(eq(mailboxes.id, mailboxId))
  if (!row) throw notFound('There is no such mailbox.')
  const { mailbox, domain, accountId } = row
  if (!isUnheld(mailbox) || accountId === null || mailbox.externalId === null)
    throw conflict('Only a mailbox whose password is not held gets a new one.')
  const password = newPassword()
  const host = await vendors.mailboxHost(accountId)
  const { externalId, customerId } = mailbox
  const tell = async (secret: string) => {
    try {
      await host.setPassword(externalId, secret, { purpose: 'waiting', customerId })
    } catch (error) {
      if (!isVendorError(error)) throw error
      throw conflict(`No password was set: ${error.message}. Please try again.`)
    }
  }
  await tell(password)
  const address = `${mailbox.localPart}@${mailbox.name}`
  const isKept = await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(mailboxes)
      .set({ secret: secrets.seal(password, placeOf.mailbox(mailboxId)) })
      .where(and(eq(mailboxes.id, mailboxId), isNull(mailboxes.secret)))
    // Of several who ask at once, the one whose password is kept has set it.
    if (rowCount !== 1) return false
    await audit(tx, {
      customerId: mailbox.customerId,
      actor: 'operator',
      action: 'mailbox.password_set',
      subject: mailboxId,
      data: { address },
    })
    return true
  })
  // Somebody else's was kept meanwhile: that is the one that has to open it.
  if (!isKept) {
    const [kept] = await db
      .select({ secret: mailboxes.secret })
      .from(mailboxes)
      .where(eq(mailboxes.id, mailboxId))
    if (kept?.secret) await tell(secrets.open(kept.secret, placeOf.mailbox(mailboxId)))
  }
  await retryDomains(deps, eq(domains.id, domain.id), { looksAnew: false })
  return address
}
