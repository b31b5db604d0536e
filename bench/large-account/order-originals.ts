import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { connectByStaff } from '#apps/demo/connect-by-staff.ts'
import { placeDemoOrder } from '#apps/demo/place-demo-order.ts'
import { addDemoProviderAccounts, providerAccountIds } from '#apps/demo/provider-accounts.ts'
import { answerOpenWorkItems } from '#apps/demo/robot.ts'
import type { DemoCredentials } from '#apps/demo/sandbox-control.ts'
import type { AccountVendor } from '#base/db/schema/index.ts'
import { bundles, domains, orders, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { cancelBundle } from '#features/cancellation/server/cancel-bundle.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { plans, platforms } from '#features/plans/rules/catalog.ts'
import { microsoftLogin } from '#features/tools/rules/sending-tools.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import { type BundleState, domainsOf, type OrderKind } from './account-plan.ts'
import { namesakes } from './believable-names.ts'
import { type CopiedTable, copiedTables, type Row } from './copied-tables.ts'
import type { SandboxAtHand } from './sandbox-at-hand.ts'
import { originalsOf, type VendorOriginal } from './vendor-copies.ts'

/** A bundle that was ordered, paid and set up for real, to be copied. */
export interface BundleOriginal {
  names: string[]
  rows: Record<CopiedTable, Row[]>
  vendors: VendorOriginal
}

/** An order of one kind with a bundle in each state. */
export interface OrderOriginal {
  brand: string
  companyName: string
  /** Of the customer's sending tool. */
  key: string
  order: Row
  connection: Row & { values: Record<string, string> }
  bundles: Map<BundleState, BundleOriginal>
}

export interface Originals {
  kinds: readonly OrderKind[]
  of(kind: OrderKind): OrderOriginal
  customerId: string
  /** Where their customer's Email Bison is. */
  bisonUrl: string
  /** The operator's accounts that they are placed at. */
  providerAccounts: Record<AccountVendor, string>
  /** Until when they were set up; what happened later brought them into their states. */
  setUpBy: Date
}

/** What Smartlead shows its customers for letting it into Microsoft mailboxes. */
const oauthLink = `${microsoftLogin}/common/oauth2/v2.0/authorize?client_id=smartlead&response_type=code`
const rounds = 30
const reconciledAtOnce = 8

const elsewhere = ['ns1.elsewhere.test', 'ns2.elsewhere.test']

/** Orders one of each kind, lets all of it be set up, and returns how it then stands here and at the third parties. */
export async function makeOriginals(
  deps: Dependencies,
  sandbox: SandboxAtHand,
  kinds: readonly OrderKind[],
): Promise<Originals> {
  await addDemoProviderAccounts(deps, sandbox)
  const email = `originals-${Date.now()}@inboxyard.test`
  const { id: customerId } = await addCustomer(deps.db, { email, name: 'Original' })
  const drafts = kinds.map((kind, at) => draftOf(kind, `original${String.fromCharCode(97 + at)}`))
  const own = drafts.filter(({ kind }) => kind.option === 'own').flatMap((draft) => draft.bundles.flat())
  // Only what someone has registered can be brought along.
  for (const name of own) await sandbox.post('/_dns/delegation', { name, nameServers: elsewhere })
  for (const draft of drafts)
    await orderOriginal(deps, sandbox, { id: customerId, email, name: 'Original' }, draft)
  const names = drafts.flatMap((draft) => draft.bundles.flat())
  // Their owner points them here once their zones stand; one that points here before has to be proven.
  await reconcileAll(deps, own)
  for (const name of own)
    await sandbox.post('/_dns/delegation', { name, nameServers: deps.config.nameServers })
  await workUntilDone(deps, sandbox, names)
  const setUpBy = new Date()
  for (const draft of drafts) await putIntoStates(deps, customerId, draft)
  await workUntilDone(deps, sandbox, names)

  const originals = originalsOf(
    sandbox.store,
    drafts.flatMap((draft) => draft.bundles.map((some) => [...some, draft.key])),
  )
  const made = new Map<OrderKind, OrderOriginal>()
  for (const draft of drafts)
    made.set(
      draft.kind,
      await readOriginal(deps, customerId, draft, originals.splice(0, draft.bundles.length)),
    )
  return {
    kinds,
    of(kind) {
      const original = made.get(kind)
      if (!original)
        throw new Error(`There is no original of ${kind.plan} with ${kind.tool}, ${kind.option}.`)
      return original
    },
    customerId,
    bisonUrl: sandbox.bisonUrl,
    providerAccounts: await providerAccountIds(deps.db),
    setUpBy,
  }
}

interface Draft {
  kind: OrderKind
  brand: string
  companyName: string
  /** Of the customer's sending tool. */
  key: string
  /** Names by bundle. */
  bundles: string[][]
}

function draftOf(kind: OrderKind, brand: string): Draft {
  const letter = (n: number) => String.fromCharCode(97 + n)
  return {
    kind,
    brand,
    companyName: `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`,
    key: `key-of-${brand}-0123456789`,
    bundles: kind.states.map((_, index) =>
      Array.from(
        { length: domainsOf(kind.plan) },
        (_, slot) => `${brand}${letter(index)}${letter(slot)}.com`,
      ),
    ),
  }
}

async function orderOriginal(
  deps: Dependencies,
  sandbox: SandboxAtHand,
  customer: { id: string; email: string; name: string },
  { kind, brand, companyName, key, bundles: dealt }: Draft,
): Promise<void> {
  const { plan, option, tool } = kind
  const names = { azure: [] as string[], google: [] as string[] }
  for (const some of dealt) {
    let at = 0
    for (const platform of platforms) {
      const count = plans[plan].domains[platform]
      names[platform].push(...some.slice(at, at + count))
      at += count
    }
  }
  const given = { username: `desk@${brand}.test`, apiKey: key }
  const credentials = {
    instantly: { ...given, workspace: companyName },
    smartlead: { ...given, password: 'Lumen.Outreach.1', oauthLink },
    bison: { ...given, workspace: companyName },
  } as unknown as DemoCredentials
  await placeDemoOrder(deps, sandbox, credentials, customer, {
    plan,
    option,
    companyName,
    tool,
    people: namesakes.slice(0, Math.min(2, plans[plan].maxPeople)),
    names,
    bundles: dealt.length,
  })
}

/** The worker's part and the robot's, turn by turn, until nothing is missing any more. */
async function workUntilDone(
  deps: Dependencies,
  sandbox: SandboxAtHand,
  names: readonly string[],
): Promise<void> {
  let waiting = names
  for (let round = 0; waiting.length > 0; round++) {
    if (round === rounds) throw new Error(`Set-up of the originals does not end: ${waiting.join(', ')}.`)
    await answerOpenWorkItems(deps, sandbox)
    await connectByStaff(deps, sandbox.signInUrl)
    waiting = await reconcileAll(deps, waiting)
  }
}

/** Returns the names that are not done yet. */
async function reconcileAll(deps: Dependencies, names: readonly string[]): Promise<string[]> {
  const queue = [...names]
  const left: string[] = []
  const work = async () => {
    for (let name = queue.shift(); name; name = queue.shift())
      if ((await reconcile(deps, name)) !== 'done') left.push(name)
  }
  await Promise.all(Array.from({ length: reconciledAtOnce }, work))
  return left
}

async function putIntoStates(
  deps: Dependencies,
  customerId: string,
  { kind, bundles: dealt }: Draft,
): Promise<void> {
  for (const [at, state] of kind.states.entries()) {
    if (state === 'done') continue
    const names = dealt[at] as string[]
    const [held] = await deps.db
      .select({ groupId: domains.bundleId })
      .from(domains)
      .where(and(eq(domains.name, names[0] as string), isHeld))
    const groupId = held?.groupId as string
    if (state === 'cancelled') await cancelBundle(deps, customerId, { groupId, reason: 'changes_needed' })
    else
      await deps.db.transaction(async (tx) => {
        await tx.update(bundles).set({ operatorHeldSince: new Date() }).where(eq(bundles.id, groupId))
        await raiseWanted(tx, deps.queue, names)
      })
  }
}

async function readOriginal(
  deps: Dependencies,
  customerId: string,
  draft: Draft,
  atVendors: VendorOriginal[],
): Promise<OrderOriginal> {
  const { db, secrets } = deps
  const rowsOf = async (table: PgTable, column: PgColumn, values: readonly string[]): Promise<Row[]> => {
    const { rows } = await db.execute<{ row: Row }>(
      sql`select to_jsonb(${table}) as row from ${table} where ${inArray(column, [...values])} order by ${asc(column)}`,
    )
    return rows.map(({ row }) => row)
  }
  const only = (rows: Row[]) => rows[0] as Row
  const [placed] = await db
    .select({ id: orders.id, connectionId: bundles.connectionId })
    .from(orders)
    .innerJoin(bundles, eq(bundles.orderId, orders.id))
    .where(and(eq(orders.customerId, customerId), eq(orders.companyName, draft.companyName)))
  if (!placed) throw new Error(`The order of ${draft.companyName} is gone.`)
  const [connection] = await db
    .select()
    .from(toolConnections)
    .where(eq(toolConnections.id, placed.connectionId))
  if (!connection) throw new Error(`The connection of ${draft.companyName} is gone.`)
  const original: OrderOriginal = {
    brand: draft.brand,
    companyName: draft.companyName,
    key: draft.key,
    order: only(await rowsOf(orders, orders.id, [placed.id])),
    connection: {
      ...only(await rowsOf(toolConnections, toolConnections.id, [connection.id])),
      values: openConnection(secrets, connection),
    },
    bundles: new Map(),
  }
  for (const [at, state] of draft.kind.states.entries()) {
    const names = draft.bundles[at] as string[]
    const keys: Record<string, string[]> = { name: names }
    const rows = {} as Record<CopiedTable, Row[]>
    for (const [name, { table, by, keeps }] of Object.entries(copiedTables)) {
      const found = await rowsOf(table, by.column, keys[by.key] ?? [])
      rows[name as CopiedTable] = found
      for (const [key, column] of Object.entries(keeps ?? {}))
        keys[key] = [...new Set(found.map((row) => row[column] as string))]
    }
    const vendors = atVendors[at] as VendorOriginal
    for (const row of rows.mailboxes)
      row.secret = secrets.open(row.secret as string, placeOf.mailbox(row.id as string))
    for (const row of rows.mailbox_links)
      row.external_id = tokenOf(vendors, ['smartlead.accounts', 'bison.senders'], row.external_id)
    original.bundles.set(state, { names, rows, vendors })
  }
  return original
}

/** A number that a third party has given out, as it stands among the ids; a bare one could be anything. */
const tokenOf = ({ ids }: VendorOriginal, collections: readonly string[], value: unknown): unknown =>
  collections.map((collection) => `@${collection}:${value}`).find((token) => ids.includes(token)) ?? value
