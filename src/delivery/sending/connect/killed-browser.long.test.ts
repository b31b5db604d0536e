import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { freePorts } from '#tests/server/free-ports.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { startProcess } from '#tests/server/product-process.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { passSignInTime } from '../../provisioning/testing/browser-worker.ts'
import { answerInConsoles } from '../../provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { signInDifferences } from '../../provisioning/testing/sign-in-differences.ts'
import { removeLeftProfiles } from '../browser/left-profiles.ts'
import { areRunning, browserProcesses } from '../browser/testing/browser-processes.ts'
import { testBrowser } from '../browser/testing/sign-in-bench.ts'

/** How many are killed, and the seed of the moments at which they are. */
const kills = Number(process.env.SIGN_IN_KILLS ?? 3)
const seed = Number(process.env.SIGN_IN_KILLS_SEED ?? Date.now() % 2 ** 31)

const world = await createTestWorld({
  env: { SIGN_IN_BROWSER: testBrowser() },
  sandboxPort: await freePorts(5),
})
const { deps, sandbox, customer } = world
const { db } = deps
const patience = { timeout: 90_000, interval: 20 }
const folder = mkdtempSync(join(tmpdir(), 'killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function toSignIn(name: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from mailbox_links l join mailboxes m on m.id = l.mailbox_id
    where m.name = ${name} and l.connection in ('wanted', 'signing_in')`)
  return rows[0]?.count ?? 0
}

test('browsers and whole processes are killed at random while they sign in; the next one finishes, and nothing is left', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: (await customer()).id,
    tool: 'instantly',
    names: { azure: [name], google: [] },
    mailboxesPerDomain: 4,
  })
  const inLine = new Error('Its mailboxes are in line.')
  const prepared = reconcileUntilDone(world, name, {
    async meanwhile() {
      await answerInConsoles(deps, sandbox)
      if ((await toSignIn(name)) > 0) throw inLine
    },
  })
  await expect(prepared).rejects.toBe(inLine)

  const start = () => startProcess(world, 'connect', { SIGN_IN_BROWSER: testBrowser(), TMPDIR: folder })
  const fate = fc.record({ after: fc.integer({ min: 1, max: 14 }), isBrowser: fc.boolean() })
  const fates = fc.sample(fate, { seed, numRuns: kills })
  const browsers: number[] = []
  for (const { after, isBrowser } of fates) {
    const worker = await start()
    const goal = sandbox.answered() + after
    await expect
      .poll(async () => sandbox.answered() >= goal || (await toSignIn(name)) === 0, patience)
      .toBe(true)
    const own = browserProcesses(worker.pid)
    browsers.push(...own)
    if (isBrowser) for (const pid of own) process.kill(pid, 'SIGKILL')
    await worker.kill()
    await passSignInTime(db)
  }
  const last = await start()
  await expect
    .poll(async () => {
      await passSignInTimeOfWaiting()
      return toSignIn(name)
    }, patience)
    .toBe(0)
  await last.stop()
  // Those that were killed three times are a person's.
  await reconcileUntilDone(world, name)

  const what = `seed ${seed}: ${JSON.stringify(fates)}`
  expect(await signInDifferences(db, sandbox, name), what).toEqual([])
  await expect.poll(() => areRunning(browsers), patience).toBe(false)
  await removeLeftProfiles(folder, 0)
  expect(readdirSync(folder).filter((each) => each.includes('profile'))).toEqual([])
})

/** What is to be tried again is tried now. */
const passSignInTimeOfWaiting = () =>
  db.execute(sql`update mailbox_links set sign_in_after = null where sign_in_after is not null`)
