import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, connectLinks, domains } from '#base/db/schema/index.ts'
import { answerInConsoles } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { connectingMessages } from '../../rules/connecting-texts.ts'
import { atConnectPage } from './testing/connect-page.ts'

const world = await createTestWorld()
const { deps, customer, visitor } = world
const { db } = deps
const { operator, printedToken, opened, pageOf, waitingOrder, letGo } = atConnectPage(world)

const owner = await customer()
const order = await waitingOrder({ customerId: owner.id, names: { azure: ['opera.com', 'lyric.com'] } })
const [opera, lyric] = ['opera.com', 'lyric.com'] as const
const staffPage = async () => opened(await printedToken('--connection', order.connectionId))
const unlocked = async (domain: string) => {
  const { body } = await owner.post('/api/connecting/unlock', { domain, password: owner.password })
  return pageOf(owner, body.pass)
}
const noted = (action: string) =>
  db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.id)

describe('a link that the operator prints', () => {
  test('opens once, for half an hour, and says why it does not open again', async () => {
    const token = await printedToken('--connection', order.connectionId)
    const answer = await visitor().post('/api/connecting/open', { token })
    expect(answer.body).toMatchObject({ about: `Instantly of ${owner.email}` })
    expect(Date.parse(answer.body.until) - Date.now()).toBeGreaterThan(29 * 60_000)
    expect(String(answer.headers['set-cookie'])).toMatch(
      new RegExp(`Max-Age=1800; Path=/api/connecting/${answer.body.pass}/; HttpOnly; SameSite=Strict`),
    )
    expect(await visitor().post('/api/connecting/open', { token })).toMatchObject({
      status: 403,
      body: { message: connectingMessages.used },
    })
    expect((await noted('connect_link.opened')).at(-1)).toMatchObject({ subject: answer.body.pass })
  })

  test('opens once only for two who open it at the same moment', async () => {
    const token = await printedToken('--connection', order.connectionId)
    const answers = await Promise.all([1, 2, 3].map(() => visitor().post('/api/connecting/open', { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  test('is refused when it is older than half an hour, and when there is no such link', async () => {
    const token = await printedToken('--connection', order.connectionId)
    await db.update(connectLinks).set({ expiresAt: sql`now()` })
    expect((await visitor().post('/api/connecting/open', { token })).body.message).toBe(
      connectingMessages.expired,
    )
    expect((await visitor().post('/api/connecting/open', { token: 'made-up' })).body.message).toBe(
      connectingMessages.unknown,
    )
  })

  test('is nowhere stored in the clear', async () => {
    const token = await printedToken('--connection', order.connectionId)
    const { rows } = await db.execute<{ text: string }>(
      sql`select string_agg(l::text, ' ') || (select string_agg(a::text, ' ') from audit_log a) as text from connect_links l`,
    )
    expect(rows[0]?.text).not.toContain(token)
  })

  test('is worth nothing but that one connection, and nothing once its time is over', async () => {
    const stranger = await customer()
    const other = await waitingOrder({ customerId: stranger.id, names: { azure: ['chorus.com'] } })
    const [mine, theirs] = [
      await staffPage(),
      await opened(await printedToken('--connection', other.connectionId)),
    ]
    expect((await theirs.next()).mailbox.address).toMatch(/@chorus\.com$/)
    await theirs.ask('skip')
    expect((await mine.next()).mailbox.address).toMatch(/@(opera|lyric)\.com$/)
    await mine.ask('skip')
    const refused = { status: 403, body: { message: connectingMessages.over } }
    expect(await pageOf(mine.browser, theirs.pass).ask('next')).toMatchObject(refused)
    expect(await pageOf(visitor(), mine.pass).ask('next')).toMatchObject(refused)
    expect(await mine.browser.get('/api/orders')).toMatchObject({ status: 401 })
    await db.update(connectLinks).set({ expiresAt: sql`now()` }).where(eq(connectLinks.id, mine.pass))
    for (const what of ['next', 'password', 'page', 'check', 'skip'])
      expect(await mine.ask(what)).toMatchObject(refused)
  })

  test('is not printed where nobody has anything to do', async () => {
    const { connectionId } = await waitingOrder({
      customerId: (await customer()).id,
      tool: 'other',
      names: { azure: ['solo.com'] },
    }).catch(() => ({ connectionId: 'con_none' }))
    expect(await operator('--connection', connectionId)).toMatchObject({ exitCode: 1 })
    expect(await operator()).toMatchObject({
      exitCode: 1,
      err: '--connection is needed, or --list or --picture.',
    })
    expect(await operator('--connection', order.connectionId, '--account', 'nowhere')).toMatchObject({
      exitCode: 1,
      err: 'There is no account labelled nowhere.',
    })
  })

  test('is listed before as what waits, with how many, where, for whom and since when', async () => {
    const { out } = await operator('--list')
    expect(out).toMatch(
      new RegExp(
        `${order.connectionId} +Instantly +${owner.email} +\\S+ +6 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`,
      ),
    )
  })
})

describe('the mailbox that a page holds', () => {
  test('is the same for a double press and after a reload, and never that of two people', async () => {
    const [mine, theirs] = [await staffPage(), await staffPage()]
    const own = await unlocked(opera)
    const given = await Promise.all(
      [mine, mine, mine, theirs, theirs, own, own].map(
        async (page) => (await page.next()).mailbox.id as string,
      ),
    )
    expect(new Set(given.slice(0, 3)).size).toBe(1)
    expect(new Set(given).size).toBe(3)
    for (const page of [mine, theirs, own]) await page.ask('skip')
  })

  test('is not given again to a page that has skipped it, until it does not say so any more', async () => {
    const page = await staffPage()
    const skipped: string[] = []
    for (let count = 0; count < 6; count++) {
      const { mailbox, progress } = await page.next(skipped)
      expect(progress).toEqual({ connected: 0, total: 6, left: 5 - count, settingUp: 0 })
      await page.ask('skip')
      skipped.push(mailbox.id)
    }
    expect(new Set(skipped).size).toBe(6)
    expect(await page.next(skipped)).toEqual({
      mailbox: null,
      progress: { connected: 0, total: 6, left: 0, settingUp: 0 },
    })
    expect((await page.next()).mailbox.id).toBe(skipped[0])
    await page.ask('skip')
  })

  test('is told with its password to whoever holds it alone, and who read it is noted', async () => {
    const [mine, own] = [await staffPage(), await unlocked(lyric)]
    const { mailbox } = await mine.next()
    expect((await mine.ask('password')).body.value).toMatch(/^.{12,}$/)
    expect((await noted('mailbox.password_shown')).at(-1)).toMatchObject({
      customerId: owner.id,
      actor: 'operator',
      subject: mailbox.id,
      data: { address: mailbox.address, link: mine.pass },
    })
    const count = (await noted('mailbox.password_shown')).length
    const refused = { status: 409, body: { message: connectingMessages.notHeld } }
    const elsewhere = pageOf(mine.browser, mine.pass)
    expect(await elsewhere.ask('password', { mailbox: mailbox.id })).toMatchObject(refused)
    expect(await mine.ask('password', { mailbox: 'mbx_another' })).toMatchObject(refused)
    await letGo(order.connectionId)
    expect(await mine.ask('password')).toMatchObject(refused)
    expect(await noted('mailbox.password_shown')).toHaveLength(count)
    await own.next()
    await own.ask('password')
    expect((await noted('mailbox.password_shown')).at(-1)).toMatchObject({ actor: 'customer' })
    await own.ask('skip')
  })

  test('is gone after ten minutes or when it has changed, and then the next one comes', async () => {
    const page = await staffPage()
    const { mailbox } = await page.next()
    await page.ask('page')
    expect((await page.ask('check')).body).toEqual({ state: 'pending', reason: null })
    await letGo(order.connectionId)
    for (const what of ['check', 'page']) expect((await page.ask(what)).body).toMatchObject({ state: 'gone' })
    expect((await page.next([mailbox.id])).mailbox.id).not.toBe(mailbox.id)
    await page.ask('skip')
  })

  test('is refused in words when somebody else has signed in on its page', async () => {
    const { connectionId } = await waitingOrder({
      customerId: (await customer()).id,
      names: { azure: ['ballet.com'] },
      mailboxesPerDomain: 2,
    })
    const open = async () => opened(await printedToken('--connection', connectionId))
    const [page, another] = [await open(), await open()]
    const { mailbox } = await page.next()
    const { mailbox: other } = await another.next()
    await page.signInAs({ address: other.address, password: await another.password() })
    expect((await page.ask('check')).body).toEqual({
      state: 'refused',
      reason: `${other.address} was signed in to instead`,
    })
    // The tool says so of the other one by itself. This one comes up again, with what was said.
    await expect.poll(async () => (await another.ask('check')).body.state).toBe('connected')
    expect((await page.next()).mailbox).toMatchObject({
      id: mailbox.id,
      reason: `${other.address} was signed in to instead`,
    })
    await page.ask('skip')
  })
})

describe('customers', () => {
  test('connect the mailboxes of one domain of theirs after the password, and those alone', async () => {
    const own = await unlocked(lyric)
    const seen: string[] = []
    for (let left = 3; left > 0; left--) {
      const { mailbox, progress } = await own.next(seen)
      expect(progress).toMatchObject({ total: 3, left: left - 1 })
      expect(mailbox).toMatchObject({ platform: 'azure', tool: 'instantly' })
      expect(mailbox.address).toMatch(/@lyric\.com$/)
      await own.ask('skip')
      seen.push(mailbox.id)
    }
    expect((await own.next(seen)).mailbox).toBeNull()
    const activity = (await owner.get(`/api/orders/groups/${order.bundleId}`)).body.activity
    expect(activity[0].sentence).toBe(
      'Opened the page that connects the mailboxes of lyric.com, with their passwords',
    )
  })

  test('do not without the password, which is noted, nor those of anybody else', async () => {
    expect(await owner.post('/api/connecting/unlock', { domain: lyric, password: 'wrong' })).toMatchObject({
      status: 422,
      body: { fields: { password: 'This is not your password.' } },
    })
    expect((await noted('connecting.refused')).at(-1)).toMatchObject({ customerId: owner.id })
    const stranger = await customer()
    expect(
      await stranger.post('/api/connecting/unlock', { domain: lyric, password: stranger.password }),
    ).toMatchObject({ status: 404 })
  })

  test('do not with the cookie of somebody else, or without their session', async () => {
    const own = await unlocked(lyric)
    const cookie = owner.cookies.get('inboxyard_connect') as string
    const stranger = await customer()
    stranger.cookies.set('inboxyard_connect', cookie)
    expect(await pageOf(stranger, own.pass).ask('next')).toMatchObject({ status: 403 })
    const signedOut = visitor()
    signedOut.cookies.set('inboxyard_connect', cookie)
    expect(await pageOf(signedOut, own.pass).ask('next')).toMatchObject({ status: 401 })
  })

  test('are told how many mailboxes of a domain wait for a person', async () => {
    const { body } = await owner.get(`/api/orders/groups/${order.bundleId}`)
    const counts = body.domains.map(({ toConnect }: { toConnect: number }) => toConnect)
    expect(counts).toEqual([3, 3])
  })
})

test('whoever signs in to one after the other ends with domains that are done', async () => {
  const page = await staffPage()
  for (;;) {
    const { mailbox } = await page.next()
    if (!mailbox) break
    await page.signInAs({ address: mailbox.address, password: await page.password() })
    await expect.poll(async () => (await page.ask('check')).body.state).toBe('connected')
    expect((await page.ask('check')).body.state).toBe('gone')
  }
  expect(await page.next()).toEqual({
    mailbox: null,
    progress: { connected: 6, total: 6, left: 0, settingUp: 0 },
  })
  for (const name of [opera, lyric])
    await reconcileUntilDone(world, name, { meanwhile: () => answerInConsoles(deps, world.sandbox) })
  const done = await db
    .select({ status: domains.status })
    .from(domains)
    .where(eq(domains.bundleId, order.bundleId))
  expect(done).toEqual([{ status: 'done' }, { status: 'done' }])
})
