import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { inArray, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { createSessionCookies } from '#base/http/session-cookies.ts'
import { createLog } from '#base/telemetry/log.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { openSession } from '#features/accounts/server/sessions.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { rememberMessages } from './told.ts'

export { expect }

export interface Customer {
  id: string
  userId: string
  name: string
  email: string
  password: string
}

interface Fixtures {
  /** A customer of this test alone, with no orders and not signed in. */
  customer: Customer
  /** Adds one more customer, as the one of the test. */
  addPerson: (person?: Partial<Pick<Customer, 'name' | 'email' | 'password'>>) => Promise<Customer>
  /** Opens a session for a customer (this test's own unless given) in the browser, as signing in would. */
  signIn: (customer?: Customer) => Promise<void>
  /** Fails a test whose page threw or broke the content security policy. */
  soundPages: undefined
  /** Lets pages remember the messages that they show for a few seconds only: see `expectTold`. */
  memory: undefined
}

interface WorkerFixtures {
  /** The running product's own code on its own database, for creating what a test starts from. */
  deps: Dependencies
}

let people = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
  deps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const { deps, close } = await openDependencies({
        config: loadConfig(),
        log: createLog('error'),
        whenOwned: 'join',
      })
      await use(deps)
      await close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  baseURL: async ({}, use) => use(`http://127.0.0.1:${process.env.PORT}`),
  addPerson: async ({ deps }, use, { parallelIndex }) => {
    const ids: string[] = []
    await use(async (given) => {
      const person = {
        name: 'Ada Byron',
        email: `ada${++people}-${parallelIndex}-${Date.now()}@example.test`,
        password: 'Correct.Horse.1',
        ...given,
      }
      const { id, userId } = await addCustomer(deps.db, person)
      ids.push(id)
      return { ...person, id, userId }
    })
    await leaveNames(deps, ids)
  },
  customer: async ({ addPerson }, use) => use(await addPerson()),
  signIn: async ({ deps, customer, context, baseURL }, use) =>
    use(async (person = customer) => addSession(deps, context, person, baseURL ?? '')),
  memory: [
    async ({ context }, use) => {
      await rememberMessages(context)
      await use(undefined)
    },
    { auto: true },
  ],
  soundPages: [
    async ({ context }, use) => {
      const problems: string[] = []
      const watch = (page: Page) => {
        page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
        page.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) problems.push(message.text())
        })
      }
      context.on('page', watch)
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Nobody works on the names of a test that is over: nobody looks at them any more, and setting up what it has paid for
 * would go on beside the tests that follow. The lease is one that no worker has. A transaction is repeated where it
 * meets a change of the same names.
 */
const leaveNames = ({ db }: Dependencies, customerIds: readonly string[]) =>
  db.transaction((tx) =>
    tx
      .update(domainNames)
      .set({
        leaseToken: sql`gen_random_uuid()`,
        leaseUntil: sql`now() + interval '1 day'`,
        nextRunAt: null,
      })
      .where(
        inArray(
          domainNames.name,
          tx
            .select({ name: domains.name })
            .from(domains)
            .where(inArray(domains.customerId, [...customerIds])),
        ),
      ),
  )

async function addSession(
  { db }: Dependencies,
  context: BrowserContext,
  { id, userId }: Customer,
  url: string,
): Promise<void> {
  const { hostname } = new URL(url)
  const cookies: Parameters<BrowserContext['addCookies']>[0][number][] = []
  const reply = {
    setCookie: (name: string, value: string, { path }: { path: string }) =>
      cookies.push({ name, value, path, domain: hostname, httpOnly: true, sameSite: 'Lax' }),
  }
  const { tokens } = await openSession(db, { userId, customerId: id, networkHash: null })
  createSessionCookies(false).set(reply as unknown as FastifyReply, tokens)
  await context.addCookies(cookies)
}
