import pg from 'pg'
import { pino } from 'pino'
import { loadConfig } from '../src/server/config/config.ts'
import { findAnything } from '../src/server/features/console/find/find-anything.ts'
import { addCustomer } from '../src/server/features/customers/add-customer.ts'
import { openDependencies } from '../src/server/open-dependencies.ts'
import { cloneTemplate } from '../src/server/testing/clone-template.ts'
import { freePorts } from '../src/server/testing/free-ports.ts'
import { fillInstallation, largeInstallation } from '../src/server/testing/large-installation.ts'
import { createPaidOrder } from '../src/server/testing/paid-order.ts'
import { testSecretsKeys } from '../src/server/testing/test-keys.ts'
import { startTestServer } from '../src/server/testing/test-server.ts'
import { findAnything as record } from '../src/shared/api/console/find.ts'
import { type Figure, median, percentile } from './figures.ts'

const rounds = 30
/** As somebody types them, from the first letters on; the worst of them counts. */
const texts = [
  'fi',
  'filler1',
  'filler1@fill',
  'fillname39',
  'custom 39',
  'ord_f399',
  'pi_f399',
  'ext-dom_f3999-7',
]

/** The staff's search over a whole installation, at the server and without its network. */
export async function measureFind(): Promise<Figure[]> {
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
    await fillInstallation(pool, await createPaidOrder(deps, { customerId: id }), largeInstallation)
    const figures: Figure[] = []
    for (const text of texts) {
      const took: number[] = []
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now()
        const found = await findAnything(deps, 'owner', text)
        took.push(performance.now() - begun)
        if (found.length === 0) throw new Error(`Nothing was found by “${text}”.`)
      }
      figures.push({
        what: `GET ${record.path} “${text}” among 60,000 mailboxes`,
        measured: median(took),
        unit: 'ms',
        target: { at: 'most', value: 100 },
        note: `95th ${Math.round(percentile(took, 0.95))} ms`,
      })
    }
    return figures
  } finally {
    await pool.end()
    await close()
    await drop()
    await server.stop()
  }
}
