import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { domainNames } from '#base/db/schema/index.ts'
import { answerInConsoles } from '#delivery/provisioning/testing/operator-robot.ts'
import { createMailboxSignIn } from '#delivery/sending/browser/mailbox-sign-in.ts'
import { testBrowser } from '#delivery/sending/browser/testing/sign-in-bench.ts'
import { freshName } from '#tests/server/place-order.ts'
import { addProbeMailboxes } from '#tests/server/probe-mailboxes.ts'
import { createTestWorld, type TestWorld } from '#tests/server/test-world.ts'
import type { DeepOrder } from '../deep-order.ts'
import type { DeepRun } from '../deep-run.ts'

/** What vendors keep of what has happened: mail that has arrived, users in their bin, a job and a question that were answered. */
const keptByVendors = new Set([
  'hosted.messages',
  'microsoft.deletedUsers',
  'microsoft.deletedMailboxes',
  'google.deletedUsers',
  'google.siteTokens',
  'instantly.jobs',
])

export interface DeepWorld extends TestWorld {
  /** A domain in the operator's DNS account, with nothing in it. */
  emptyDomain(): Promise<string>
  order(name: string, differing?: Partial<DeepOrder>): DeepOrder
  /** A run with the browser of this machine; what was told is in `told`. */
  run(options?: Partial<DeepRun>): DeepRun & { told: string[] }
  /** Where at third parties something names it, in their collections. */
  traces(name: string): string[]
}

/** A product and its third parties, with the probe mailboxes and the browser that a deep look needs. */
export async function createDeepWorld(
  options: Parameters<typeof createTestWorld>[0] = {},
): Promise<DeepWorld & { close(): Promise<void> }> {
  const world = await createTestWorld({ env: { SIGN_IN_BROWSER: testBrowser() }, ...options })
  const { sandbox } = world
  await addProbeMailboxes(world.deps)
  const pages = `http://127.0.0.1:${sandbox.ports.signIn}`
  const { config } = world.deps
  const deps = {
    ...world.deps,
    config: { ...config, vendors: { ...config.vendors, signInPages: { microsoft: pages, google: pages } } },
  }
  const signIn = createMailboxSignIn({ executablePath: testBrowser(), log: deps.log, unknownMs: 1_000 })
  /** Nobody waits for the clock: what is waited for is looked at, and people do their part. */
  const pause = async () => {
    await answerInConsoles(deps, sandbox)
    await deps.db.update(domainNames).set({
      nextRunAt: sql`now()`,
      facts: sql`case when ${domainNames.facts} -> 'proof' ->> 'state' = 'failed'
        then jsonb_set(${domainNames.facts}, '{proof,againAt}', '"2026-01-01T00:00:00.000Z"') else ${domainNames.facts} end`,
    })
    await delay(1)
  }
  return {
    ...world,
    deps,
    close: () => signIn.close(),
    async emptyDomain() {
      const name = freshName()
      await deps.vendors.registrar.ensureRegistered(name, { ceilingCents: 5_000, autoRenew: true })
      return name
    },
    order: (name, differing = {}) => ({
      name,
      platform: 'azure',
      tool: 'instantly',
      values: { apiKey: 'key-of-the-operator' },
      account: undefined,
      ...differing,
    }),
    run(differing = {}) {
      const told: string[] = []
      const signal = new AbortController().signal
      const patienceMs = { proof: 90_000, removal: 60_000 }
      return { deps, signal, tell: (line) => told.push(line), pause, signIn, patienceMs, told, ...differing }
    },
    traces: (name) =>
      sandbox.store
        .collections()
        .filter((each) => !keptByVendors.has(each.name))
        .flatMap((each) =>
          sandbox.store
            .collection(each.name)
            .entries()
            .filter((entry) => JSON.stringify(entry).includes(name))
            .map(({ id }) => `${each.name} ${id}`),
        )
        .sort(),
  }
}
