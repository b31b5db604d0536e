import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify'
import { type Logger, pino } from 'pino'
import { afterAll } from 'vitest'
import { buildApp } from '#apps/server/app.ts'
import { buildDependencies } from '#apps/server/build-dependencies.ts'
import type { Endpoint } from '#base/api/endpoint.ts'
import { type Config, loadConfig } from '#base/config/config.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import { addSignedIn } from './signed-in-customer.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testSecretsKeys } from './test-keys.ts'

export interface TestApp {
  app: FastifyInstance
  deps: Dependencies
  database: TestDatabase
  /** Every route that the product answers at. */
  routes: RouteOptions[]
  /** Every call that is bound: a test that walks these misses none. */
  endpoints: Endpoint[]
  /** A browser without a session. */
  visitor(): TestBrowser
  /** A new customer with a session. */
  customer(person?: {
    email?: string
    name?: string
  }): Promise<TestBrowser & { id: string; email: string; password: string }>
}

/** Keeps cookies and sends what our pages send; `raw` reaches past both. */
export interface TestBrowser {
  cookies: Map<string, string>
  get(url: string, headers?: Record<string, string>): Promise<TestAnswer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  patch(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  raw(options: InjectOptions): Promise<TestAnswer>
}

export interface TestAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export const testPassword = 'Correct.Horse.1'
let people = 0
let addresses = 0

/** The whole product in-process on a database of its own; answers are checked against their records. */
export async function createTestApp(
  options: {
    env?: Record<string, string>
    adjustConfig?: (config: Config) => Config
    /** Puts other parts in the place of real ones: faults to be caught. */
    dependencies?: (built: Dependencies) => Partial<Dependencies>
    database?: TestDatabase
    /** Answers requests to third parties in-process. */
    fetch?: Fetch
    /** Silent without one. */
    log?: Logger
  } = {},
): Promise<TestApp> {
  const loaded = loadConfig({
    PORT: '3000',
    DATABASE_URL: 'postgres://unused/unused',
    SECRETS_KEYS: testSecretsKeys,
    ...options.env,
  })
  const config = options.adjustConfig?.(loaded) ?? loaded
  const database = options.database ?? (await createTestDatabase())
  const built = buildDependencies({
    config,
    log: options.log ?? pino({ level: 'silent' }),
    database,
    databaseUrl: database.url,
    works: false,
    fetch: options.fetch,
    customerFetch: options.fetch,
  })
  const deps: Dependencies = { ...built, ...options.dependencies?.(built) }
  await deps.queue.start()
  afterAll(() => deps.queue.stop())
  afterAll(() => deps.listener.close())
  const routes: RouteOptions[] = []
  const app = await buildApp(deps, { strictAnswers: true, onRoute: (route) => routes.push(route) })
  afterAll(() => app.close())

  // Everybody has networks of their own, so that limits per address count one person.
  const freshAddress = () => `2001:db8:${(++addresses).toString(16)}::1`

  function visitor(remoteAddress = freshAddress()): TestBrowser {
    const cookies = new Map<string, string>()
    async function raw(request: InjectOptions): Promise<TestAnswer> {
      const answer = await app.inject({
        cookies: Object.fromEntries(cookies),
        remoteAddress,
        ...request,
      } as InjectOptions)
      for (const cookie of answer.cookies) {
        const isOver = cookie.maxAge === 0 || (cookie.expires && cookie.expires.getTime() < Date.now())
        if (isOver) cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return {
        status: answer.statusCode,
        body: isJson && !answer.headers['content-encoding'] && answer.body ? answer.json() : answer.body,
        headers: answer.headers,
      }
    }
    const send =
      (method: 'POST' | 'PATCH') =>
      (url: string, body: unknown = {}, headers: Record<string, string> = {}) =>
        raw({
          method,
          url,
          headers: {
            origin: config.publicUrl,
            'x-requested-with': 'XMLHttpRequest',
            'content-type': 'application/json',
            ...headers,
          },
          payload: JSON.stringify(body),
        })
    return {
      cookies,
      raw,
      get: (url, headers = {}) => raw({ method: 'GET', url, headers }),
      post: send('POST'),
      patch: send('PATCH'),
    }
  }

  return {
    app,
    deps,
    database,
    routes,
    endpoints: [...new Set(routes.flatMap(({ config }) => config?.record ?? []))],
    visitor: () => visitor(),
    async customer({ email = `person${++people}@example.test`, name = 'Ada Byron' } = {}) {
      const address = freshAddress()
      const browser = visitor(address)
      const password = testPassword
      const keep = (cookie: string, value: string) => browser.cookies.set(cookie, value)
      const id = await addSignedIn(deps, { email, name, password, address, keep })
      return { ...browser, id, email, password }
    },
  }
}
