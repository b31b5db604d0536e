import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { loadConfig } from '../config.ts'
import { customers, orders } from '../db/schema/index.ts'
import { addCustomer } from '../features/customers/add-customer.ts'
import { createLog } from '../log.ts'
import { openDependencies } from '../open-dependencies.ts'
import { demoPassword } from './demo-accounts.ts'
import { makeLargeAccount } from './large-account.ts'

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
  if (!config.demo)
    throw new Error('Demo accounts have a password that everybody knows: only beside the sandbox.')
  const { deps, close } = await openDependencies({ config, log: createLog('error'), whenOwned: 'join' })
  try {
    const [known] = await deps.db.select().from(customers).where(eq(customers.email, email))
    const id =
      known?.id ?? (await addCustomer(deps.db, { email, name: 'Large Agency', password: demoPassword })).id
    if ((await deps.db.$count(orders, eq(orders.customerId, id))) > 0) {
      console.log(`${email} has its orders already. Sign in with the password ${demoPassword}`)
      return
    }
    const begun = performance.now()
    const made = await makeLargeAccount(deps, id, count)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      `${count} orders, ${made.domains} domains and ${made.mailboxes} mailboxes in ${seconds} s.\n\n  Sign in  ${email}  ·  ${demoPassword}`,
    )
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
