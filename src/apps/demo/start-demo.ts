import { and, asc, eq, ne } from 'drizzle-orm'
import { bundles, customers, domains, orders, settings } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { cancelBundle } from '#features/cancellation/server/cancel-bundle.ts'
import { connectByStaff } from './connect-by-staff.ts'
import { demoAccounts } from './demo-accounts.ts'
import { burnSome } from './demo-health.ts'
import { cancelledCompany, claimedName, demoOrders } from './demo-orders.ts'
import { type DemoCustomer, placeDemoOrder } from './place-demo-order.ts'
import { addDemoDnsAccount, addDemoProbeMailboxes, addDemoProviderAccounts } from './provider-accounts.ts'
import { answerOpenWorkItems } from './robot.ts'
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts'

const roundMs = 3_000
const settingKey = 'demo'

/** What has been done for the demo customer, so that it is not done again when they change something. */
interface DemoState {
  placed: boolean
  hasProbes: boolean
  cancelled: boolean
  burnt: boolean
}

/**
 * In demo mode, in the background: fills the demo customer's account through the same path that every order
 * takes, and plays the operator's staff. What fails, because the sandbox is not up yet for one, is tried again.
 */
export function startDemo(deps: Dependencies, sandbox = createSandboxControl(deps.config)) {
  // Whoever answers does not wait for those who sign in to a hundred mailboxes.
  const rounds = [
    repeated(deps, () => demoRound(deps, sandbox)),
    repeated(deps, () => connectByStaff(deps, sandbox.signInUrl)),
  ]
  return {
    async stop(): Promise<void> {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

/** Does it again and again, with a pause in between. */
function repeated({ log }: Pick<Dependencies, 'log'>, work: () => Promise<void>) {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const round = () => {
    running = work()
      .catch((error: unknown) => log.info({ err: error }, 'the demo has to try again'))
      .then(() => {
        if (!isStopped) timer = setTimeout(round, roundMs)
      })
  }
  round()
  return {
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** One look at what the demo lacks. */
export async function demoRound(deps: Dependencies, sandbox: SandboxControl): Promise<void> {
  const { db } = deps
  const [stored] = await db.select().from(settings).where(eq(settings.key, settingKey))
  const state: DemoState = {
    placed: false,
    hasProbes: false,
    cancelled: false,
    burnt: false,
    ...(stored?.value as Partial<DemoState>),
  }
  const note = async (change: Partial<DemoState>) => {
    Object.assign(state, change)
    await db
      .insert(settings)
      .values({ key: settingKey, value: state })
      .onConflictDoUpdate({ target: settings.key, set: { value: state } })
  }
  const [customer] = await db.select().from(customers).where(eq(customers.email, demoAccounts[0].email))
  // Before the orders: their domains are proven by mail to these.
  if (!state.hasProbes) {
    await addDemoProbeMailboxes(deps, sandbox)
    await note({ hasProbes: true })
  }
  if (customer && !state.placed) {
    await fillAccount(deps, sandbox, customer)
    await note({ placed: true })
  }
  await answerOpenWorkItems(deps, sandbox)
  if (customer && !state.cancelled && (await cancelWhenDelivered(deps, customer.id)))
    await note({ cancelled: true })
  if (customer && !state.burnt && (await burnSome(deps, sandbox, customer.id))) await note({ burnt: true })
}

async function fillAccount(
  deps: Dependencies,
  sandbox: SandboxControl,
  customer: DemoCustomer,
): Promise<void> {
  const credentials = await sandbox.credentials()
  await addDemoProviderAccounts(deps, sandbox)
  await addDemoDnsAccount(deps, sandbox)
  await sandbox.post('/_microsoft/claim', { domain: claimedName })
  for (const order of demoOrders) await placeDemoOrder(deps, sandbox, credentials, customer, order)
}

/** Cancels the bundle that is there to be reinstated, once it has something to lose. Returns whether that is done. */
async function cancelWhenDelivered(deps: Dependencies, customerId: string): Promise<boolean> {
  const [bundle] = await deps.db
    .select({ id: bundles.id, status: bundles.status })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.companyName, cancelledCompany),
        ne(bundles.status, 'awaiting_payment'),
      ),
    )
    .orderBy(asc(bundles.orderIndex))
    .limit(1)
  if (!bundle) return false
  if (bundle.status !== 'live') return true
  const unfinished = await deps.db.$count(
    domains,
    and(eq(domains.bundleId, bundle.id), ne(domains.status, 'done')),
  )
  if (unfinished > 0) return false
  await cancelBundle(deps, customerId, { groupId: bundle.id, reason: 'changes_needed' })
  return true
}
