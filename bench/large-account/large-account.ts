import { and, eq, ne, sql } from 'drizzle-orm'
import { addDemoProviderAccounts, providerAccountIds } from '#apps/demo/provider-accounts.ts'
import type { Db } from '#base/db/client.ts'
import { domainNames, domains, mailboxes, orders } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { type PlannedOrder, planAccount } from './account-plan.ts'
import { namesakes } from './believable-names.ts'
import { copyRows, type OrderCopy } from './copy-rows.ts'
import type { BundleOriginal, Originals } from './order-originals.ts'
import type { Words } from './rewrite.ts'
import type { SandboxAtHand } from './sandbox-at-hand.ts'
import { putCopies } from './vendor-copies.ts'

/** Orders written together. */
const batch = 200

export interface LargeAccount {
  orders: number
  domains: number
  mailboxes: number
}

/**
 * Fills a customer's account with so many orders and ten times as many domains, in the database and at the third
 * parties alike: copies of originals under other names. What was broken off is gone on with, and what is there
 * stays.
 */
export async function makeLargeAccount(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  sandbox: SandboxAtHand,
  originals: Originals,
  customerId: string,
  count: number,
): Promise<LargeAccount> {
  const { db } = deps
  await addDemoProviderAccounts(deps, sandbox)
  const present = await sizeOf(db, customerId)
  const planned = planAccount(count, originals.kinds, present, await takenNames(db))
  await copyOrders(deps, sandbox, originals, customerId, planned)
  await db.execute(sql`analyze orders, bundles, domains, domain_names, mailboxes, mailbox_links, personas`)
  return sizeOf(db, customerId)
}

/** Puts the planned orders into a customer's account, here and at the third parties. */
export async function copyOrders(
  deps: Pick<Dependencies, 'db' | 'secrets'>,
  sandbox: SandboxAtHand,
  originals: Originals,
  customerId: string,
  planned: readonly PlannedOrder[],
): Promise<void> {
  const words = await wordsOfAll(deps.db, sandbox, originals, customerId)
  for (let i = 0; i < planned.length; i += batch) {
    const copies = planned.slice(i, i + batch).map((plan) => copyOf(plan, originals, words))
    copyAtVendors(sandbox, copies)
    await copyRows(deps, originals.setUpBy, copies)
  }
}

const sizeOf = async (db: Db, customerId: string): Promise<LargeAccount> => ({
  orders: await db.$count(orders, eq(orders.customerId, customerId)),
  domains: await db.$count(domains, and(eq(domains.customerId, customerId), isHeld)),
  mailboxes: await db.$count(
    mailboxes,
    and(eq(mailboxes.customerId, customerId), ne(mailboxes.want, 'purged')),
  ),
})

export const takenNames = async (db: Db): Promise<Set<string>> =>
  new Set((await db.select({ name: domainNames.name }).from(domainNames)).map(({ name }) => name))

/** What differs in every copy alike: whose it is, and where its accounts are. */
async function wordsOfAll(
  db: Db,
  sandbox: SandboxAtHand,
  originals: Originals,
  customerId: string,
): Promise<Words> {
  const placed = await providerAccountIds(db)
  return {
    [originals.customerId]: customerId,
    [originals.bisonUrl]: sandbox.bisonUrl,
    [originals.providerAccounts.microsoft]: placed.microsoft,
    [originals.providerAccounts.google]: placed.google,
  }
}

function copyOf(plan: PlannedOrder, originals: Originals, words: Words): OrderCopy {
  const original = originals.of(plan.kind)
  const people = namesakes.flatMap((person, at) => {
    const other = plan.people[at] ?? person
    return [
      [person.firstName, other.firstName],
      [person.lastName, other.lastName],
      [person.firstName.toLowerCase(), other.firstName.toLowerCase()],
      [person.lastName.toLowerCase(), other.lastName.toLowerCase()],
    ]
  })
  return {
    plan,
    original,
    words: {
      ...words,
      ...Object.fromEntries(people),
      [original.brand]: plan.brand,
      [original.companyName]: plan.companyName,
      [original.key]: `demo-key-of-${plan.brand}-${plan.orderedAt.getTime().toString(36)}`,
    },
    bundles: plan.bundles.map(({ state, names }) => {
      const bundle = original.bundles.get(state) as BundleOriginal
      return {
        original: bundle,
        words: Object.fromEntries(bundle.names.flatMap((name, at) => spelled(name, names[at] as string))),
      }
    }),
  }
}

/** A name, and as Microsoft writes it into host names. */
const spelled = (name: string, other: string): [string, string][] => [
  [name, other],
  [name.replaceAll('.', '-'), other.replaceAll('.', '-')],
]

/**
 * The same at the third parties, bundle by bundle of each order: what belongs to the whole order (the customer's
 * account at the sending tool) is there with the first. The ids they give out become words of the copy.
 */
function copyAtVendors(sandbox: SandboxAtHand, copies: readonly OrderCopy[]): void {
  const most = Math.max(...copies.map(({ bundles }) => bundles.length))
  const shared = new Map<OrderCopy, Words>()
  for (let at = 0; at < most; at++) {
    const byOriginal = Map.groupBy(
      copies.filter(({ bundles }) => bundles[at]),
      ({ bundles }) => bundles[at]?.original as BundleOriginal,
    )
    for (const [{ vendors }, some] of byOriginal) {
      const ids = putCopies(
        sandbox.store,
        vendors,
        some.map((copy) => ({ ...copy.words, ...copy.bundles[at]?.words, ...shared.get(copy) })),
      )
      for (const [i, copy] of some.entries()) {
        const bundle = copy.bundles[at] as OrderCopy['bundles'][number]
        const given = ids[i] as Words
        bundle.words = { ...bundle.words, ...given }
        shared.set(copy, {
          ...shared.get(copy),
          ...Object.fromEntries(vendors.accountIds.map((id) => [id, given[id] as string])),
        })
      }
    }
  }
}
