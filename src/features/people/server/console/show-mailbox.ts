import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import {
  bundles,
  customers,
  domainNames,
  domains,
  mailboxes,
  mailboxLinks,
  orders,
  personas,
  toolConnections,
} from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { neededRecords, recordsDigest } from '#delivery/provisioning/wanted-records.ts'
import { readStaffActivity } from '#features/orders/server/activity.ts'
import { presentProof } from '#features/orders/server/domain-proof.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { whyNotSending } from '#features/tools/rules/sending-chain.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { ConsoleMailboxPage } from '../../api/console-mailboxes.ts'
import { type MailboxFacts, mailboxChain } from './mailbox-chain.ts'
import { reconnectRefusal } from './reconnect-mailbox.ts'
import { isUnheld } from './set-password.ts'

async function readRow(db: Db, mailboxId: string) {
  const [row] = await db
    .select({
      mailbox: mailboxes,
      persona: personas,
      domain: domains,
      orderId: orders.id,
      companyName: groupSettings.companyName,
      customer: { id: customers.id, name: customers.name },
      connection: toolConnections,
      name: domainNames,
    })
    .from(mailboxes)
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(customers, eq(customers.id, mailboxes.customerId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoin(domainNames, eq(domainNames.name, mailboxes.name))
    .where(eq(mailboxes.id, mailboxId))
  return row
}

/** One mailbox, with why it is not sending. Throws a `Refusal`. */
export async function showMailbox(
  { db, brand }: Pick<Dependencies, 'db' | 'config' | 'brand'>,
  mailboxId: string,
): Promise<ConsoleMailboxPage> {
  const row = await readRow(db, mailboxId)
  if (!row) throw notFound('There is no such mailbox.')
  const { mailbox, persona, domain, connection, name } = row
  const desired = await readDesired(db, domain.name)
  const isHolder = desired.holding?.domainId === domain.id
  const known = isHolder && name ? factsOf(name) : {}
  const links = await db.select().from(mailboxLinks).where(eq(mailboxLinks.mailboxId, mailboxId))
  const link = links.find(({ connectionId }) => connectionId === connection.id) ?? null
  const wanted = isHolder ? neededRecords(desired, known) : []
  const { delegation, verified, dns, dkim } = known
  const areSeen = dns?.digest === recordsDigest(wanted)
  const facts = {
    want: mailbox.want,
    isRunning: isHolder && domain.want === 'run',
    isServed: desired.holding?.isServed ?? false,
    delegation: delegation ? { ok: delegation.ok, at: delegation.at } : null,
    verified: verified ? { ok: true, at: verified.at } : null,
    isMade: mailbox.externalId !== null,
    hostState: mailbox.hostState,
    hostSeenAt: known.mailboxes?.at ?? null,
    hasPassword: mailbox.secret !== null,
    dns: dns ? { ok: areSeen, at: dns.at } : null,
    dkim: dkim ? { ok: dkim.state === 'on', at: dkim.at } : null,
    proof: proofOf(known),
    tool: {
      name: sendingToolNames[connection.kind],
      isFile: isFileTool(connection.kind),
      state: connection.state,
      problem: connection.problem,
    },
    link,
  }
  const chain = mailboxChain(facts)
  return {
    address: `${mailbox.localPart}@${mailbox.name}`,
    person: `${persona.firstName} ${persona.lastName}`,
    domain: { id: domain.id, name: domain.name },
    customer: row.customer,
    orderId: row.orderId,
    companyName: row.companyName,
    tool: facts.tool.name,
    sentence: whyNotSending(chain),
    chain: chain.map(({ canDo, ...each }) => each),
    dns: wanted
      .filter(({ type }) => type !== 'URL')
      .map(({ name: host, type, content }) => ({
        label: `${type} ${host || '@'}`,
        wanted: content,
        seenAt: areSeen ? (dns?.at ?? null) : null,
      })),
    dailyLimit: platformContents[domain.platform].dailyLimit,
    lastSignAt: link?.confirmedAt?.toISOString() ?? null,
    hasPassword: facts.hasPassword,
    isUnheld: isUnheld(mailbox),
    reconnect: {
      refusal: reconnectRefusal({ ...facts, signInUntil: link?.signInUntil ?? null }, new Date()),
    },
    timeline: await readStaffActivity(db, mailbox.customerId, {
      subjects: [mailboxId],
      names: [],
      productName: brand.now.productName,
      // Nothing is paid for a single mailbox.
      seesMoney: false,
    }),
  }
}

/** How the proof of its domain's mail stands: that nobody has looked is no failure. */
function proofOf(facts: Facts): MailboxFacts['proof'] {
  const proof = presentProof(facts, true)
  if (!proof) return null
  const isUnseen = proof.state === 'not_proven' && facts.proof?.state !== 'failed'
  return isUnseen ? { ...proof, state: 'unseen' } : proof
}
