import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog, domainNames, providerAccounts, workItems } from '#base/db/schema/index.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('orders', async () => {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id })
  const stranger = await customer()
  const other = await createPaidOrder(deps, { customerId: stranger.id })
  const name = order.domains[0]?.name as string

  test('are found by domain and by customer', async () => {
    expect((await operator('order', 'list')).out).toContain(other.orderId)
    for (const args of [
      ['--domain', ` ${name.toUpperCase()}`],
      ['--customer', person.email],
    ]) {
      const { out } = await operator('order', 'list', ...args)
      expect(out).toContain(order.orderId)
      expect(out).not.toContain(other.orderId)
    }
    expect((await operator('order', 'list', '--domain', 'nobody.com')).out).toBe('none')
    expect(await operator('order', 'list', '--customer', 'nobody@example.test')).toMatchObject({
      exitCode: 1,
    })
  })

  test('show their steps, timeline and the last answer of a third party', async () => {
    sandbox.faults.add({ vendor: 'dnsimple', kind: '500', times: 1_000 })
    await world.reconcile(name)
    sandbox.faults.clear()
    const { out } = await operator('order', 'show', '--domain', name)
    expect(out).toMatch(/step +register, since /)
    expect(out).toMatch(/last answer .* dnsimple /)
    await world.reconcile(name)
    const after = (await operator('order', 'show', '--order', order.orderId)).out
    expect(after).toContain('Domain registered (register)')
    for (const domain of order.domains) expect(after).toContain(`\n${domain.name}\n`)
    expect((await operator('order', 'show')).err).toBe('Give either --domain or --order.')
    expect((await operator('order', 'show', '--order', 'ord_none')).err).toBe('There is no such order.')
  })

  test('are looked at again at once, and that is noted for the customer', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await db.update(domainNames).set({ nextRunAt: later, attempts: 9 }).where(eq(domainNames.name, name))
    expect((await operator('order', 'retry', '--domain', name)).exitCode).toBe(0)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    expect(row?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(row?.attempts).toBe(0)
    const details = await person.get(`/api/orders/groups/${order.bundleId}`)
    expect(details.body.activity[0]).toMatchObject({ actor: 'Support', sentence: `Started ${name} again` })
    expect((await operator('order', 'retry', '--domain', 'nobody.com')).err).toBe(
      'No paid order holds nobody.com.',
    )
  })

  test('are not taken down while it is paused, which doctor tells', async () => {
    expect((await operator('pause', '--reason', 'a wrong import')).exitCode).toBe(0)
    expect((await operator('doctor')).out).toMatch(/WRONG {2}Tear-downs: paused since .* \(a wrong import\)/)
    expect((await operator('resume')).out).toMatch(/^It was paused since .* \(a wrong import\)/)
    expect((await operator('resume')).out).toBe('It is not paused.')
  })
})

