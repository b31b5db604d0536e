import pg from 'pg'
import type { InstantlyBody } from '#features/bulk-update/rules/instantly-calls.ts'
import { signatureMaxLength, signaturesMaxLength } from '#features/bulk-update/rules/signature.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { type HostileRequest, hostileRequests } from '#tests/server/hostile/hostile-requests.ts'
import { hostileTexts } from '#tests/server/hostile/hostile-texts.ts'
import { sendHostile } from '#tests/server/hostile/send-hostile.ts'
import { watchHealth } from '#tests/server/hostile/watch-health.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestProduct } from '#tests/server/test-product.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { writtenEndpoints } from '#tests/server/written-endpoints.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import type { Figure } from './figures.ts'

const email = 'demo@inboxyard.test'
const password = 'Inboxyard.1'
/** Different signatures of one update: together they have as many characters as there may be. */
const signatures = signaturesMaxLength / signatureMaxLength

/** How long `/api/health` is kept waiting beside the most expensive requests that someone can send. */
export async function measureHostile(): Promise<Figure[]> {
  await ensureBuilt()
  const server = await startTestServer()
  const { url: databaseUrl, drop } = await cloneTemplate(server)
  const product = await startTestProduct({
    sandbox: true,
    env: {
      DATABASE_URL: databaseUrl,
      SECRETS_KEYS: testSecretsKeys,
      LOG_LEVEL: 'warn',
      ROLE: 'web',
      DEMO: 'on',
      SANDBOX: 'on',
    },
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const health = watchHealth(product.url)
  /** The worst wait in milliseconds beside requests that are sent one after the other, and beside which it was. */
  async function worstBeside(requests: Iterable<HostileRequest>, cookie: string) {
    let worst = { ms: await health.worstMs(), title: 'nothing' }
    worst.ms = 0
    for (const request of requests) {
      // Limits are not what is measured.
      await pool.query(`delete from vendor_limits`)
      await sendHostile(product.url, request, { cookie })
      const ms = await health.worstMs()
      if (ms > worst.ms) worst = { ms, title: request.title }
    }
    return worst
  }
  try {
    const signedIn = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        origin: product.url,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, password }),
    })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const fields = { ms: 0, title: '' }
    for (const endpoint of writtenEndpoints) {
      const isForCustomers = endpoint.access === 'customer'
      const worst = await worstBeside(hostileRequests(endpoint), isForCustomers ? cookie : '')
      if (worst.ms > fields.ms) Object.assign(fields, worst)
    }
    const updates = await worstBeside(signatureUpdates(), cookie)
    return [
      {
        what: '/api/health beside hostile texts in every field of every call, at worst',
        measured: fields.ms,
        unit: 'ms',
        target: { at: 'most', value: 200 },
        note: fields.title,
      },
      {
        what: `/api/health beside updates of ${signatures} hostile signatures, at worst`,
        measured: updates.ms,
        unit: 'ms',
        target: { at: 'most', value: 50 },
        note: updates.title,
      },
    ]
  } finally {
    await health.stop()
    await pool.end()
    await product.stop()
    await drop()
    await server.stop()
  }
}

/** An update with the longest signatures of each kind, no two of them alike. */
function* signatureUpdates(): Generator<HostileRequest> {
  for (const { kind, text } of hostileTexts) {
    const body: InstantlyBody = {
      operation: 'update-signatures',
      api_key: 'bench-instantly-key-0123456789abcdef',
      matched_emails: Array.from({ length: signatures }, (_, at) => ({
        email: `jane${at}@example.com`,
        signature: `${at} ${text(signatureMaxLength - 3)}`,
      })),
    }
    yield { title: kind, method: 'POST', path: '/api/instantly', body: JSON.stringify(body) }
  }
}
