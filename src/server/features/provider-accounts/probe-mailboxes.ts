import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { domainNames, domains, probeMailboxes, providerAccounts } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import { brokenConstraint } from '../../db/sql-state.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isHeld } from '../../domains/held.ts'
import { conflict, incompleteCredentials, notFound } from '../../http/refusal.ts'
import { googleProbeSchema } from '../../providers/google/proof-mail.ts'
import { microsoftProbeSchema } from '../../providers/microsoft/proof-mail.ts'
import type { Probe } from '../../providers/ports/probe.ts'
import { type ProbeVendor, probeVendors } from '../../providers/ports/proof-mail.ts'
import { wake } from '../../provisioning/wake.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { domainOf, identitiesIn } from './account-identities.ts'

const probeSchemas = { microsoft: microsoftProbeSchema, google: googleProbeSchema }

/**
 * Adds the operator's mailbox that receives proof mail at a host, if it can be read. Throws a `Refusal`, also for one in
 * a tenant or account with customers' mailboxes: mail inside of one is not checked, so it proves nothing.
 */
export async function addProbeMailbox(
  { db, secrets, vendors, queue }: Pick<Dependencies, 'db' | 'secrets' | 'vendors' | 'queue'>,
  { vendor, credentials }: { vendor: ProbeVendor; credentials: unknown },
): Promise<Probe> {
  const parsed = z.safeParse(probeSchemas[vendor], credentials)
  if (!parsed.success) throw incompleteCredentials(parsed.error)
  const { address } = parsed.data
  const there = await db.$count(probeMailboxes, eq(probeMailboxes.vendor, vendor))
  if (there > 0) throw conflict(taken(vendor))
  await refuseAmongCustomers(db, secrets, vendor, parsed.data)
  const probe = await vendors.probeMailbox(vendor, parsed.data).probe()
  if (!probe.ok) return probe
  await db
    .transaction(async (tx) => {
      // Again, now that no account can be added meanwhile.
      await tx.execute(sql`lock table ${providerAccounts} in share row exclusive mode`)
      await refuseAmongCustomers(tx, secrets, vendor, parsed.data)
      await tx.insert(probeMailboxes).values({
        vendor,
        address,
        credentials: secrets.seal(JSON.stringify(parsed.data), placeOf.probeMailbox(vendor)),
      })
      await audit(tx, {
        actor: 'operator',
        action: 'probe_mailbox.added',
        subject: vendor,
        data: { address },
      })
      await wakeUnproven(tx, queue)
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'probe_mailboxes_pkey') throw conflict(taken(vendor))
      throw error
    })
  return probe
}

/** Has the mail of running names proven soon that was not: once there is a mailbox at each host. */
async function wakeUnproven(tx: Db, queue: Queue): Promise<void> {
  if ((await tx.$count(probeMailboxes)) < probeVendors.length) return
  const state = sql`${domainNames.facts} -> 'proof' ->> 'state'`
  const held = tx
    .select({ name: domains.name })
    .from(domains)
    .where(and(eq(domains.want, 'run'), isHeld))
  const unproven = await tx
    .select({ name: domainNames.name })
    .from(domainNames)
    .where(and(inArray(state, ['failed', 'late', 'no_probes']), inArray(domainNames.name, held)))
    .orderBy(asc(domainNames.name))
    .for('update')
  const names = unproven.map(({ name }) => name)
  if (names.length === 0) return
  await tx
    .update(domainNames)
    .set({
      listed: sql`${domainNames.listed} || jsonb_build_object('proof', jsonb_build_object('at', now(), 'agrees', false))`,
      nextRunAt: sql`now()`,
    })
    .where(inArray(domainNames.name, names))
  await wake(
    tx,
    queue,
    names.map((name) => ({ name, urgent: false })),
  )
}

const taken = (vendor: ProbeVendor) =>
  `There is a probe mailbox at ${vendor} already. Remove it first: probe remove --at ${vendor}`

async function refuseAmongCustomers(
  db: Db,
  secrets: Secrets,
  vendor: ProbeVendor,
  probe: { address: string; tenantId?: string },
): Promise<void> {
  const domain = domainOf(probe.address)
  const ours = [probe.tenantId, domain].flatMap((each) => each?.toLowerCase() ?? [])
  const accounts = await db.select().from(providerAccounts).where(eq(providerAccounts.vendor, vendor))
  for (const account of accounts) {
    const theirs = identitiesIn(
      vendor,
      JSON.parse(secrets.open(account.credentials, placeOf.providerAccount(account.id))),
    )
    if (ours.some((each) => theirs.includes(each))) throw conflict(amongCustomers(account.label))
  }
  if ((await db.$count(domainNames, eq(domainNames.name, domain))) > 0) throw conflict(amongCustomers(domain))
}

const amongCustomers = (where: string) =>
  `Customers’ mailboxes are in ${where} too. Mail inside a tenant or account is not checked and proves nothing: use a mailbox in one of its own.`

interface ListedProbe {
  vendor: ProbeVendor
  address: string
  since: Date
}

/** Both of them, or what there is. */
export const listProbeMailboxes = ({ db }: Pick<Dependencies, 'db'>): Promise<ListedProbe[]> =>
  db
    .select({
      vendor: probeMailboxes.vendor,
      address: probeMailboxes.address,
      since: probeMailboxes.createdAt,
    })
    .from(probeMailboxes)
    .orderBy(asc(probeMailboxes.vendor))

/** Forgets one; domains are not proven any more until there is another. Throws a `Refusal` when there is none. */
export async function removeProbeMailbox(
  { db }: Pick<Dependencies, 'db'>,
  vendor: ProbeVendor,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(probeMailboxes).where(eq(probeMailboxes.vendor, vendor)).returning()
    if (!removed) throw notFound(`There is no probe mailbox at ${vendor}.`)
    await audit(tx, {
      actor: 'operator',
      action: 'probe_mailbox.removed',
      subject: vendor,
      data: { address: removed.address },
    })
    return removed.address
  })
}
