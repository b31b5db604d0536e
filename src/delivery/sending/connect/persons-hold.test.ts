import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { outbox } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { MailboxSignIn } from '#vendors/ports/sign-in.ts'
import { answerInConsoles } from '../../provisioning/testing/operator-robot.ts'
import { plainSignIn } from '../../provisioning/testing/plain-sign-in.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { claimForBrowser, claimForPerson, giveBackLeft } from './claim-sign-in.ts'
import { connectByBrowser } from './connect-by-browser.ts'
import { endSignIn } from './end-sign-in.ts'
import { checkSignIn, openSignIn } from './sign-in.ts'

const world = await createTestWorld({ env: { SIGN_IN_BROWSER: process.execPath } })
const { deps, sandbox, customer } = world
const { db } = deps
const pages = `http://127.0.0.1:${sandbox.ports.signIn}`
const atPages = plainSignIn(pages, fetch)

/** An order whose mailboxes are in line for a browser. */
async function inLine() {
  const { id: customerId } = await customer()
  const name = freshName()
  const { connectionId } = await createPaidOrder(deps, {
    customerId,
    tool: 'instantly',
    names: { azure: [name], google: [] },
    mailboxesPerDomain: 2,
  })
  const stop = new Error('They are in line.')
  const prepared = reconcileUntilDone(world, name, {
    async meanwhile() {
      await answerInConsoles(deps, sandbox)
      if ((await links(name)).length > 0) throw stop
    },
  })
  await expect(prepared).rejects.toBe(stop)
  return { name, connectionId }
}
async function links(name: string) {
  const { rows } = await db.execute<{ connection: string; cause: string | null; reason: string | null }>(sql`
    select l.connection, l.connection_cause as cause, l.connection_reason as reason
    from mailbox_links l join mailboxes m on m.id = l.mailbox_id where m.name = ${name} order by m.local_part`)
  return rows
}
const states = async (name: string) => (await links(name)).map(({ connection }) => connection)
const holdFor = async (connectionId: string) => {
  const claim = await claimForPerson(db, { connectionId })
  if (!claim) throw new Error('Nothing waits.')
  return claim
}
const passTenMinutes = () =>
  db.execute(
    sql`update mailbox_links set sign_in_until = now() - interval '1 second' where sign_in_until is not null`,
  )
const connect = (signIn: MailboxSignIn['signIn']) =>
  connectByBrowser(
    {
      ...deps,
      pace: { askEveryMs: 5, askForMs: 60_000, askLostForMs: 2_000 },
      signIn: { ...atPages, signIn },
    },
    new AbortController().signal,
  )

beforeEach(() => db.execute(sql`delete from mailbox_links`))

test('what a person has passed over goes back to the browser that it was left to', async () => {
  const { name, connectionId } = await inLine()
  await endSignIn(deps, await holdFor(connectionId), { state: 'skipped' })
  expect(await states(name)).toEqual(['wanted', 'wanted'])
})

test('what was left to a person is never tried by the browser, also once somebody has held and left it', async () => {
  const { name, connectionId } = await inLine()
  for (let each = 0; each < 2; each++) {
    const claim = await claimForBrowser(db, 25)
    if (!claim) throw new Error('Nothing waits.')
    await endSignIn(deps, claim, { state: 'person', cause: 'wrong-password', reason: 'it was refused' })
  }
  await holdFor(connectionId)
  expect(await claimForBrowser(db, 25)).toBeUndefined()
  await passTenMinutes()
  expect(await claimForBrowser(db, 25)).toBeUndefined()
  await giveBackLeft(db)
  expect(await states(name)).toEqual(['person', 'person'])
  expect(await claimForBrowser(db, 25)).toBeUndefined()
})

test.each([
  ['the order is on hold', sql`update bundles set operator_held_since = now()`],
  ['the order has ended', sql`update bundles set status = 'cancelled'`],
  ['the customer is suspended', sql`update customers set suspended_at = now()`],
  ['the domain is taken down', sql`update domains set want = 'retire'`],
  ['its mailboxes are not wanted any more', sql`update mailboxes set want = 'disabled'`],
  ['its mailboxes are disabled at their host', sql`update mailboxes set host_state = 'disabled'`],
])('neither a browser nor a person gets to sign in while %s', async (_, stop) => {
  const { connectionId } = await inLine()
  const undo = new Error('It goes on.')
  const stopped = db.transaction(async (tx) => {
    await tx.execute(stop)
    expect(await claimForBrowser(tx, 25)).toBeUndefined()
    expect(await claimForPerson(tx, { connectionId })).toBeUndefined()
    throw undo
  })
  await expect(stopped).rejects.toBe(undo)
  expect(await claimForBrowser(db, 25)).toBeDefined()
})

test('what a person has left of the browser’s goes back to it, and counts as no try of its own', async () => {
  const { name, connectionId } = await inLine()
  for (let left = 0; left < 4; left++) {
    await holdFor(connectionId)
    await passTenMinutes()
  }
  await giveBackLeft(db)
  expect(await states(name)).toEqual(['wanted', 'wanted'])
  await connect(atPages.signIn)
  expect(await states(name)).toEqual(['connected', 'connected'])
})

test('a captcha stops every tool’s mailboxes in that tenant, and says so truly', async () => {
  const [one, other] = [await inLine(), await inLine()]
  await connect(async () => ({ kind: 'person', cause: 'captcha', code: null, picture: null }))
  for (const { name } of [one, other]) expect(await states(name)).toEqual(['person', 'person'])
  const alerts = (await db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey.includes(':captcha:'))
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.body).toContain('3 more mailboxes of the same tenant wait with it')
  const reasons = [...(await links(one.name)), ...(await links(other.name))].map(({ reason }) => reason)
  expect(
    reasons.filter((reason) => reason?.startsWith('at another mailbox of the same tenant: ')),
  ).toHaveLength(3)
})

test('what people meet at their pages stops no browser', async () => {
  const { name, connectionId } = await inLine()
  const other = await inLine()
  for (const which of [connectionId, connectionId, other.connectionId])
    await endSignIn(deps, await holdFor(which), {
      state: 'person',
      cause: 'other-mailbox',
      reason: 'another was signed in to',
    })
  expect(await states(name)).toEqual(['person', 'person'])
  expect((await states(other.name)).toSorted()).toEqual(['person', 'wanted'])
})

test('a sign-in that ends at a page opened before the last one is seen all the same', async () => {
  const { connectionId } = await inLine()
  const claim = await holdFor(connectionId)
  const first = await openSignIn(deps, claim)
  const second = await openSignIn(deps, claim)
  if (first.state !== 'open' || second.state !== 'open') throw new Error('There is no page.')
  const [link] = await db
    .execute<{ session: string }>(sql`
    select sign_in_session as session from mailbox_links where sign_in_token = ${claim.token}`)
    .then(({ rows }) => rows)
  const held = { ...claim, session: link?.session ?? null }
  expect(await checkSignIn(deps, held)).toMatchObject({ state: 'pending' })
  await atPages.signIn(
    {
      link: first.link,
      address: claim.address,
      password: deps.secrets.open(claim.secret, placeOf.mailbox(claim.mailboxId)),
      tenant: claim.accountId,
    },
    new AbortController().signal,
  )
  await expect.poll(async () => (await checkSignIn(deps, held)).state, { timeout: 10_000 }).toBe('ended')
})
