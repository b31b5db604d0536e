import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { demoPassword } from '#apps/demo/demo-accounts.ts'
import { sandboxIsUp } from '#apps/server/launch.ts'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { customers } from '#base/db/schema/index.ts'
import { createLog } from '#base/telemetry/log.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { orderKinds } from './account-plan.ts'
import { makeFleet } from './fleet.ts'
import { makeLargeAccount } from './large-account.ts'
import { makeOriginals, type Originals } from './order-originals.ts'
import { openSandbox, type SandboxAtHand } from './sandbox-at-hand.ts'
import { startSandbox, withScratchProduct } from './scratch-product.ts'

/**
 * Makes something to look at, beside a running product or without one: `npm run demo -- --orders 1000` one large
 * account, `npm run demo -- --customers 40` an operator's customers.
 */
const { values } = parseArgs({
  options: { orders: { type: 'string' }, email: { type: 'string' }, customers: { type: 'string' } },
})
const isWhole = (count: number, most: number) => Number.isInteger(count) && count >= 1 && count <= most
const customerCount = Number(values.customers ?? 0)
const orderCount = Number(values.orders ?? (values.customers ? 0 : 1000))

async function main(): Promise<void> {
  if (values.customers && !isWhole(customerCount, 1_000))
    throw new Error('--customers must be a whole number from 1 to 1000.')
  if (orderCount !== 0 && !isWhole(orderCount, 10_000))
    throw new Error('--orders must be a whole number from 1 to 10000.')
  const config = loadConfig()
  if (!config.demo || !config.sandbox)
    throw new Error('Demo accounts have a password that everybody knows: only beside the sandbox.')
  const { deps, close } = await openDependencies({ config, log: createLog('error'), whenOwned: 'join' })
  let stopSandbox: (() => Promise<void>) | undefined
  try {
    if (!(await sandboxIsUp(config.sandbox.consoleUrl))) stopSandbox = await startSandbox(config)
    console.log('Setting up an order of each kind …')
    const originals = await withScratchProduct((scratch, sandbox) =>
      makeOriginals(scratch, sandbox, orderKinds),
    )
    using sandbox = openSandbox(config)
    if (customerCount > 0) await addFleet(deps, sandbox, originals)
    if (orderCount > 0) await addLargeAccount(deps, sandbox, originals)
  } finally {
    await stopSandbox?.()
    await close()
  }
}

async function addFleet(deps: Dependencies, sandbox: SandboxAtHand, originals: Originals): Promise<void> {
  console.log('Adding customers …')
  const added = await makeFleet(deps, sandbox, originals, customerCount)
  console.log(`${added} of ${customerCount} customers were added; each signs in with ${demoPassword}`)
}

async function addLargeAccount(
  deps: Dependencies,
  sandbox: SandboxAtHand,
  originals: Originals,
): Promise<void> {
  const email = values.email ?? `large-${orderCount}@inboxyard.test`
  const [known] = await deps.db.select().from(customers).where(eq(customers.email, email))
  const id =
    known?.id ?? (await addCustomer(deps.db, { email, name: 'Large Agency', password: demoPassword })).id
  console.log(`Copying them until there are ${orderCount} …`)
  const made = await makeLargeAccount(deps, sandbox, originals, id, orderCount)
  console.log(
    `${made.orders} orders, ${made.domains} domains and ${made.mailboxes} mailboxes.\n\n  Sign in  ${email}  ·  ${demoPassword}`,
  )
}

main().catch((error: unknown) => {
  // The database's own complaint: the message around it holds the whole statement with its values.
  const { cause, message } = error as Error
  console.error(cause instanceof Error ? cause.message : message)
  process.exitCode = 1
})
