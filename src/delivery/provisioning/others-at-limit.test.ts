import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { domainNames } from '#base/db/schema/index.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import type { VendorId } from '#vendors/client/vendor-error.ts'
import { othersAtLimit } from './others-at-limit.ts'

const { deps } = await createTestApp()
const { db } = deps

beforeEach(() => db.delete(domainNames))

/** A name that is due in so many seconds, waiting for the vendor. */
const put = (name: string, dueS: number, vendor: string, limit?: string) =>
  db.insert(domainNames).values({
    name,
    nextRunAt: sql`now() + make_interval(secs => ${dueS})`,
    problem: {
      kind: 'transient',
      vendor,
      reason: 'busy',
      at: '2026-01-01T00:00:00Z',
      ...(limit && { isOverLimit: true, limit }),
    },
  })

const others = (vendor: VendorId, limit: string) => othersAtLimit(db, 'own.com', { vendor, limit })

test('others at the same limit are counted, and nobody else', async () => {
  await put('own.com', 5, 'microsoft', 'tenant')
  await put('beside.com', 9, 'microsoft', 'tenant')
  await put('later.com', 44, 'microsoft', 'tenant')
  await put('elsewhere.com', 3, 'dnsimple', 'account')
  await put('another.com', 4, 'microsoft', 'another tenant')
  await put('failing.com', 3, 'microsoft')
  await db.insert(domainNames).values({ name: 'resting.com', nextRunAt: sql`now() + interval '20 hours'` })
  expect(await others('microsoft', 'tenant')).toBe(2)
  expect(await others('dnsimple', 'account')).toBe(1)
  expect(await others('google', 'tenant')).toBe(0)
})

test('one whose turn has come waits there still, until it has been', async () => {
  await put('own.com', 5, 'microsoft', 'tenant')
  await put('overdue.com', -1, 'microsoft', 'tenant')
  expect(await others('microsoft', 'tenant')).toBe(1)
  await db.update(domainNames).set({ nextRunAt: null }).where(eq(domainNames.name, 'overdue.com'))
  expect(await others('microsoft', 'tenant')).toBe(0)
})

test('no more than two hundred are read, however many wait', async () => {
  await db.insert(domainNames).values(
    Array.from({ length: 300 }, (_, n) => ({
      name: `n${n}.com`,
      nextRunAt: sql`now() + interval '10 seconds'`,
      problem: {
        kind: 'transient',
        vendor: 'microsoft',
        reason: 'busy',
        at: '2026-01-01T00:00:00Z',
        isOverLimit: true,
        limit: 'tenant',
      },
    })),
  )
  expect(await others('microsoft', 'tenant')).toBe(200)
})
