import { eq } from 'drizzle-orm'
import { demoPassword } from '#apps/demo/demo-accounts.ts'
import { domains, fleetImportRows } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { runImports } from '#features/fleet-import/server/run-imports.ts'
import { beginAdopting, beginLook } from '#features/fleet-import/server/steer-import.ts'
import { storeImport } from '#features/fleet-import/server/store-import.ts'
import { fileOfAccount, forgetOrders } from '#tests/server/fleet-elsewhere.ts'
import type { Figure } from '../figures.ts'
import { orderKinds } from '../large-account/account-plan.ts'
import { makeLargeAccount } from '../large-account/large-account.ts'
import { makeOriginals, type Originals } from '../large-account/order-originals.ts'
import type { SandboxAtHand } from '../large-account/sandbox-at-hand.ts'
import { withScratchProduct } from '../large-account/scratch-product.ts'

const orders = 62
const kinds = orderKinds.filter(
  ({ plan, option, tool }) =>
    (plan === 'google' && tool === 'other') ||
    (plan === 'azure' && option === 'purchase' && tool === 'other') ||
    (plan === 'premium' && tool === 'instantly'),
)

/** A fleet of 500 domains, taken in, compared with every third party and adopted. */
export async function measureImport(): Promise<Figure[]> {
  const originals = await withScratchProduct((scratch, sandbox) => makeOriginals(scratch, sandbox, kinds))
  return withScratchProduct((deps, sandbox) => measure(deps, sandbox, originals))
}

async function measure(deps: Dependencies, sandbox: SandboxAtHand, originals: Originals): Promise<Figure[]> {
  const { db } = deps
  const owner = { email: 'fleet@inboxyard.test', name: 'Fleet' }
  const { id } = await addCustomer(db, { ...owner, password: demoPassword })
  await makeLargeAccount(deps, sandbox, originals, id, orders)
  const { csv, domains: count } = await fileOfAccount(db, id, (order, tool) =>
    tool === 'other' ? { email: `agency-${order % 20}@elsewhere.test`, name: `Agency ${order % 20}` } : owner,
  )
  await forgetOrders(db, id)

  const begun = performance.now()
  const stored = await storeImport(deps, { fileName: 'fleet.csv', text: csv, madeBy: 'bench' })
  if (!stored.ok) throw new Error(JSON.stringify(stored.problems[0]))
  await beginLook(deps, stored.importId)
  await runImports(deps)
  const looked = performance.now()
  await beginAdopting(deps, stored.importId)
  await runImports(deps)
  const adopted = performance.now()
  const missing = count - (await db.$count(domains))
  if (missing > 0) {
    const rows = await db.select().from(fleetImportRows).where(eq(fleetImportRows.verdict, 'contradicts'))
    throw new Error(`${missing} domains were not adopted: ${JSON.stringify(rows[0]?.findings)}`)
  }
  const note = `${count} domains; the sandbox’s limits do not count`
  return [
    {
      what: 'import of 500 domains, from the file to adopted',
      measured: (((adopted - begun) / count) * 500) / 1_000,
      unit: 's',
      target: { at: 'most', value: 60 },
      note,
    },
    { what: 'of that, comparing', measured: (((looked - begun) / count) * 500) / 1_000, unit: 's' },
  ]
}
