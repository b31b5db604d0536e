import pg from 'pg'
import { pino } from 'pino'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { fillInstallation, largeInstallation } from '#tests/server/large-installation.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestServer } from '#tests/server/test-server.ts'

/** Measures on an installation without its network: on what one is to be quick with, 4,000 domains and 60,000 mailboxes, or more. */
export async function withLargeInstallation<T>(
  measure: (deps: Dependencies, pool: pg.Pool) => Promise<T>,
  size = largeInstallation,
): Promise<T> {
  const server = await startTestServer()
  const { url: databaseUrl, drop } = await cloneTemplate(server)
  const { deps, close } = await openDependencies({
    config: loadConfig({
      DATABASE_URL: databaseUrl,
      SECRETS_KEYS: testSecretsKeys,
      SANDBOX: 'on',
      DEMO: 'off',
      PORT: String(await freePorts(6)),
    }),
    log: pino({ level: 'silent' }),
    whenOwned: 'join',
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const { id } = await addCustomer(deps.db, {
      email: 'a@a.test',
      name: 'Ada Byron',
      password: 'Inboxyard.1',
    })
    await fillInstallation(pool, await createPaidOrder(deps, { customerId: id }), size)
    return await measure(deps, pool)
  } finally {
    await pool.end()
    await close()
    await drop()
    await server.stop()
  }
}
