import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerCommands } from '#apps/operator/customer-commands.ts'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { bundles, customers, domainEvents, domainNames, domains, outbox } from '#base/db/schema/index.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { isPaused } from '#vendors/ports/sending-tools.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const besides = keepOthers(db)

async function operator(name: string, email: string, billing?: string): Promise<string> {
  const lines: string[] = []
  await customerCommands
    .find((command) => command.name === name)
    ?.run(
      deps,
      { email, billing, background: 'true' },
      (line) => lines.push(line),
      () => {},
    )
  return lines.join('\n')
}

/** A customer with two delivered domains: 104 mailboxes at Microsoft, or three on each at Google. */
async function served(platform: 'azure' | 'google') {
  const person = await world.customer()
  const names = [freshName(), freshName()]
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    plan: platform,
    names: { [platform]: names },
  })
  for (const name of names) await reconcileUntilDone(world, name)
  await besides(person.id, 'customer')
  const standing = async () => {
    const rows = await Promise.all(
      names.map(async (name) => {
        const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
        const host = await deps.vendors.mailboxHost(row?.providerAccountId as string)
        const tool = await deps.vendors.sendingTool(order.connectionId)
        const mailboxes = await host.mailboxes(name)
        const listed = await tool.mailboxes([name])
        return {
          blocked: mailboxes.filter(({ enabled }) => !enabled).length,
          open: mailboxes.filter(({ enabled }) => enabled).length,
          paused: listed.filter(isPaused).length,
          sending: listed.filter(({ sends, warmupOn }) => sends && warmupOn).length,
        }
      }),
    )
    return rows.reduce((sum, row) => ({
      blocked: sum.blocked + row.blocked,
      open: sum.open + row.open,
      paused: sum.paused + row.paused,
      sending: sum.sending + row.sending,
    }))
  }
  return { person, names, order, standing }
}

/** Wake-ups for names, the most urgent first, as workers take them. */
const wakeUps = async () =>
  (
    await db.execute<{ name: string; queue: string }>(
      "delete from jobs.job where name like 'reconcile%' returning data ->> 'name' as name, name as queue",
    )
  ).rows

test.each([
  ['azure', 104],
  ['google', 6],
] as const)(
  'suspending a customer blocks every mailbox at the host and pauses it in the tool, and enabling undoes that: %s',
  async (platform, count) => {
    const { person, names, standing } = await served(platform)
    expect(await standing()).toEqual({ blocked: 0, open: count, paused: 0, sending: count })
    await wakeUps()

    const said = await operator('customer suspend', person.email)
    expect(said).toContain('2 domains are being stopped, before any other work')
    const woken = await wakeUps()
    for (const name of names) {
      expect(woken).toContainEqual({ name, queue: 'reconcile-urgent' })
      expect(woken).toContainEqual({ name, queue: 'reconcile' })
    }
    expect(await operator('customer status', person.email)).toContain(
      `0 of 2 domains stopped; 0 of ${count} mailboxes blocked at the host; 0 of ${count} paused in the sending tool.`,
    )
    // One run of each is all it takes.
    for (const name of names) await world.reconcile(name)
    expect(await standing()).toEqual({ blocked: count, open: 0, paused: count, sending: 0 })
    expect(await operator('customer status', person.email)).toContain(
      `2 of 2 domains stopped; ${count} of ${count} mailboxes blocked at the host; ${count} of ${count} paused in the sending tool.`,
    )
    const rows = await db.select().from(domains).where(eq(domains.customerId, person.id))
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending'])

    const mails = await db.$count(outbox, eq(outbox.recipient, person.email))
    await operator('customer enable', person.email)
    for (const name of names) await reconcileUntilDone(world, name)
    expect(await standing()).toEqual({ blocked: 0, open: count, paused: 0, sending: count })
    expect(await operator('customer status', person.email)).toContain('is open. 0 of 2 domains stopped')
    // Nothing new was set up, so nobody is told that it was.
    expect(await db.$count(outbox, eq(outbox.recipient, person.email))).toBe(mails)
  },
)

test('mailboxes are stopped whatever else of the domain is stuck, and at the tool though the host is away', {
  tags: ['fault-55'],
}, async () => {
  const { person, names, standing } = await served('google')
  await operator('customer suspend', person.email)
  const away = ['dnsimple', 'google', 'dns'] as const
  for (const vendor of away) sandbox.faults.add({ vendor, kind: '503', times: 10_000 })
  for (const name of names) await world.reconcile(name)
  sandbox.faults.clear()
  expect(await standing()).toEqual({ blocked: 0, open: 6, paused: 6, sending: 0 })
  for (const name of names) await world.reconcile(name)
  expect(await standing()).toEqual({ blocked: 6, open: 0, paused: 6, sending: 0 })
})

test.each(['suspend', 'enable'] as const)('customer %s is worked on before all other work', async (verb) => {
  const person = await world.customer()
  const name = freshName()
  await createPaidOrder(deps, { customerId: person.id, plan: 'google', names: { google: [name] } })
  if (verb === 'enable') await operator('customer suspend', person.email)
  await wakeUps()
  await operator(`customer ${verb}`, person.email)
  expect(await wakeUps()).toContainEqual({ name, queue: 'reconcile-urgent' })
  // Nobody works on it here.
  await db.update(domainNames).set({ urgent: false }).where(eq(domainNames.name, name))
})

