import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { loadConfig } from '../../src/server/config/config.ts'
import { customers, orders } from '../../src/server/db/schema/index.ts'
import { demoPassword } from '../../src/server/demo/demo-accounts.ts'
import { addCustomer } from '../../src/server/features/customers/add-customer.ts'
import { sandboxIsUp } from '../../src/server/launch.ts'
import { openDependencies } from '../../src/server/open-dependencies.ts'
import { createLog } from '../../src/server/telemetry/log.ts'
import { orderKinds } from './account-plan.ts'
import { makeLargeAccount } from './large-account.ts'
import { makeOriginals } from './order-originals.ts'
import { openSandbox } from './sandbox-at-hand.ts'
import { startSandbox, withScratchProduct } from './scratch-product.ts'

/** Makes a large account to look at: `npm run demo -- --orders 1000`. Works beside a running product and without one. */
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '1000' }, email: { type: 'string' } },
})
const count = Number(values.orders)
const email = values.email ?? `large-${count}@inboxyard.test`

async function main(): Promise<void> {
  if (!Number.isInteger(count) || count < 1 || count > 10_000)
    throw new Error('--orders must be a whole number from 1 to 10000.')
  const config = loadConfig()
  if (!config.demo || !config.sandbox)
    throw new Error('Demo accounts have a password that everybody knows: only beside the sandbox.')
  const { deps, close } = await openDependencies({ config, log: createLog('error'), whenOwned: 'join' })
  let stopSandbox: (() => Promise<void>) | undefined
  try {
    const [known] = await deps.db.select().from(customers).where(eq(customers.email, email))
    const id =
      known?.id ?? (await addCustomer(deps.db, { email, name: 'Large Agency', password: demoPassword })).id
    if ((await deps.db.$count(orders, eq(orders.customerId, id))) >= count) {
      console.log(`${email} has its orders already. Sign in with the password ${demoPassword}`)
      return
    }
    if (!(await sandboxIsUp(config.sandbox.consoleUrl))) stopSandbox = await startSandbox(config)
    const begun = performance.now()
    console.log('Setting up an order of each kind …')
    const originals = await withScratchProduct((scratch, sandbox) =>
      makeOriginals(scratch, sandbox, orderKinds),
    )
    using sandbox = openSandbox(config)
    console.log(`Copying them ${count} times …`)
    const made = await makeLargeAccount(deps, sandbox, originals, id, count)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      `${made.orders} orders, ${made.domains} domains and ${made.mailboxes} mailboxes in ${seconds} s.\n\n  Sign in  ${email}  ·  ${demoPassword}`,
    )
  } finally {
    await stopSandbox?.()
    await close()
  }
}

main().catch((error: unknown) => {
  // The database's own complaint: the message around it holds the whole statement with its values.
  const { cause, message } = error as Error
  console.error(cause instanceof Error ? cause.message : message)
  process.exitCode = 1
})
