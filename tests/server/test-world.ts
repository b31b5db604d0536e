import { type Logger, pino } from 'pino'
import { afterAll } from 'vitest'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type ReconcileOutcome, reconcile } from '#delivery/provisioning/reconcile.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import { createVendors } from '#vendors/client/vendors.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { addProviderAccounts } from './provider-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'

const limitsScale = 1_000

export interface TestWorld extends TestApp {
  sandbox: Sandbox
  /** One run of the reconciler, as a worker does it. */
  reconcile(name: string): Promise<ReconcileOutcome>
}

/**
 * The product and every third party in one process: the adapters are the real ones and speak to the sandbox
 * through its own `fetch`; DNS and SMTP go through real sockets.
 */
export async function createTestWorld(
  options: {
    env?: Record<string, string>
    dependencies?: (built: Dependencies) => Partial<Dependencies>
    /** Stands between the product and the sandbox. */
    fetch?: (sandbox: Sandbox) => Fetch
    log?: Logger
    /** The first of four neighbouring ports for the third parties, so that other processes find them as well. */
    sandboxPort?: number
    database?: TestDatabase
  } = {},
): Promise<TestWorld> {
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale })
  const port = await sandbox.listen(options.sandboxPort ?? 0)
  afterAll(() => sandbox.close())
  const fetch: Fetch = options.fetch?.(sandbox) ?? ((url, init) => sandbox.fetch(url, init))
  const testApp = await createTestApp({
    env: {
      SANDBOX: 'on',
      SANDBOX_PORT: String(port),
      LIMITS_SCALE: String(limitsScale),
      RETIRE_PER_HOUR: '1000000',
      ...options.env,
    },
    fetch,
    adjustConfig: (config) => ({
      ...config,
      vendors: {
        ...config.vendors,
        dns: { servers: [`127.0.0.1:${sandbox.ports.dns}`] },
        smtp: { ...config.vendors.smtp, url: `smtp://127.0.0.1:${sandbox.ports.smtp}` },
      },
    }),
    dependencies: (built) => {
      const impatient = withScaledWaits(built, { fetch, customerFetch: fetch })
      return { ...impatient, ...options.dependencies?.({ ...built, ...impatient }) }
    },
    log: options.log,
    database: options.database,
  })
  const { deps } = testApp
  await addProviderAccounts(deps)
  const provisioning = { ...deps, log: pino({ level: 'silent' }) }
  return { ...testApp, sandbox, reconcile: (name) => reconcile(provisioning, name) }
}

/** Where limits are a thousandfold, a vendor that asks for a second's wait gets a thousandth. */
function withScaledWaits(
  { config, brand, prices, db, secrets, limits, log }: Dependencies,
  fetches: { fetch: Fetch; customerFetch: Fetch },
): Pick<Dependencies, 'limits' | 'vendors'> {
  const scaled = { ...limits, block: (key: string, ms: number) => limits.block(key, ms / limitsScale) }
  return {
    limits: scaled,
    vendors: createVendors(config, { brand, prices, db, secrets, limits: scaled, log, ...fetches }),
  }
}
