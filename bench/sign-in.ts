import autocannon from 'autocannon'
import pg from 'pg'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestProduct } from '#tests/server/test-product.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { type Figure, median } from './figures.ts'
import { startFloor } from './floor.ts'

const poolSize = 10
const email = 'demo@inboxyard.test'
const password = 'Inboxyard.1'
/** Many short ones: what else the machine does for a while spoils some of them, not the median. */
const rounds = { signIn: 15, check: 5 }
/** Seconds of each, for product and floor. */
const duration = { signIn: 2, check: 1 }
/** Customers and addresses that take turns, so that nobody comes near the limits of sign-in. */
const crowd = 800
const turns = { taken: 0 }

/** Sign-in and the check of a session, per second, product and floor by turns on the same database. */
export async function measureSignIn(): Promise<Figure[]> {
  await ensureBuilt()
  const server = await startTestServer()
  const { url: databaseUrl, drop } = await cloneTemplate(server)
  const product = await startTestProduct({
    sandbox: true,
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(poolSize),
      SECRETS_KEYS: testSecretsKeys,
      LOG_LEVEL: 'warn',
      ROLE: 'web',
      DEMO: 'on',
      SANDBOX: 'on',
      TRUST_PROXY: '1',
    },
  })
  const floor = await startFloor({ databaseUrl, poolSize, port: await freePorts(1) })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const headers = {
    origin: product.url,
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ email, password })
  await pool.query(
    `insert into customers select (jsonb_populate_record(c, jsonb_build_object(
       'id', c.id || n, 'email', n || c.email, 'stripe_customer_id', null))).*
     from customers c, generate_series(1, $2) n where c.email = $1`,
    [email, crowd],
  )
  await pool.query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', u.id || n, 'email', n || u.email))).*
     from users u, generate_series(1, $2) n where u.email = $1`,
    [email, crowd],
  )
  await pool.query(
    `insert into memberships (customer_id, user_id, role)
     select c.id, u.id, 'owner' from customers c join users u using (email) where c.email <> $1
     on conflict do nothing`,
    [email],
  )

  async function signInsPerSecond(url: string): Promise<number> {
    const result = await autocannon({
      url: `${url}/api/auth/login`,
      method: 'POST',
      connections: 4,
      duration: duration.signIn,
      requests: [
        {
          setupRequest(request) {
            const turn = turns.taken++
            return {
              ...request,
              headers: { ...headers, 'x-forwarded-for': `10.0.${(turn >> 8) % 256}.${turn % 256}` },
              body: JSON.stringify({ email: `${(turn % crowd) + 1}${email}`, password }),
            }
          },
        },
      ],
    })
    if (result.non2xx > 0) throw new Error(`${url} refused ${result.non2xx} sign-ins.`)
    return result['2xx'] / result.duration
  }
  try {
    const signedIn = await fetch(`${product.url}/api/auth/login`, { method: 'POST', headers, body })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const checksPerSecond = async (url: string) =>
      (
        await autocannon({
          url: `${url}/api/auth/check`,
          headers: { cookie },
          connections: 10,
          duration: duration.check,
        })
      ).requests.average
    /** Who goes first changes, so that a machine that grows slower is fair to both. */
    async function compare(count: number, perSecond: (url: string) => Promise<number>) {
      const own: number[] = []
      const ratios: number[] = []
      for (let round = 0; round < count; round++) {
        const urls = round % 2 === 0 ? [product.url, floor.url] : [floor.url, product.url]
        const measured = new Map<string, number>()
        for (const url of urls) measured.set(url, await perSecond(url))
        const [ours, least] = [measured.get(product.url) ?? 0, measured.get(floor.url) ?? 0]
        own.push(ours)
        ratios.push(ours / least)
      }
      return { own: median(own), ratio: median(ratios) }
    }
    const signIn = await compare(rounds.signIn, signInsPerSecond)
    const check = await compare(rounds.check, checksPerSecond)
    return [
      { what: 'sign-in', measured: signIn.own, unit: '/s' },
      {
        what: 'sign-in beside the floor',
        measured: signIn.ratio,
        unit: 'x',
        target: { at: 'least', value: 0.9 },
      },
      { what: 'GET /api/auth/check', measured: check.own, unit: '/s' },
      { what: 'GET /api/auth/check beside the floor', measured: check.ratio, unit: 'x' },
    ]
  } finally {
    await pool.end()
    await floor.stop()
    await product.stop()
    await drop()
    await server.stop()
  }
}
