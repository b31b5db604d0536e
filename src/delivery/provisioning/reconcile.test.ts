import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainEvents, domains, mailboxes, mailboxLinks } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { reconcileUntilDone } from './testing/reconcile-until-done.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps

test('a paid Entra order becomes registered domains, records, mailboxes and accounts in the sending tool', async () => {
  const { id } = await customer()
  const order = await createPaidOrder(deps, { customerId: id })
  for (const { name } of order.domains) await reconcileUntilDone(world, name)
  const rows = await db.select().from(domains).where(eq(domains.bundleId, order.bundleId))
  expect(rows.map(({ status }) => status)).toEqual(['done', 'done'])
  const name = order.domains[0]?.name as string
  const made = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  expect(made).toHaveLength(52)
  expect(made.every((mailbox) => mailbox.externalId && mailbox.hostState === 'active')).toBe(true)
  const links = await db.select().from(mailboxLinks).where(eq(mailboxLinks.connectionId, order.connectionId))
  expect(links).toHaveLength(104)
  expect(links.every((link) => link.confirmedAt)).toBe(true)
  const events = await db
    .select()
    .from(domainEvents)
    .where(eq(domainEvents.name, name))
    .orderBy(domainEvents.id)
  expect(events.map(({ sentence }) => sentence)).toEqual([
    'Domain registered',
    'DNS zone created',
    'Placed at Microsoft',
    'Domain added at Microsoft',
    'DNS records written',
    'Name servers point here',
    'Verified at Microsoft',
    'Microsoft is ready for mail',
    'DKIM keys made',
    'DNS records written',
    'MX, SPF, DKIM and DMARC are seen',
    'DKIM is on',
    'Mailboxes are in place at Microsoft',
    'The sending tool has connected every mailbox',
    'Set-up complete',
  ])
})

test("a set-up that is refused a place at a used-up limit waits for its customer's turn there", async () => {
  const { id } = await customer()
  const order = await createPaidOrder(deps, { customerId: id })
  const usedUp = sql`extract(epoch from now()) + 86400`
  await db.execute(sql`insert into vendor_limits (key, tat, paid_tat) values ('dnsimple:account', ${usedUp}, ${usedUp})
    on conflict (key) do update set tat = excluded.tat, paid_tat = excluded.paid_tat`)
  const [first] = order.domains
  expect(await world.reconcile(first?.name as string)).toBe('again')
  const { rows } = await db.execute(sql`select customer_id from vendor_limit_turns`)
  await db.execute(sql`truncate vendor_limits, vendor_limit_turns`)
  expect(rows).toEqual([{ customer_id: id }])
})