describe('work items', () => {
  test('are listed with what to do, answered in their form, and wake what waited', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id, plan: 'google' })
    const name = order.domains[0]?.name as string
    for (let i = 0; i < 3; i++) await world.reconcile(name)
    const [item] = await db.select().from(workItems).where(eq(workItems.subject, name))
    const id = item?.id as string
    const list = (await operator('work-items', 'list')).out
    expect(list).toContain(`${id}  dkim key  ${name}`)
    expect(list).toContain(`npm run operator -- work-items answer --id ${id} --txt`)
    for (const wrong of [['--done'], ['--txt', 'v=spf1 -all'], []])
      expect((await operator('work-items', 'answer', '--id', id, ...wrong)).err).toMatch(
        /is answered with txt="v=DKIM1/,
      )
    const key = await sandbox.fetch('http://sandbox.invalid/_google/dkim', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: name }),
    })
    const { value } = (await key.json()) as { value: string }
    await db
      .update(domainNames)
      .set({ nextRunAt: new Date(Date.now() + 3_600_000) })
      .where(eq(domainNames.name, name))
    expect((await operator('work-items', 'answer', '--id', id, '--txt', value)).exitCode).toBe(0)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    expect(row?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect((await operator('work-items', 'list')).out).not.toContain(id)
    expect((await operator('work-items', 'list', '--all')).out).toContain('answered, not observed yet')
    // Until the key is started it may turn out to be the wrong one.
    await world.reconcile(name)
    expect((await operator('work-items', 'list', '--all')).out).toContain(id)
    const [start] = await db
      .select()
      .from(workItems)
      .where(and(eq(workItems.subject, name), eq(workItems.kind, 'dkim_start')))
    const startId = start?.id as string
    expect((await operator('work-items', 'answer', '--id', startId, '--done')).exitCode).toBe(0)
    await world.reconcile(name)
    const { out } = await operator('work-items', 'list', '--all')
    for (const closed of [id, startId]) expect(out).not.toContain(closed)
    expect((await operator('work-items', 'answer', '--id', startId, '--done')).err).toBe(
      `There is no open work item ${startId}.`,
    )
  })

  test('of an upload hand out the file, and who took it is noted', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id, tool: 'bison', mailboxesPerDomain: 4 })
    const name = order.domains[0]?.name as string
    for (let i = 0; i < 3; i++) await world.reconcile(name)
    const [item] = await db.select().from(workItems).where(eq(workItems.subject, name))
    expect(item?.kind).toBe('tool_upload')
    // The console, which shows them, has a button for the file.
    expect(item?.instructions).not.toContain('npm run')
    // So it is with one that was asked in other words before.
    const isIt = eq(workItems.id, item?.id as string)
    await db.update(workItems).set({ instructions: 'In other words.' }).where(isIt)
    await world.reconcile(name)
    const [now] = await db.select().from(workItems).where(isIt)
    expect(now?.instructions).toBe(item?.instructions)
    const { out } = await operator('work-items', 'csv', '--id', item?.id as string)
    expect(out.split('\r\n')).toHaveLength(6)
    expect(out).toContain(`@${name},Jane,Doe,`)
    const [noted] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, item?.id as string))
      .orderBy(desc(auditLog.id))
    expect(noted?.action).toBe('work_item.exported')
  })
})

