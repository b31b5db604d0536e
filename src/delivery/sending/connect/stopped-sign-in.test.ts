import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { domainNames } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import type { MailboxSignIn } from '#vendors/ports/sign-in.ts'
import { answerInConsoles } from '../../provisioning/testing/operator-robot.ts'
import { plainSignIn } from '../../provisioning/testing/plain-sign-in.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { claimForBrowser } from './claim-sign-in.ts'
import { connectByBrowser } from './connect-by-browser.ts'
import { endSignIn } from './end-sign-in.ts'

const world = await createTestWorld({ env: { SIGN_IN_BROWSER: process.execPath } })
const { deps, sandbox, customer } = world
const { db } = deps
const { id: customerId } = await customer()
const atPages = plainSignIn(`http://127.0.0.1:${sandbox.ports.signIn}`, fetch)
const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')

/** Who signs in; the tool is asked every few milliseconds. */
const connect = (signIn: MailboxSignIn['signIn'], signal = new AbortController().signal, askForMs = 60_000) =>
  connectByBrowser(
    { ...deps, pace: { askEveryMs: 5, askForMs, askLostForMs: 2_000 }, signIn: { ...atPages, signIn } },
    signal,
  )
class Killed extends Error {}
/** The process ends as soon as it has signed in to one. */
const killedAfterwards: MailboxSignIn['signIn'] = async (...request) => {
  await atPages.signIn(...request)
  throw new Killed()
}
/** The lease of whoever was killed is over. */
const passClaim = () => db.execute(sql`update mailbox_links set sign_in_until = now() - interval '1 second'`)

let name = ''
beforeEach(async () => {
  await db.execute(sql`delete from mailbox_links`)
  name = freshName()
  await createPaidOrder(deps, {
    customerId,
    tool: 'instantly',
    names: { azure: [name], google: [] },
    mailboxesPerDomain: 2,
  })
  const inLine = new Error('Its mailboxes are in line.')
  const prepared = reconcileUntilDone(world, name, {
    async meanwhile() {
      await answerInConsoles(deps, sandbox)
      if ((await links()).length > 0) throw inLine
    },
  })
  await expect(prepared).rejects.toBe(inLine)
})

async function links() {
  const { rows } = await db.execute<{ connection: string; connection_cause: string | null }>(sql`
    select l.connection, l.connection_cause from mailbox_links l join mailboxes m on m.id = l.mailbox_id
    where m.name = ${name}`)
  return rows
}
const signedInTo = () =>
  accounts
    .list()
    .filter(({ email }) => email.endsWith(`@${name}`))
    .map(({ signIns }) => signIns)
const testMails = () => sandbox.requests().filter(({ path }) => path.endsWith('/emails/test')).length

test('what a killed worker held is free within the lease of domains, and until then the step says when it is done', {
  tags: ['fault-70'],
}, async () => {
  await expect(connect(killedAfterwards)).rejects.toThrow(Killed)
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from max(sign_in_until) - now())::float8 as seconds from mailbox_links`)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(deps.config.leaseSeconds)
  await db.update(domainNames).set({ nextRunAt: sql`now()` })
  await world.reconcile(name)
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row?.problem).toMatchObject({
    reason: expect.stringMatching(
      /^1 of 2 mailboxes are connected there so far, signing in to 1 until about \d\d:\d\d UTC$/,
    ),
  })
})

test('a browser that takes longer than its lease keeps the mailbox, and nobody else signs in there', async () => {
  const until = async () => {
    const { rows } = await db.execute<{ until: number }>(
      sql`select (extract(epoch from max(sign_in_until)) * 1000)::float8 as until from mailbox_links`,
    )
    return rows[0]?.until ?? 0
  }
  const leaseSeconds = 0.9
  const begun: number[] = []
  await connectByBrowser(
    {
      ...deps,
      config: { ...deps.config, leaseSeconds },
      pace: { askEveryMs: 5, askForMs: 60_000, askLostForMs: 2_000 },
      signIn: {
        ...atPages,
        async signIn(...request) {
          const first = await until()
          begun.push(first)
          await expect.poll(until, { timeout: 30_000 }).toBeGreaterThan(first + leaseSeconds * 1000)
          expect(await claimForBrowser(db, leaseSeconds)).toBeUndefined()
          return atPages.signIn(...request)
        },
      },
    },
    new AbortController().signal,
  )
  expect(begun).toHaveLength(2)
  expect(signedInTo()).toEqual([1, 1])
})

test('what a killed worker has signed in to is not signed in to again, and its first mail is still sent', async () => {
  const before = testMails()
  await expect(connect(killedAfterwards)).rejects.toThrow(Killed)
  expect(await links()).toContainEqual({ connection: 'signing_in', connection_cause: null })
  await passClaim()
  await connect(atPages.signIn)
  expect((await links()).map(({ connection }) => connection)).toEqual(['connected', 'connected'])
  expect(signedInTo()).toEqual([1, 1])
  expect(testMails() - before).toBe(1)
})

test('what the tool is still setting up when its worker is stopped is waited for', {
  tags: ['fault-70'],
}, async () => {
  const stop = new AbortController()
  const stopped = connect(async (request, signal) => {
    const outcome = await atPages.signIn(request, signal)
    const account = accounts.get(request.address)
    if (account)
      accounts.put(
        account.email,
        { ...account, setupPending: true, setupDoneAt: Date.now() + 300 },
        account.workspaceId,
      )
    stop.abort()
    return outcome
  }, stop.signal)
  await stopped
  expect((await links()).map(({ connection }) => connection)).toEqual(['wanted', 'wanted'])
  await connect(atPages.signIn)
  expect(signedInTo()).toEqual([1, 1])
})

test('a sign-in that the tool has forgotten, and that left no account, is not waited for as long as one it knows', async () => {
  const begun = performance.now()
  await connect(async () => {
    for (const { id } of sandbox.store.collection<{ id: string }>('instantly.oauthSessions').list())
      sandbox.store.collection('instantly.oauthSessions').delete(id)
    return { kind: 'finished', finalHost: 'tool' }
  })
  expect((await links()).map(({ connection_cause }) => connection_cause)).toEqual([
    'tool-silent',
    'tool-silent',
  ])
  expect(performance.now() - begun).toBeLessThan(30_000)
})

test('whoever was stopped takes nothing back of what the tool was found to have meanwhile', async () => {
  const claim = await claimForBrowser(db, 25)
  if (!claim) throw new Error('Nothing is in line.')
  await db.execute(
    sql`update mailbox_links set connection = 'connected' where mailbox_id = ${claim.mailboxId}`,
  )
  const end = { state: 'person', cause: 'too-slow', reason: 'It took too long.' } as const
  expect(await endSignIn(deps, claim, end)).toBe(false)
  expect((await links()).map(({ connection }) => connection).sort()).toEqual(['connected', 'wanted'])
  // Nobody holds it either.
  const { rows } = await db.execute(sql`select from mailbox_links where sign_in_token is not null`)
  expect(rows).toHaveLength(0)
})
