import pg from 'pg'
import { pino } from 'pino'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestProduct } from '#tests/server/test-product.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'

interface Running {
  /** Where it answers. */
  url: string
  /** Its own code on its own database, for filling it. */
  deps: Dependencies
  pool: pg.Pool
}

/** Measures pages of the built product, which serves them and does nothing else, on a database of its own. */
export async function withProduct<Measured>(
  measure: (running: Running) => Promise<Measured>,
): Promise<Measured> {
  await ensureBuilt()
  const server = await startTestServer()
  const { url: databaseUrl, drop } = await cloneTemplate(server)
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS_KEYS: testSecretsKeys,
    LOG_LEVEL: 'warn',
    ROLE: 'web',
    SANDBOX: 'on',
    DEMO: 'off',
  }
  const product = await startTestProduct({ env, sandbox: true })
  const { deps, close } = await openDependencies({
    config: loadConfig({ ...env, PORT: String(product.port), DATA_DIR: product.dataDir }),
    log: pino({ level: 'silent' }),
    whenOwned: 'join',
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    return await measure({ url: product.url, deps, pool })
  } finally {
    await pool.end()
    await close()
    await product.stop()
    await drop()
    await server.stop()
  }
}
