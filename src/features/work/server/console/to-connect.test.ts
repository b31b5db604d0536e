import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, mailboxLinks, signInPictures, users } from '#base/db/schema/index.ts'
import { connectingMessages } from '#features/tools/rules/connecting-texts.ts'
import { atConnectPage } from '#features/tools/server/connecting/testing/connect-page.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const { operator, pageOf, waitingOrder } = atConnectPage(world)
const [ada, sam] = [await joinedStaff(world, 'technician'), await joinedStaff(world, 'support')]
const owner = await customer()
const { connectionId } = await waitingOrder({ customerId: owner.id, names: { azure: ['opera.com'] } })

const waiting = async () => (await ada.get('/api/operator/work/connect')).body.waiting
const accountId: string = (await waiting())[0].account.id
const start = (staff: typeof ada, of: object = { connectionId, accountId }) =>
  staff.post('/api/operator/work/connect', of)
const started = async (staff: typeof ada) => pageOf(staff, (await start(staff)).body.pass)
const over = { status: 403, body: { message: connectingMessages.over } }

test('what waits is listed as the command lists it, with the picture of the page that stopped the browser', async () => {
  expect(await waiting()).toEqual([
    {
      connectionId,
      tool: 'instantly',
      customer: { id: owner.id, email: owner.email },
      account: { id: accountId, label: expect.any(String) },
      count: 3,
      since: expect.any(String),
      cause: null,
      reason: null,
      pictureOf: null,
    },
  ])
  const [link] = await db.select().from(mailboxLinks).limit(1)
  const mailboxId = link?.mailboxId ?? ''
  const picture = () => ada.get(`/api/operator/work/connect/pictures/${mailboxId}`)
  expect((await picture()).status).toBe(404)
  await db.insert(signInPictures).values({ mailboxId, connectionId, png: Buffer.from('picture') })
  expect((await waiting())[0]).toMatchObject({ pictureOf: mailboxId, count: 3 })
  expect((await picture()).body).toMatchObject({
    address: expect.stringMatching(/@opera\.com$/),
    png: Buffer.from('picture').toString('base64'),
  })
  expect((await operator('--list')).out).toContain(connectionId)
})

describe('a pass from the console', () => {
  test('needs the second factor, and something that waits', async () => {
    await db.execute(sql`update staff_sessions set confirmed_at = now() - interval '11 minutes'`)
    expect(await start(ada)).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
    for (const staff of [ada, sam]) await staff.post('/api/operator/confirm', { code: await staff.code() })
    expect(await start(ada, { connectionId: 'con_none', accountId: null })).toMatchObject({ status: 404 })
    expect(await start(ada, { connectionId, accountId: 'acc_none' })).toMatchObject({ status: 404 })
    const { body } = await start(ada)
    expect(body).toMatchObject({ about: `Instantly of ${owner.email}` })
    expect(Date.parse(body.until) - Date.now()).toBeGreaterThan(29 * 60_000)
  })

  test('gives several people different mailboxes, and notes who read a password', async () => {
    const [mine, theirs] = [await started(ada), await started(sam)]
    const [one, other] = [(await mine.next()).mailbox, (await theirs.next()).mailbox]
    expect(one.id).not.toBe(other.id)
    expect(await theirs.password()).toMatch(/^.{12,}$/)
    const [noted] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(noted).toMatchObject({
      action: 'mailbox.password_shown',
      actor: 'operator',
      userId: sam.id,
      subject: other.id,
      customerId: owner.id,
    })
    expect(await db.$count(auditLog, sql`action = 'connect_link.opened' and user_id = ${sam.id}`)).toBe(1)
    for (const page of [mine, theirs]) await page.ask('skip')
  })

  test('is worth nothing in another browser, and ends with the session, the right and the access', async () => {
    const page = await started(ada)
    expect(await pageOf(sam, page.pass).ask('next')).toMatchObject(over)
    expect((await page.ask('next')).status).toBe(200)
    const becomes = (values: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(values).where(eq(users.id, ada.id))
    await becomes({ staffRole: 'reader' })
    expect(await page.ask('next')).toMatchObject(over)
    await becomes({ staffRole: 'technician', staffDisabledAt: new Date() })
    expect(await page.ask('next')).toMatchObject(over)
    await becomes({ staffDisabledAt: null })
    expect((await page.ask('next')).status).toBe(200)
    await ada.post('/api/operator/sign-out')
    expect(await page.ask('next')).toMatchObject(over)
  })
})
