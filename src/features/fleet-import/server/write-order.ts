import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  mailboxLinks,
  orders,
  personas,
} from '#base/db/schema/index.ts'
import { mailboxesDigest, toolDigest } from '#delivery/provisioning/desired.ts'
import { type Facts, factsOf } from '#delivery/provisioning/facts.ts'
import { readDesiredOf } from '#delivery/provisioning/read-desired.ts'
import { neededRecords, recordsDigest } from '#delivery/provisioning/wanted-records.ts'
import type { AdoptedOrder } from './adopted-order.ts'

/** A statement takes 65,535 values, and a mailbox has twelve. */
const rowsAtOnce = 2_000
const namesAtOnce = 250

async function inParts<R>(
  rows: readonly R[],
  size: number,
  write: (part: R[]) => Promise<unknown>,
): Promise<void> {
  for (let i = 0; i < rows.length; i += size) await write(rows.slice(i, i + size))
}

/** Writes an order that stands already: as much is known of each name as if it had been set up here. */
export async function writeOrder(tx: Db, made: AdoptedOrder): Promise<void> {
  await tx.insert(orders).values(made.order)
  await tx.insert(bundles).values(made.bundles)
  await tx.insert(personas).values(made.personas)
  await inParts(made.domains, namesAtOnce, (part) => tx.insert(domains).values(part))
  await inParts(made.mailboxes, rowsAtOnce, (part) => tx.insert(mailboxes).values(part))
  await inParts(made.links, rowsAtOnce, (part) => tx.insert(mailboxLinks).values(part))
  await inParts(made.names, namesAtOnce, (part) => writeNames(tx, part))
  await inParts(made.domains, namesAtOnce, (part) =>
    tx.insert(domainEvents).values(
      part.map(({ id, customerId, name }) => ({
        customerId,
        domainId: id,
        name,
        kind: 'adopted',
        sentence: 'Taken over as it stood',
      })),
    ),
  )
}

/** A name that was here before begins anew with what was seen of it. */
async function writeNames(tx: Db, names: AdoptedOrder['names']): Promise<void> {
  const desired = await readDesiredOf(
    tx,
    names.map(({ name }) => name),
  )
  const rows = names.map((row, at) => {
    const facts = factsOf({ facts: row.facts ?? {} })
    const wanted = desired[at]
    return wanted ? { ...row, facts: withDigests(wanted, facts) } : row
  })
  await tx
    .insert(domainNames)
    .values(rows)
    .onConflictDoUpdate({
      target: domainNames.name,
      set: {
        registration: sql`excluded.registration`,
        expiresAt: sql`excluded.expires_at`,
        providerAccountId: sql`excluded.provider_account_id`,
        wantedRev: sql`${domainNames.wantedRev} + 1`,
        doneRev: sql`${domainNames.wantedRev} + 1`,
        nextRunAt: sql`excluded.next_run_at`,
        facts: sql`excluded.facts`,
        listed: {},
        recheckBefore: null,
        attempts: 0,
        urgent: false,
        step: null,
        stepSince: null,
        problem: null,
      },
    })
}

function withDigests(desired: Parameters<typeof mailboxesDigest>[0], facts: Facts): Facts {
  const at = facts.host?.at ?? new Date().toISOString()
  const records = { at, digest: recordsDigest(neededRecords(desired, facts)) }
  const tool = { at, digest: toolDigest(desired) }
  return {
    ...facts,
    records,
    dns: records,
    mailboxes: { at, digest: mailboxesDigest(desired) },
    tool,
    delivered: tool,
  }
}
