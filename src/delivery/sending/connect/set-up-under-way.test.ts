import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connectByStaff } from '#apps/demo/connect-by-staff.ts'
import { domainNames } from '#base/db/schema/index.ts'
import { atConnectPage } from '#features/tools/server/connecting/testing/connect-page.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { answerInConsoles } from '../../provisioning/testing/operator-robot.ts'
import { plainSignIn } from '../../provisioning/testing/plain-sign-in.ts'
import { connectByBrowser } from './connect-by-browser.ts'

type Way = 'browser' | 'staff' | 'page'
const isSlow = { current: false }

/** The tool sets up what it was let in to for as long as this says. */
function holdSetUps(accounts: () => InstantlyAccount[], put: (account: InstantlyAccount) => void) {
  if (!isSlow.current) return
  for (const account of accounts())
    if (account.setupPending) put({ ...account, setupDoneAt: Date.now() + 3_600_000 })
}

/** An order of two mailboxes of which the first is connected; the tool takes its time with the other. */
async function oneLeft(way: Way) {
  isSlow.current = false
  const world = await createTestWorld({
    env: way === 'browser' ? { SIGN_IN_BROWSER: process.execPath } : {},
    fetch: (sandbox) => async (url, init) => {
      const kept = sandbox.store.collection<InstantlyAccount>('instantly.accounts')
      holdSetUps(
        () => kept.list(),
        (account) => kept.put(account.email, account, account.workspaceId),
      )
      return sandbox.fetch(url, init)
    },
  })
  const { deps, sandbox, customer } = world
  const { db } = deps
  const pages = `http://127.0.0.1:${sandbox.ports.signIn}`
  const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')
  const name = freshName()
  const own = () => accounts.list().filter(({ email }) => email.endsWith(`@${name}`))
  const { connectionId } = await createPaidOrder(deps, {
    customerId: (await customer()).id,
    tool: 'instantly',
    names: { azure: [name], google: [] },
    mailboxesPerDomain: 2,
  })
  const look = async () => {
    await db.update(domainNames).set({ nextRunAt: sql`now()` })
    await world.reconcile(name)
  }
  const links = async () => {
    const { rows } = await db.execute<{ connection: string; token: string | null; since: string }>(sql`
      select connection, sign_in_token as token, connection_since::text as since from mailbox_links
      order by connection`)
    return rows
  }
  for (let round = 0; (await links()).length === 0; round++) {
    if (round > 30) throw new Error('Its mailboxes never get in line.')
    await look()
    await answerInConsoles(deps, sandbox)
  }
  const { opened, printedToken } = atConnectPage(world)
  const page = await opened(await printedToken('--connection', connectionId))
  const signInAtPage = async () => {
    const { mailbox } = await page.next()
    if (!mailbox) return undefined
    await page.signInAs({ address: mailbox.address, password: await page.password() })
    return (await page.ask('check')).body.state as string
  }
  expect(await signInAtPage()).toBe('connected')
  await look()
  isSlow.current = true

  const byBrowser = () =>
    connectByBrowser(
      {
        ...deps,
        pace: { askEveryMs: 5, askForMs: 200, askLostForMs: 100 },
        signIn: plainSignIn(pages, fetch),
      },
      new AbortController().signal,
    )
  const byStaff = async () => {
    // They keep away from what somebody has opened a page for.
    await db.execute(sql`delete from connect_links`)
    await connectByStaff(deps, pages)
  }
  return {
    db,
    links,
    look,
    signInOnce: { browser: byBrowser, staff: byStaff, page: signInAtPage }[way],
    page,
    signIns: () => own().map(({ signIns }) => signIns),
    finishSetUp() {
      isSlow.current = false
      for (const account of own())
        accounts.put(account.email, { ...account, setupDoneAt: 0 }, account.workspaceId)
    },
    /** Whatever keeps a browser from trying again is over. */
    passWaits: () => db.execute(sql`update mailbox_links set sign_in_after = null`),
    async name() {
      const [row] = await db.select().from(domainNames)
      return {
        reason: (row?.problem as { reason?: string; told?: string } | null)?.reason,
        dueInSeconds: ((row?.nextRunAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()) / 1000,
      }
    },
  }
}

const ways: Way[] = ['browser', 'staff', 'page']

test.each(ways)('the last mailbox is signed in to once while the tool sets it up: %s', async (way) => {
  const { signInOnce, signIns, links, look, passWaits, finishSetUp, name } = await oneLeft(way)
  for (let round = 0; round < 3; round++) {
    await signInOnce()
    await passWaits()
    expect(signIns()).toEqual([1, 1])
    // Nobody holds it: whoever comes next has the next one.
    expect((await links()).map(({ token }) => token)).toEqual([null, null])
    expect((await name()).dueInSeconds).toBeLessThan(11)
  }
  await look()
  expect((await name()).reason).toBe('1 of 2 mailboxes are connected there so far, Instantly is setting up 1')
  expect((await name()).dueInSeconds).toBeLessThan(11)
  finishSetUp()
  await look()
  expect((await links()).map(({ connection }) => connection)).toEqual(['connected', 'connected'])
  expect(signIns()).toEqual([1, 1])
})

test.each(ways)('one that takes longer than the tool’s usual time is signed in to anew: %s', async (way) => {
  const { db, signInOnce, signIns, passWaits } = await oneLeft(way)
  await signInOnce()
  await passWaits()
  await db.execute(sql`update mailbox_links set set_up_since = set_up_since - interval '3 minutes'`)
  await signInOnce()
  expect(signIns().toSorted()).toEqual([1, 2])
})

test('a person who passes a mailbox over neither wakes its name nor begins its wait anew', async () => {
  const { db, links, page, name } = await oneLeft('page')
  await db.update(domainNames).set({ nextRunAt: sql`now() + interval '1 hour'` })
  const since = (await links()).map((link) => link.since)
  const { mailbox } = await page.next()
  await page.ask('page')
  await page.ask('skip')
  expect(mailbox).not.toBeNull()
  expect((await links()).map((link) => link.since)).toEqual(since)
  expect((await name()).dueInSeconds).toBeGreaterThan(3_000)
})
