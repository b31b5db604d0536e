import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { refreshFamilies, sessions, users } from '#base/db/schema/index.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { exportCustomer } from './export-customer.ts'

const { deps, customer } = await createTestApp()
const { db } = deps
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the files have what is held about a customer, by the names of the database, and nothing that opens anything', async () => {
  const person = await customer()
  const { orderId } = await createPaidOrder(deps, { customerId: person.id, tool: 'instantly' })
  await exportCustomer(deps, person.email, join(folder, 'out'))
  const files = readdirSync(join(folder, 'out'))
  const text = files.map((file) => readFileSync(join(folder, 'out', file), 'utf8')).join('\n')
  for (const held of [person.email, orderId, '"stripe_customer_id"', '"created_at"', 'disabled_at'])
    expect(text).toContain(held)
  const [row] = await db.select().from(users).where(eq(users.email, person.email))
  const [chain] = await db.select().from(refreshFamilies).where(eq(refreshFamilies.customerId, person.id))
  const [session] = await db.select().from(sessions).where(eq(sessions.customerId, person.id))
  const hashes = [chain?.currentHash, chain?.networkHash, session?.tokenHash] as Buffer[]
  for (const secret of [row?.passwordHash, ...hashes.map((hash) => hash.toString('hex'))])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/"?v1:[\w-]+:/)
  for (const name of ['password_hash', 'token_hash', 'current_hash', 'previous_hash', 'network_hash'])
    expect(text).not.toContain(name)
  // Bytes are written as an object of numbers where nothing else is said.
  expect(text).not.toContain('"type": "Buffer"')
  expect(text).not.toMatch(/passwordHash|tokenHash/)
  expect(await lastMail(deps, person.email)).toContain('a copy of everything')
})
