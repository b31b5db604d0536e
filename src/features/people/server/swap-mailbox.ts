import { and, eq, isNull, ne } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lockPlaces } from '#delivery/domains/lock-places.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { earlierAddresses, newMailbox, retireMailboxes } from '#delivery/provisioning/allocate-mailboxes.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { noteChange } from '#delivery/provisioning/note-change.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { allocateAddresses } from '../rules/mailbox-address.ts'
import { swapMailboxTexts } from '../rules/swap-mailbox.ts'
import { refuseTooManyFormer } from './change-people.ts'

interface Swap {
  customerId: string
  address: string
  /** Whose the new mailbox is. */
  personId: string
}

/**
 * Puts a mailbox with another address in the place of one, on the same domain: for its person or another of the order.
 * It counts in the same share of the domain as the old one, so later changes of people leave it. The old one is kept
 * disabled for the time of grace, and nobody gets it back. Returns the new address. Throws a `Refusal`.
 */
export async function swapMailbox(
  deps: Dependencies,
  { customerId, address, personId }: Swap,
): Promise<string> {
  const { domain: seen } = await findMailbox(deps.db, customerId, address)
  const { bundleId } = seen
  return deps.db.transaction(async (tx) => {
    await lockPlaces(tx, [seen])
    const { mailbox, domain } = await findMailbox(tx, customerId, address)
    if (domain.fallingSince) throw conflict(fillMessage(swapMailboxTexts.beingReplaced, { d: domain.name }))
    if (domain.spentAt) throw conflict(fillMessage(swapMailboxTexts.spent, { d: domain.name }))
    const [person] = await tx
      .select()
      .from(personas)
      .where(and(eq(personas.id, personId), eq(personas.bundleId, bundleId), isNull(personas.removedAt)))
    if (!person) throw ruleBroken(swapMailboxTexts.noPerson)

    const localPart = await freeLocalPart(tx, domain, person)
    const sharer = mailbox.countsForId ?? mailbox.personaId
    await tx.update(mailboxes).set({ swappedAt: new Date() }).where(eq(mailboxes.id, mailbox.id))
    await retireMailboxes(tx, [mailbox.id])
    await tx.insert(mailboxes).values(
      newMailbox(deps.secrets, domain, {
        personaId: person.id,
        localPart,
        countsForId: sharer === person.id ? null : sharer,
      }),
    )
    await refuseTooManyFormer(tx, [domain.name])
    await noteChange(tx, 'people', [domain.name])
    await raiseWanted(tx, deps.queue, [domain.name])

    const to = `${localPart}@${domain.name}`
    await appendEvent(tx, {
      customerId,
      domainId: domain.id,
      name: domain.name,
      kind: 'mailbox.swapped',
      sentence: `${to} takes the place of ${address}`,
    })
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'mailbox.swapped',
      subject: bundleId,
      data: { from: address, to },
    })
    return to
  })
}

/** An address that nobody on the name has, or had while it is kept, and no earlier customer ever had. */
async function freeLocalPart(
  tx: Db,
  { id, name }: typeof domains.$inferSelect,
  person: typeof personas.$inferSelect,
): Promise<string> {
  const [before] = await tx.select({ addresses: earlierAddresses }).from(domains).where(eq(domains.id, id))
  const present = await tx
    .select({ localPart: mailboxes.localPart })
    .from(mailboxes)
    .where(and(eq(mailboxes.name, name), ne(mailboxes.want, 'purged')))
  const { id: personaId, firstName, lastName } = person
  const fresh = allocateAddresses({
    people: [{ personaId, firstName, lastName, count: 1 }],
    taken: new Set([...present.map(({ localPart }) => localPart), ...(before?.addresses ?? [])]),
  })
  return required(fresh.get(personaId)?.[0], 'a free address')
}

async function findMailbox(db: Db, customerId: string, address: string) {
  const at = address.lastIndexOf('@')
  const [row] = await db
    .select({ mailbox: mailboxes, domain: domains })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(mailboxes.customerId, customerId),
        eq(mailboxes.localPart, address.slice(0, Math.max(0, at))),
        eq(mailboxes.name, address.slice(at + 1)),
        eq(mailboxes.want, 'active'),
        isRunning,
        eq(bundles.status, 'live'),
      ),
    )
  if (!row) throw notFound(fillMessage(swapMailboxTexts.notFound, { a: address }))
  return row
}