describe('accounts for mailboxes', () => {
  const room = ['--domains', '10', '--mailboxes', '520', '--recipients', '5000']
  /** The options of a tenant, which is another one for each label. */
  function tenant(secretFile: string, label = 'Second') {
    const { tenantId, clientId, initialDomain } = createAccountsAtHosts(sandbox).microsoft
    return [
      ...['--label', label, '--tenant-id', tenantId, '--client-id', clientId],
      ...['--initial-domain', initialDomain, '--secret-file', secretFile, ...room],
    ]
  }

  test('are added from files, tried at once, listed with their use, and drained', async () => {
    const secret = fileWith('secret.txt', `${demoMicrosoftTenant.clientSecret}\n`)
    expect((await operator('tenant', 'add', ...tenant(secret))).out).toMatch(
      /^Second is added\..*\nIt works\.\nMicrosoft lets it reach .* which is within it\.$/,
    )
    expect((await operator('tenant', 'list')).out).toMatch(/Second +open +0 of 10 +0 of 520 +0 of 5000/)
    expect((await operator('tenant', 'add', ...tenant(secret))).err).toBe(
      'There is an account named Second already.',
    )
    expect((await operator('tenant', 'drain', '--label', 'Second')).out).toMatch(/^Second takes nothing new/)
    expect((await operator('tenant', 'list')).out).toMatch(/Second +draining/)
    await operator('tenant', 'open', '--label', 'Second')
    expect((await operator('tenant', 'list')).out).toMatch(/Second +open/)
    expect((await operator('tenant', 'drain', '--label', 'None')).err).toBe('There is no account named None.')
  })

  test('that do not work say why, and doctor repeats it', async () => {
    const wrong = fileWith('wrong.txt', 'not-the-secret')
    const args = tenant(wrong, 'Third')
    expect((await operator('tenant', 'add', ...args)).out).toMatch(/It does not work yet: \S/)
    const { out } = await operator('doctor')
    expect(out).toMatch(/ok {5}Stripe/)
    expect(out).toMatch(/ok {5}Google account main/)
    expect(out).toMatch(/WRONG {2}Microsoft tenant Third: \S/)
    // There are no probe mailboxes here, at neither host.
    expect(out).toMatch(/WRONG {2}Probe mailbox at Google: \S/)
    // Nor does the simulated Stripe know where this product is.
    expect(out).toMatch(/WRONG {2}Stripe webhook: \S/)
    expect(out).toMatch(/4 to mend\.$/)
  })

  test('get new credentials of the same tenant, and of no other', async () => {
    const [wrong, right] = [
      fileWith('old.txt', 'not-the-secret'),
      fileWith('new.txt', demoMicrosoftTenant.clientSecret),
    ]
    const bought = createAccountsAtHosts(sandbox).microsoft
    const args = (file: string, { tenantId, initialDomain } = bought) => [
      ...['--label', 'Renewed', '--tenant-id', tenantId, '--client-id', demoMicrosoftTenant.clientId],
      ...['--initial-domain', initialDomain, '--secret-file', file],
    ]
    expect((await operator('tenant', 'add', ...args(wrong), ...room)).out).toMatch(/does not work yet/)
    expect((await operator('tenant', 'renew', ...args(right))).out).toMatch(
      /^Renewed has new credentials\.\nIt works\.\nMicrosoft lets it reach /,
    )
    const [renewed] = await db.select().from(providerAccounts).where(eq(providerAccounts.label, 'Renewed'))
    const there = {
      name: 'stands.example',
      providerAccountId: renewed?.id,
      facts: { verified: { at: '' } },
    }
    await db.insert(domainNames).values(there)
    const other = args(right, createAccountsAtHosts(sandbox).microsoft)
    expect((await operator('tenant', 'renew', ...other)).err).toMatch(
      /belong to another account.*and has 1 domain\.$/,
    )
    await db.delete(domainNames).where(eq(domainNames.name, there.name))
    // While nothing stands there, a wrong id can be corrected.
    expect((await operator('tenant', 'renew', ...other)).out).toMatch(
      /^Renewed has new credentials\.\nIt works\.\nMicrosoft lets it reach /,
    )
    await db.delete(providerAccounts).where(eq(providerAccounts.label, 'Renewed'))
  })

  test('keep credentials that work when the new ones do not', async () => {
    const right = fileWith('right.txt', demoMicrosoftTenant.clientSecret)
    const all = tenant(right, 'Kept')
    expect((await operator('tenant', 'add', ...all)).exitCode).toBe(0)
    const withSecret = (file: string) =>
      all.slice(0, all.length - room.length).map((arg) => (arg === right ? file : arg))
    const refused = await operator('tenant', 'renew', ...withSecret(fileWith('mistyped.txt', 'mistyped')))
    expect(refused.err).toMatch(
      /^These credentials do not work: .*\. Kept keeps the ones it has, which do\.$/,
    )
    expect(refused.exitCode).toBe(1)
    expect((await operator('tenant', 'list')).out).toMatch(/Kept +open/)
    expect((await operator('tenant', 'renew', ...withSecret(right))).exitCode).toBe(0)
    await operator('tenant', 'drain', '--label', 'Kept')
    await operator('tenant', 'remove', '--label', 'Kept')
  })

  test('that do not work are taken in closed, get nothing placed, are corrected, resized and removed', async () => {
    const secretFile = fileWith('closed.txt', '')
    const options = tenant(secretFile, 'Closed')
    const args = (secret: string) => {
      fileWith('closed.txt', secret)
      return options
    }
    const credentialsOnly = (all: string[]) => all.slice(0, all.length - room.length)
    const label = ['--label', 'Closed']
    expect((await operator('tenant', 'add', ...args('not-the-secret'))).out).toMatch(
      /\nIt is closed: nothing/,
    )
    expect((await operator('tenant', 'list')).out).toMatch(/Closed +closed/)
    expect((await operator('tenant', 'open', ...label)).out).toMatch(/It does not work yet: .*\nIt is closed/)
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    const name = order.domains[0]?.name as string
    const [closed] = await db.select().from(providerAccounts).where(eq(providerAccounts.label, 'Closed'))
    // Everything else is full: what is closed takes nothing all the same.
    await db.update(providerAccounts).set({ state: 'draining' }).where(eq(providerAccounts.label, 'main'))
    await db.update(providerAccounts).set({ state: 'draining' }).where(eq(providerAccounts.label, 'Second'))
    await world.reconcile(name)
    const placeOf = async () =>
      (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.providerAccountId
    expect(await placeOf()).toBeNull()

    expect(
      (await operator('tenant', 'renew', ...credentialsOnly(args(demoMicrosoftTenant.clientSecret)))).out,
    ).toMatch(/^Closed has new credentials\.\nIt works\.\nMicrosoft lets it reach /)
    expect((await operator('tenant', 'list')).out).toMatch(/Closed +open/)
    const resized = ['--domains', '1', '--mailboxes', '600', '--recipients', '60000']
    expect((await operator('tenant', 'capacity', ...label, ...resized)).out).toBe(
      'Closed has its new capacity.',
    )
    expect((await operator('tenant', 'list')).out).toMatch(/Closed +open +0 of 1 +0 of 600 +0 of 60000/)
    sandbox.faults.add({ vendor: 'microsoft', kind: '500', times: 1_000 })
    await world.reconcile(name)
    sandbox.faults.clear()
    expect(await placeOf()).toBe(closed?.id)

    // Placed, and nothing made: once its place closes it goes elsewhere, and the place can be forgotten.
    expect((await operator('tenant', 'remove', ...label)).err).toMatch(/^Closed is open/)
    await db.update(providerAccounts).set({ state: 'open' }).where(eq(providerAccounts.label, 'main'))
    expect((await operator('tenant', 'drain', ...label)).out).toMatch(
      /^Closed takes nothing new\. 0 domains there/,
    )
    // It may have been added there all the same, though nothing answered.
    expect((await operator('tenant', 'remove', ...label)).err).toContain(
      `Closed may still hold 1 domain placed elsewhere since: ${name}.`,
    )
    await world.reconcile(name)
    expect((await operator('tenant', 'remove', ...label)).out).toMatch(/^Closed is removed\./)
    expect((await operator('tenant', 'list')).out).not.toContain('Closed')
    const [main] = await db
      .select()
      .from(providerAccounts)
      .where(and(eq(providerAccounts.label, 'main'), eq(providerAccounts.vendor, 'microsoft')))
    expect(await placeOf()).toBe(main?.id)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    expect(row?.facts).toMatchObject({ host: { accountId: main?.id }, verification: {} })

    // What stands somewhere stays there, and its account cannot be forgotten.
    await operator('tenant', 'drain', '--label', 'main')
    await world.reconcile(name)
    expect(await placeOf()).toBe(main?.id)
    expect((await operator('tenant', 'remove', '--label', 'main')).err).toMatch(
      /^main has \d+ domains?: it can be/,
    )
    for (const again of ['main', 'Second']) await operator('tenant', 'open', '--label', again)
    await db.update(providerAccounts).set({ state: 'open' }).where(eq(providerAccounts.label, 'main'))
  })

  test('of Google take the key file as Google gives it', async () => {
    const bought = createAccountsAtHosts(sandbox).google
    const keyFile = fileWith(
      'key.json',
      JSON.stringify({
        client_email: bought.clientEmail,
        private_key: bought.privateKey,
      }),
    )
    const args = (file: string) => [
      ...['--label', 'Other', '--key-file', file, '--admin-email', bought.adminEmail],
      ...['--customer-id', bought.customerId, ...room],
    ]
    expect((await operator('google-account', 'add', ...args(keyFile))).out).toMatch(/It works\.$/)
    expect((await operator('google-account', 'add', ...args(fileWith('no.json', 'x')))).err).toMatch(
      /is not a key file/,
    )
    expect((await operator('google-account', 'add', ...args('/nowhere/key.json'))).err).toBe(
      'The file /nowhere/key.json cannot be read.',
    )
    const few = args(keyFile).map((arg) => (arg === '10' ? '-3' : arg))
    expect((await operator('google-account', 'add', ...few)).exitCode).not.toBe(0)
  })
})
