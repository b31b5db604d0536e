import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { verify } from '@node-rs/argon2'
import pg from 'pg'

/**
 * The least that sign-in, the check of a session and the list of orders can cost here: `node:http` and `pg` with prepared statements,
 * the same look-ups and writes as the product's, and nothing else (no routing, parsing by schema, limits, headers).
 * What the product adds is measured against it.
 */
export interface Floor {
  url: string
  stop(): Promise<void>
}

/** Runs it as a process of its own, as the product is one, on the product's database. */
export async function startFloor(options: {
  databaseUrl: string
  poolSize: number
  port: number
}): Promise<Floor> {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      DATABASE_POOL_SIZE: String(options.poolSize),
      PORT: String(options.port),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return {
    url: `http://127.0.0.1:${options.port}`,
    async stop() {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

if (import.meta.main) serve()

function serve(): void {
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DATABASE_POOL_SIZE),
  })
  const hash = (token: string) => createHash('sha256').update(token).digest()
  const newToken = () => randomBytes(32).toString('base64url')

  async function lookUp(request: IncomingMessage) {
    const token = /inboxyard_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const { rows } = await pool.query({
      name: 'check',
      text: `select c.id, u.email, u.name, u.must_change_password, s.family_id
             from sessions s join customers c on c.id = s.customer_id join users u on u.id = s.user_id
             where s.token_hash = $1 and s.expires_at > now() and c.disabled_at is null and c.suspended_at is null`,
      values: [hash(token)],
    })
    return rows[0]
  }

  async function check(request: IncomingMessage): Promise<object> {
    const user = await lookUp(request)
    return {
      authenticated: user !== undefined,
      user: user
        ? { id: user.id, name: user.name, email: user.email, mustChangePassword: user.must_change_password }
        : null,
    }
  }

  async function login(request: IncomingMessage, response: ServerResponse): Promise<object> {
    const { email, password } = JSON.parse(await text(request)) as { email: string; password: string }
    const { rows } = await pool.query({
      name: 'customer',
      text: `select u.*, m.customer_id from users u join memberships m on m.user_id = u.id
             where lower(u.email) = $1`,
      values: [email],
    })
    const [customer] = rows
    if (!customer || !(await verify(customer.password_hash, password))) {
      response.statusCode = 401
      return { message: 'The email or password is not right.' }
    }
    const familyId = randomUUID()
    const [session, refresh] = [newToken(), newToken()]
    await pool.query({
      name: 'family',
      text: `insert into refresh_families (id, user_id, customer_id, current_hash, expires_at)
             values ($1, $2, $3, $4, now() + interval '30 days')`,
      values: [familyId, customer.id, customer.customer_id, hash(refresh)],
    })
    await pool.query({
      name: 'session',
      text: `insert into sessions (token_hash, user_id, customer_id, family_id, expires_at)
             values ($1, $2, $3, $4, now() + interval '1 hour')`,
      values: [hash(session), customer.id, customer.customer_id, familyId],
    })
    await pool.query({
      name: 'audit',
      text: `insert into audit_log (customer_id, actor, action) values ($1, 'customer', 'session.started')`,
      values: [customer.customer_id],
    })
    response.setHeader('set-cookie', [`inboxyard_session=${session}`, `inboxyard_refresh=${refresh}`])
    return {
      user: { name: customer.name, email: customer.email },
      message: 'Login successful',
      expiresIn: 3600,
    }
  }

  const server = createServer((request, response) => {
    const answer = request.url === '/api/auth/check' ? check(request) : login(request, response)
    answer.then(
      (body) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(body))
      },
      (error: unknown) => {
        console.error(error)
        response.statusCode = 500
        response.end()
      },
    )
  })
  server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
}