test.each(['hold', 'release'] as const)('order %s is worked on before all other work', async (verb) => {
  const { order, names, standing } = await served('google')
  const command = (name: string) => {
    const found = holdCommands.find((each) => each.name === `order ${name}`)
    return found?.run(
      deps,
      { order: order.orderId },
      () => {},
      () => {},
    )
  }
  if (verb === 'release') {
    await command('hold')
    for (const name of names) await reconcileUntilDone(world, name)
  }
  await wakeUps()
  await command(verb)
  const woken = await wakeUps()
  for (const name of names) expect(woken).toContainEqual({ name, queue: 'reconcile-urgent' })
  for (const name of names) await reconcileUntilDone(world, name)
  expect(await standing()).toMatchObject(
    verb === 'hold' ? { blocked: 6, paused: 6 } : { open: 6, sending: 6 },
  )
  expect(await db.$count(domainNames, eq(domainNames.urgent, true))).toBe(0)
})

test('a worker that is killed while stopping, and an enable in the middle of it, leave nothing half done', {
  tags: ['fault-55'],
}, async () => {
  const { person, names, standing } = await served('google')
  const [first, second] = names as [string, string]
  await operator('customer suspend', person.email)
  // The lease of a worker that is gone: another takes the name over, urgent as it was.
  await wakeUps()
  await db
    .update(domainNames)
    .set({ leaseToken: crypto.randomUUID(), leaseUntil: new Date(Date.now() - 1_000) })
    .where(eq(domainNames.name, first))
  await wakeDueNames(db, deps.queue)
  expect(await wakeUps()).toContainEqual({ name: first, queue: 'reconcile-urgent' })
  // The host answers only some of the calls that block mailboxes, then the customer is enabled.
  sandbox.faults.add({ vendor: 'google', kind: 'lost_answer', method: 'PUT', times: 1 })
  sandbox.faults.add({ vendor: 'google', kind: '503', skip: 3, times: 10_000 })
  await world.reconcile(first)
  sandbox.faults.clear()
  await operator('customer enable', person.email)
  for (const name of [first, second]) await reconcileUntilDone(world, name)
  expect(await standing()).toEqual({ blocked: 0, open: 6, paused: 0, sending: 6 })
  expect(await db.$count(domainNames, eq(domainNames.urgent, true))).toBe(0)
})

test('billing continues while a customer is suspended, unless it is asked to stop as well', async () => {
  const { person, order } = await served('google')
  const holdOf = async () =>
    (await db.select().from(bundles).where(eq(bundles.id, order.bundleId))).map(({ hold }) => hold)
  const stopped = async () =>
    (await db.select().from(customers).where(eq(customers.id, person.id))).map(
      ({ billingStoppedAt }) => billingStoppedAt !== null,
    )
  await operator('customer suspend', person.email)
  expect(await stopped()).toEqual([false])
  expect(await operator('customer suspend', person.email, 'yes')).toContain('1 group not billed.')
  expect(await stopped()).toEqual([true])
  expect(await operator('customer enable', person.email, 'yes')).toContain('1 group billed again')
  expect(await stopped()).toEqual([false])
  expect(await holdOf()).toEqual([null])
})

test('what is urgent is looked for before all else that is due', async () => {
  const urgent = freshName()
  const others = Array.from({ length: 600 }, (_, n) => `a${n}-${freshName()}`)
  await db.transaction(async (tx) => {
    await raiseWanted(tx, deps.queue, others)
    await raiseWanted(tx, deps.queue, [urgent], { urgent: true })
    await tx
      .update(domainNames)
      .set({ nextRunAt: new Date(Date.now() - 3_600_000) })
      .where(inArray(domainNames.name, others))
    await tx
      .update(domainNames)
      .set({ nextRunAt: new Date(Date.now() - 1_000) })
      .where(eq(domainNames.name, urgent))
  })
  await wakeUps()
  await wakeDueNames(db, deps.queue)
  expect(await wakeUps()).toContainEqual({ name: urgent, queue: 'reconcile-urgent' })
})

test('a customer is stopped however busy the workers are with their names', async () => {
  const { id: customerId, email } = await world.customer()
  const { domains: held } = await createPaidOrder(deps, { customerId, tool: 'other' })
  const { id: domainId, name } = held[0] as { id: string; name: string }
  const stopped = await db.transaction(async (tx) => {
    // As a step does: it writes the name, and then an event that refers to the customer.
    await tx.update(domainNames).set({ step: 'register' }).where(eq(domainNames.name, name))
    const stop = operator('customer suspend', email)
    const waitsForName = async () =>
      (
        await db.execute(sql`select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database() and a.query like '%domain_names%'`)
      ).rowCount
    await expect.poll(waitsForName, { timeout: 10_000 }).toBeGreaterThan(0)
    await tx.execute(sql`set local lock_timeout = '500ms'`)
    await tx
      .insert(domainEvents)
      .values({ customerId, domainId, name, kind: 'register', sentence: 'A step.' })
    return { stop }
  })
  expect(await stopped.stop).toContain(email)
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId))
  expect(customer?.suspendedAt).not.toBeNull()
})
