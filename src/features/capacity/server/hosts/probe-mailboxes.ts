import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import {
  domainHealth,
  domainNames,
  domains,
  probeMailboxes,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict, incompleteCredentials, notFound } from '#base/http/refusal.ts'
import type { Queue } from '#base/queue/queue.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { wake } from '#delivery/provisioning/wake.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import { googleProbeSchema } from '#vendors/google/adapter/proof-mail.ts'
import { microsoftProbeSchema } from '#vendors/microsoft/adapter/proof-mail.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import { type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import { domainOf, identitiesIn } from './account-identities.ts'

const probeSchemas = { microsoft: microsoftProbeSchema, google: googleProbeSchema }

/** Each receives a part of the probes; more tell nothing more. */
const mostAtHost = 10

/** Whether it can be read; `isNew`: it was added, and not given other credentials. */
type AddedProbe = Extract<Probe, { ok: false }> | { ok: true; isNew: boolean }

/**
 * Adds a mailbox of the operator's that receives proof mail and probes at a host, if it can be read; one that is there takes
 * these credentials in place of its own and keeps what it has seen. Throws a `Refusal`, also for one in a tenant or account
 * with customers' mailboxes: mail inside of one is not checked, so it proves nothing; and for one where another is already:
 * the two would always say the same.
 */
export async function addProbeMailbox(
  { db, secrets, vendors, queue }: Pick<Dependencies, 'db' | 'secrets' | 'vendors' | 'queue'>,
  { vendor, credentials }: { vendor: ProbeVendor; credentials: unknown },
): Promise<AddedProbe> {
  const parsed = z.safeParse(probeSchemas[vendor], credentials)
  if (!parsed.success) throw incompleteCredentials(parsed.error)
  const { address } = parsed.data
  const refuse = async (tx: Db) => {
    await refuseBesideAnother(tx, secrets, vendor, parsed.data)
    await refuseAmongCustomers(tx, secrets, vendor, parsed.data)
  }
  await refuse(db)
  const probe = await vendors.probeMailbox(vendor, parsed.data).probe()
  if (!probe.ok) return probe
  return db.transaction(async (tx) => {
    // Again, now that no account and no other mailbox can be added meanwhile.
    await tx.execute(sql`lock table ${providerAccounts}, ${probeMailboxes} in share row exclusive mode`)
    await refuse(tx)
    const there = await tx.select().from(probeMailboxes).where(eq(probeMailboxes.vendor, vendor))
    const before = there.find((each) => each.address === address)
    const id = before?.id ?? newId('probeMailbox')
    const credentials = secrets.seal(JSON.stringify(parsed.data), placeOf.probeMailbox(id))
    await tx
      .insert(probeMailboxes)
      .values({ id, vendor, address, credentials })
      .onConflictDoUpdate({ target: probeMailboxes.id, set: { credentials, lastReadAt: sql`now()` } })
    const action = before ? 'probe_mailbox.renewed' : 'probe_mailbox.added'
    await audit(tx, { actor: 'operator', action, subject: vendor, data: { address } })
    // Where there was none nothing was proven, nor where the only one could not be read.
    if (there.every((each) => each === before)) await wakeUnproven(tx, queue)
    return { ok: true, isNew: !before }
  })
}

/** Has the mail of running names proven soon that was not: once there is a mailbox at each host. */
async function wakeUnproven(tx: Db, queue: Queue): Promise<void> {
  const there = await tx.selectDistinct({ vendor: probeMailboxes.vendor }).from(probeMailboxes)
  if (there.length < probeVendors.length) return
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

/** Two of one tenant or account share a filter, and fall with it. An address is at one host only. */
async function refuseBesideAnother(
  db: Db,
  secrets: Secrets,
  vendor: ProbeVendor,
  probe: { address: string; tenantId?: string },
): Promise<void> {
  const all = await db.select().from(probeMailboxes)
  const elsewhere = all.find((each) => each.vendor !== vendor && each.address === probe.address)
  if (elsewhere)
    throw conflict(
      `${probe.address} is a probe mailbox at ${vendorNames[elsewhere.vendor]} already. If it has moved, take that one away first: probe remove --at ${elsewhere.vendor} --address ${probe.address}`,
    )
  const there = all.filter((each) => each.vendor === vendor)
  for (const { id, address, credentials } of there) {
    if (address === probe.address) continue
    const { tenantId } = known.parse(JSON.parse(secrets.open(credentials, placeOf.probeMailbox(id))))
    const isSameTenant = tenantId !== undefined && tenantId === probe.tenantId
    if (isSameTenant || domainOf(address) === domainOf(probe.address))
      throw conflict(
        `${address} is in the same tenant or account, so it would tell nothing that this one does not. Use a mailbox in another.`,
      )
  }
  const isNew = there.every(({ address }) => address !== probe.address)
  if (isNew && there.length >= mostAtHost)
    throw conflict(`There are ${mostAtHost} probe mailboxes at ${vendor} already, which is enough.`)
}

const known = z.object({ tenantId: z.string().optional() })

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
  /** When it was read last, to a few minutes. */
  lastRead: Date
}

/** All of them, the first of each host before the others. */
export const listProbeMailboxes = ({ db }: Pick<Dependencies, 'db'>): Promise<ListedProbe[]> =>
  db
    .select({
      vendor: probeMailboxes.vendor,
      address: probeMailboxes.address,
      since: probeMailboxes.createdAt,
      lastRead: probeMailboxes.lastReadAt,
    })
    .from(probeMailboxes)
    .orderBy(asc(probeMailboxes.vendor), asc(probeMailboxes.createdAt), asc(probeMailboxes.id))

interface RemovedProbe {
  address: string
  /** Domains that rest by what probes have shown, here or elsewhere. */
  resting: number
}

/**
 * Forgets one, with what it has seen of probes. Domains are not proven any more where no other is left at its host. Throws a
 * `Refusal` when there is none, or where several are at the host and none is named.
 */
export async function removeProbeMailbox(
  { db }: Pick<Dependencies, 'db'>,
  { vendor, address }: { vendor: ProbeVendor; address?: string | undefined },
): Promise<RemovedProbe> {
  return db.transaction(async (tx) => {
    const there = await tx
      .select()
      .from(probeMailboxes)
      .where(eq(probeMailboxes.vendor, vendor))
      .for('update')
    if (address === undefined && there.length > 1)
      throw conflict(`There are several probe mailboxes at ${vendor}. Say which one with --address.`)
    const removed = there.find((each) => address === undefined || each.address === address.toLowerCase())
    if (!removed) throw notFound(`There is no probe mailbox${address ? ` ${address}` : ''} at ${vendor}.`)
    await tx.delete(probeMailboxes).where(eq(probeMailboxes.id, removed.id))
    await audit(tx, {
      actor: 'operator',
      action: 'probe_mailbox.removed',
      subject: vendor,
      data: { address: removed.address },
    })
    const resting = sql`${domainHealth.state} = 'rest' and ${domainHealth.memory} ->> 'restCause' = 'placement'`
    return { address: removed.address, resting: await tx.$count(domainHealth, resting) }
  })
}
