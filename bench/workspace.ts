import { pino } from 'pino'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestProduct } from '#tests/server/test-product.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import type { Figure } from './figures.ts'
import { orderKinds } from './large-account/account-plan.ts'
import { makeLargeAccount } from './large-account/large-account.ts'
import { makeOriginals } from './large-account/order-originals.ts'
import { openSandbox } from './large-account/sandbox-at-hand.ts'
import { withScratchProduct } from './large-account/scratch-product.ts'
import { measureMemory } from './memory.ts'
import { signedInCustomer } from './signed-in-customer.ts'
import { measureWorkspacePages } from './workspace-pages.ts'
import { measureOrderList } from './workspace-server.ts'

const poolSize = 10
const password = 'Inboxyard.1'

/** The orders workspace at its largest, at the server and in the browser. */
export async function measureWorkspace(): Promise<Figure[]> {
  await ensureBuilt()
  const server = await startTestServer()
  const { url: databaseUrl, drop } = await cloneTemplate(server)
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    SECRETS_KEYS: testSecretsKeys,
    LOG_LEVEL: 'warn',
    ROLE: 'web',
    SANDBOX: 'on',
    DEMO: 'off',
  }
  const originals = await withScratchProduct((scratch, sandbox) =>
    makeOriginals(scratch, sandbox, orderKinds),
  )
  const product = await startTestProduct({ env, sandbox: true })
  const { deps, close } = await openDependencies({
    config: loadConfig({ ...env, PORT: String(product.port), DATA_DIR: product.dataDir }),
    log: pino({ level: 'silent' }),
    whenOwned: 'join',
  })

  async function customerWith(orders: number): Promise<{ cookie: string }> {
    const email = `agency-${orders}@example.test`
    const { id } = await addCustomer(deps.db, { email, name: 'Ada Byron', password })
    using sandbox = openSandbox(deps.config)
    await makeLargeAccount(deps, sandbox, originals, id, orders)
    return { cookie: await signedInCustomer(product.url, email, password) }
  }

  try {
    const [large, middle] = [await customerWith(1_000), await customerWith(100)]
    return [
      ...(await measureOrderList(product.url, { large: large.cookie, middle: middle.cookie })),
      ...(await measureMemory(product.url, product.server.pid as number, middle.cookie)),
      ...(await measureWorkspacePages(product.url, large.cookie)),
    ]
  } finally {
    await close()
    await product.stop()
    await drop()
    await server.stop()
  }
}
