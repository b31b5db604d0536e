import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accessKindOf, mayStaff, rightOf, staffRoleNames } from '#base/access.ts'
import type { Endpoint } from '#base/api/endpoint.ts'
import { recordOf } from '#base/records/keys-of.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { staffMessages } from '../rules/staff.ts'

const product = await createTestApp()
const { customer, visitor, deps, endpoints } = product
const staff = recordOf(staffRoleNames, () => undefined as unknown as TestStaff)
for (const role of staffRoleNames) staff[role] = await joinedStaff(product, role)
const someone = await customer()

/** Sent without a body: whoever is admitted is told what is missing. */
const send = (browser: TestBrowser, { method, path }: Endpoint) =>
  browser.raw({
    method,
    url: path.replace(/:\w+/g, 'nobody'),
    ...(method !== 'GET' && { payload: {} }),
    headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
  })
const title = (record: Endpoint) => [`${record.method} ${record.path}`, record] as const
const ofKind = (kind: string) => endpoints.filter(({ access }) => accessKindOf(access) === kind)

describe('calls for staff', () => {
  test.each(ofKind('staff').map(title))('%s is refused to strangers and customers', async (_, record) => {
    for (const browser of [visitor(), someone])
      expect(await send(browser, record)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test.each(
    ofKind('staff').flatMap((record) =>
      staffRoleNames.map((role) => [`${record.method} ${record.path}`, role, record] as const),
    ),
  )('%s is for %s as the table of rights says', async (_, role, record) => {
    const right = rightOf(record.access)
    expect(record.access === 'staff' || right !== undefined).toBe(true)
    const { status, body } = await send(staff[role], record)
    if (right && !mayStaff(role, right))
      expect({ status, body }).toMatchObject({ status: 403, body: { message: staffMessages.notAllowed } })
    else expect([200, 400, 404, 409, 422]).toContain(status)
  })
})

test.each(ofKind('customer').map(title))('%s is for no one of the staff', async (_, record) => {
  expect(await send(staff.owner, record)).toMatchObject({ status: 401 })
})

test.each(endpoints.filter(({ access, asksAgain }) => asksAgain && access !== 'customer').map(title))(
  '%s asks for the second factor once it was shown a while ago',
  async (_, record) => {
    // Each of their own: only so many codes of one person are taken in a while.
    const owner = await joinedStaff(product, 'owner')
    await deps.db.execute(
      sql`update staff_sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${owner.id}`,
    )
    expect(await send(owner, record)).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
    const code = await owner.code()
    expect(await owner.post('/api/operator/confirm', { code })).toMatchObject({ status: 200 })
    expect((await send(owner, record)).status).not.toBe(403)
  },
)

test('no call does harm at the staff without asking again', () => {
  const harmful = endpoints.filter(
    ({ access, method }) => access === 'staff:staff.manage' && method !== 'GET',
  )
  expect(harmful.length).toBeGreaterThan(0)
  expect(harmful.every(({ asksAgain }) => asksAgain)).toBe(true)
})
