import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, domainNames, outbox, vendorLimits } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { consoleHome, freeVendor } from '../api/console-home.ts'
import { tellOfDoubtedWaits } from './doubted-waits.ts'

const product = await createTestApp()
const { deps, customer } = product
const { db, limits } = deps
const technician = await joinedStaff(product, 'technician')
const reader = await joinedStaff(product, 'reader')

const hourMs = 3600_000
const said = 'Retry-After: 3600000000'
const home = async () => {
  const { alarms, vendors } = (await reader.get(consoleHome.path)).body
  const states: { id: string; blockedUntil: string | null }[] = vendors.states
  return {
    alarms: alarms.map(({ what }: { what: string }) => what),
    blocked: states.filter(({ blockedUntil }) => blockedUntil).map(({ id }) => id),
  }
}
const free = (vendor: string) => technician.post(freeVendor.path, { vendor })

beforeEach(async () => {
  await db.delete(vendorLimits)
  await db.delete(outbox)
})

test('a wait that a vendor cannot mean is told on Home, and by email once a day, with what it said', async () => {
  await limits.block('dnsimple:account', hourMs, said)
  await limits.block('dnsimple:check', hourMs, said)
  await limits.block('microsoft:one:writes', hourMs)
  expect((await home()).alarms).toEqual([`DNSimple asked us to wait longer than it can mean: "${said}"`])
  await tellOfDoubtedWaits(deps)
  await tellOfDoubtedWaits(deps)
  const mails = await db.select().from(outbox)
  expect(mails).toMatchObject([{ subject: expect.stringContaining('DNSimple asks for an impossible wait') }])
})

test('a wait that can be meant takes the place of one that cannot, once that is over', async () => {
  await limits.block('dnsimple:account', 0, said)
  await limits.block('dnsimple:account', hourMs)
  expect(await home()).toEqual({ alarms: [], blocked: ['dnsimple'] })
})

test('staff make calls to a vendor again, and what waited for it is tried, without touching other vendors', async () => {
  const { id: customerId } = await customer()
  await createPaidOrder(deps, { customerId })
  const [first] = await db.select().from(domainNames).limit(1)
  const name = first?.name ?? ''
  const later = new Date(Date.now() + 20 * hourMs)
  const at = new Date().toISOString()
  const problem = {
    kind: 'transient',
    vendor: 'dnsimple',
    reason: 'its limit is reached',
    isOverLimit: true,
    at,
  }
  await db.update(domainNames).set({ nextRunAt: later, problem }).where(eq(domainNames.name, name))
  await limits.block('dnsimple:account', hourMs, said)
  await limits.block('microsoft:one:writes', hourMs)

  expect(await free('dnsimple')).toMatchObject({
    status: 200,
    body: { message: 'Calls to DNSimple are made again.' },
  })
  expect(await home()).toEqual({ alarms: [], blocked: ['microsoft'] })
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row?.nextRunAt?.getTime()).toBeLessThan(later.getTime())
  expect(await db.select().from(auditLog).where(eq(auditLog.action, 'vendor.freed'))).toMatchObject([
    { userId: technician.id, subject: 'dnsimple', data: { limits: 1 } },
  ])
  expect((await free('dnsimple')).body.message).toBe('No limit of DNSimple is blocked.')
})

test('only staff who look after accounts may free a limit, and only a vendor’s', async () => {
  expect((await reader.post(freeVendor.path, { vendor: 'dnsimple' })).status).toBe(403)
  expect((await free('sign-in')).status).toBe(404)
})
