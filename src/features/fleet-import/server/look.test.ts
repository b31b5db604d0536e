import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import {
  bundles,
  customers,
  domainNames,
  domains,
  fleetImportAccounts,
  fleetImportRows,
  fleetImports,
  mailboxes,
  orders,
  subscriptions,
  toolConnections,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { syncBilling } from '#features/billing/server/sync-billing.ts'
import { mailboxesCsvMessages } from '#features/orders/rules/mailboxes-csv-messages.ts'
import { fileOfAccount, forgetOrders } from '#tests/server/fleet-elsewhere.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { before, meet } from '#tests/server/meet.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { csvCell } from '#vendors/csv/adapter/mailboxes-csv.ts'
import type { ImportColumn } from '../rules/import-row.ts'
import { parseCsv } from '../rules/parse-csv.ts'
import { importReport } from './import-report.ts'
import { runImports } from './run-imports.ts'
import { beginAdopting, beginLook } from './steer-import.ts'
import { storeImport } from './store-import.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world)

/** An order that was paid and delivered, and of which this product knows nothing any more. */
let file = ''
let owner: Awaited<ReturnType<typeof world.customer>>
let names: string[] = []
let email = ''
let subscription = ''
let accountId = ''

/** The file with another value in a column, or in all that hold one. */
function withCell(column: ImportColumn, value: string): string {
  const read = parseCsv(file)
  if (!read.ok) throw new Error(read.message)
  const [header, ...records] = read.records.map(({ cells }) => cells)
  const place = header?.indexOf(column) ?? -1
  const changed = records.map((cells) =>
    cells.map((cell, at) => csvCell(at === place ? value : cell)).join(','),
  )
  return [header?.join(','), ...changed].join('\n')
}

beforeAll(async () => {
  const order = await paidOrder({}, 'few mailboxes')
  names = order.names
  owner = order.person
  email = order.person.email
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  subscription = required(bundle?.subscriptionId, 'its subscription')
  const [name] = await db.select().from(domainNames).where(inArray(domainNames.name, names))
  accountId = required(name?.providerAccountId, 'its place')
  const { csv } = await fileOfAccount(db, order.person.id, () => ({
    email,
    name: 'Harborline',
    subscription,
    tool: 'other',
  }))
  file = csv
})

/** A file that is taken in and looked at: what was found of its domains, by name. */
async function looked(text: string) {
  const stored = await storeImport(deps, { fileName: 'fleet.csv', text, madeBy: 'Grace' })
  if (!stored.ok) throw new Error(JSON.stringify(stored.problems))
  await beginLook(deps, stored.importId)
  await runImports(deps)
  const rows = await db.select().from(fleetImportRows).where(eq(fleetImportRows.importId, stored.importId))
  const said = rows.flatMap(({ findings }) => findings.map(({ kind, sentence }) => `${kind}: ${sentence}`))
  return { id: stored.importId, rows, said, verdicts: [...new Set(rows.map(({ verdict }) => verdict))] }
}

test('what is a domain of the customer here already is not compared any more', async () => {
  const { verdicts, said } = await looked(file)
  expect(verdicts).toEqual(['here'])
  expect(new Set(said)).toEqual(new Set(['here: It is a domain of this customer here already.']))
  const [owner] = await db.select().from(customers).where(eq(customers.email, email))
  await forgetOrders(db, owner?.id ?? '')
})

test('what stands as the file says matches, with what is worth knowing of it', async () => {
  const { verdicts, said } = await looked(file)
  expect(said.filter((each) => !each.startsWith('note'))).toEqual([])
  expect(verdicts).toEqual(['matches'])
  expect(said).toContainEqual(expect.stringMatching(/^note: It has \d+ mailboxes; Entra has 52 to a domain/))
})

test.each<[string, () => string, RegExp]>([
  [
    'another forwarding',
    () => withCell('forwarding', 'https://elsewhere.example'),
    /the file says https:\/\/elsewhere/,
  ],
  [
    'a subscription that is not there',
    () => withCell('subscription', 'sub_none'),
    /Stripe has no subscription sub_none/,
  ],
  [
    'somebody else’s subscription',
    () => withCell('email', 'eve@elsewhere.test'),
    /belongs to .* not to eve@elsewhere.test/,
  ],
  ['people whose the mailboxes cannot be', () => withCell('people', 'Zoe Quill; Yan Quist'), /is not clear/],
  ['a plan without such domains', () => withCell('plan', 'google'), /where plan Google has no domains/],
  [
    'credentials that are not held',
    () => withCell('tool', 'smartlead'),
    /unknown: .*credentials for Smartlead are not held/,
  ],
])('%s is told as a sentence, and nothing is adopted', async (_, text, sentence) => {
  const { id, said } = await looked(text())
  expect(said.join('\n')).toMatch(sentence)
  await expect(beginAdopting(deps, id)).rejects.toThrow('No order is ready')
})

test.each<[string, () => Promise<() => Promise<unknown>>, RegExp]>([
  [
    'a mailbox that is off',
    async () => {
      const host = await deps.vendors.mailboxHost(accountId)
      const [one] = await host.mailboxes(names[0] ?? '')
      const turn = (on: boolean) => host.setMailboxesEnabled([one?.externalId ?? ''], on)
      await turn(false)
      return () => turn(true)
    },
    /cannot be signed in to\. Switch it on/,
  ],
  [
    'renewal that is off',
    async () => {
      await deps.vendors.registrar.setAutoRenew(names[0] ?? '', false)
      return () => deps.vendors.registrar.setAutoRenew(names[0] ?? '', true)
    },
    /does not renew itself/,
  ],
  [
    'mail that goes elsewhere',
    async () => {
      const { zones } = deps.vendors
      const name = names[0] ?? ''
      const mx = (await zones.records(name)).find(({ type }) => type === 'MX')
      const set = (content: string) =>
        zones.updateRecord(name, mx?.id ?? '', { name: '', type: 'MX', content, priority: mx?.priority ?? 0 })
      await set('mail.elsewhere.example')
      return () => set(mx?.content ?? '')
    },
    /Its mail goes to mail\.elsewhere\.example, not to/,
  ],
])('%s contradicts, and matches again once it is mended', async (_, change, sentence) => {
  const mend = await change()
  const before = await looked(file)
  expect(before.said.join('\n')).toMatch(sentence)
  expect(before.verdicts).toContain('contradicts')
  await mend()
  expect((await looked(file)).verdicts).toEqual(['matches'])
})

test('a vendor that cannot be asked is unknown with the reason, and nothing is guessed', async () => {
  sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 100 })
  const { verdicts, said } = await looked(file)
  sandbox.faults.clear()
  expect(verdicts).toEqual(['unknown'])
  expect(said).toContainEqual(expect.stringMatching(/^unknown: DNSimple could not be asked: /))
})

test('a look that is broken off goes on where it was, and a stopped one stays as it is', async () => {
  const stored = await storeImport(deps, { fileName: 'again.csv', text: file, madeBy: 'Grace' })
  const id = stored.ok ? stored.importId : ''
  await beginLook(deps, id)
  await runImports(deps, { signal: AbortSignal.abort() })
  expect(
    await db.$count(fleetImportRows, and(eq(fleetImportRows.importId, id), isNull(fleetImportRows.lookedAt))),
  ).toBe(names.length)
  const [row] = await db.select().from(fleetImports).where(eq(fleetImports.id, id))
  expect(row?.state).toBe('looking')
  await runImports(deps)
  expect(
    await db.$count(fleetImportRows, and(eq(fleetImportRows.importId, id), isNull(fleetImportRows.lookedAt))),
  ).toBe(0)
})

/** A worker that is held up before its first statement like this, for so long that another one takes its claims and looks. */
async function overtaken(statement: RegExp, text: string, change: () => Promise<unknown>) {
  const stored = await storeImport(deps, { fileName: 'late.csv', text, madeBy: 'Grace' })
  const id = stored.ok ? stored.importId : ''
  await beginLook(deps, id)
  const another = async () => {
    await change()
    for (const table of [fleetImportAccounts, fleetImportRows])
      await db.update(table).set({ claimedUntil: new Date(0) })
    await runImports(deps)
    return readLook(id)
  }
  const [late, seen] = await meet(
    db,
    before(() => runImports(deps), statement),
    another,
  )
  expect(late).toBeUndefined()
  expect(await readLook(id)).toEqual(seen)
  return seen
}

const readLook = async (id: string) => ({
  accounts: await db.select().from(fleetImportAccounts).where(eq(fleetImportAccounts.importId, id)),
  rows: await db.select().from(fleetImportRows).where(eq(fleetImportRows.importId, id)),
})

test('a worker that lists an account for too long writes nothing over what the next one saw', {
  tags: ['fault-33'],
}, async () => {
  const host = await deps.vendors.mailboxHost(accountId)
  const [one] = await host.mailboxes(names[0] ?? '')
  const turn = (on: boolean) => host.setMailboxesEnabled([one?.externalId ?? ''], on)
  const seen = await overtaken(/set hosted = /, file, () => turn(false))
  await turn(true)
  expect(JSON.stringify(seen)).toContain('"enabled":false')
})

test('a worker that asks about a domain for too long writes nothing over what the next one saw', {
  tags: ['fault-33'],
}, async () => {
  const [header = '', line = ''] = file.split('\r\n')
  const name = names.find((each) => line.includes(each)) ?? ''
  const renew = (on: boolean) => deps.vendors.registrar.setAutoRenew(name, on)
  await renew(false)
  const seen = await overtaken(/^update "fleet_import_rows" set .*"seen"/, [header, line].join('\n'), () =>
    renew(true),
  )
  expect(JSON.stringify(seen)).not.toContain('does not renew itself')
})

test('two workers that adopt at once make every domain once, with its subscription and without a charge', async () => {
  const staff = await joinedStaff(world, 'owner')
  const { id } = await looked(file)
  await beginAdopting(deps, id)
  await Promise.all([runImports(deps), runImports(deps), runImports(deps)])
  const adopted = await db.select().from(domains).where(inArray(domains.name, names))
  expect(adopted.map(({ status, want }) => [status, want])).toEqual(names.map(() => ['done', 'run']))
  expect(await db.$count(orders)).toBe(1)
  const [bundle] = await db.select().from(bundles)
  expect(bundle?.subscriptionId).toBe(subscription)
  await syncBilling(deps, subscription)
  const [paid] = await db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscription))
  expect(paid).toMatchObject({ status: 'active', flaggedAt: null, billingDueAt: null })
  for (const name of names) expect(await world.reconcile(name)).toBe('done')
  const shown = await staff.get(`/api/operator/imports/${id}`)
  expect(shown.body.fleet.counts).toMatchObject({ adopted: names.length, domains: names.length })
  expect(shown.body.rows[0].domainId).toBe(adopted.find(({ name }) => name === shown.body.rows[0].domain)?.id)
  expect((await importReport(deps, id)).csv).toMatch(/^Line,Domain,.*\r\n2,.*,Adopted,/)
})

test('mail of what was taken over is proven once the customer asks, at a button that is there', async () => {
  const [name = ''] = names
  const [bundle] = await db.select().from(bundles)
  const shown = async () =>
    (await owner.get(`/api/orders/groups/${bundle?.id}`)).body.domains.find(
      ({ domain }: { domain: string }) => domain === name,
    )
  expect(await shown()).toMatchObject({
    canCheckNow: true,
    proof: { state: 'not_yet', sentence: expect.stringContaining('presses Check now'), againAt: null },
  })
  await owner.post('/api/domains/check-now', { domain: name })
  await world.reconcile(name)
  const after = await shown()
  expect(after.canCheckNow).toBe(false)
  expect(after.proof.sentence).not.toContain('Check now')
})

test('a password that is not held is told wherever it is asked for, and is set anew only when asked', async () => {
  const staff = await joinedStaff(world, 'owner')
  const [unheld] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.name, names[0] ?? ''), isNull(mailboxes.secret)))
  const at = `/api/operator/mailboxes/${unheld?.id}`
  const page = (await staff.get(at)).body
  expect(page).toMatchObject({ hasPassword: false, isUnheld: true })
  expect(page.chain.find(({ id }: { id: string }) => id === 'password')).toMatchObject({ state: 'well' })
  expect(await staff.post(`${at}/password`)).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('taken over with its own. Set a new one') },
  })
  const exported = await owner.post('/api/orders/mailboxes-csv', { domains: names, password: owner.password })
  expect(exported).toMatchObject({ status: 422, body: { message: mailboxesCsvMessages.noneHeld } })

  expect(
    (await Promise.all([1, 2].map(() => staff.post(`${at}/new-password`)))).some(
      ({ status }) => status === 200,
    ),
  ).toBe(true)
  const shown = await staff.post(`${at}/password`)
  const kept = sandbox.store
    .collection<{ password?: string; passwordProfile?: { password: string } }>('microsoft.users')
    .get(unheld?.externalId ?? '')
  expect(JSON.stringify(kept)).toContain(shown.body.value)
  expect((await staff.get(at)).body).toMatchObject({ hasPassword: true, isUnheld: false })
  const some = await owner.post('/api/orders/mailboxes-csv', { domains: names, password: owner.password })
  const [count] = await db.select({ all: sql<number>`count(*)::int` }).from(mailboxes)
  expect(some.body).toMatchObject({ mailboxes: 1, notHeld: (count?.all ?? 0) - 1 })
  expect(await staff.post(`${at}/new-password`)).toMatchObject({ status: 409 })
})

test('the command line sets passwords anew: of one mailbox, and of a domain’s once they are counted', async () => {
  const [, name = ''] = names
  const unheldOf = () => db.$count(mailboxes, and(eq(mailboxes.name, name), isNull(mailboxes.secret)))
  const operator = (...args: string[]) =>
    runCommand(commands, ['mailbox', 'new-password', ...args], async () => deps)
  const [one] = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const address = `${one?.localPart}@${name}`
  const before = await unheldOf()
  expect((await operator('--address', address.toUpperCase())).out).toBe(
    `${address} has a new password, which is held from now on.`,
  )
  expect((await operator('--address', address)).err).toContain('Only a mailbox whose password is not held')
  expect((await operator('--address', `nobody@${name}`)).err).toBe(`There is no mailbox nobody@${name}.`)
  expect(await unheldOf()).toBe(before - 1)
  expect((await operator('--domain', name)).out).toContain('would get new passwords')
  expect(await unheldOf()).toBe(before - 1)
  expect((await operator('--domain', name, '--yes')).out).toContain('held from now on.')
  expect(await unheldOf()).toBe(0)
  expect((await operator('--domain', name, '--yes')).out).toContain('are held')
  expect((await operator()).exitCode).toBe(2)
  expect((await operator('--domain', 'nowhere.example')).err).toBe('There is no mailbox of nowhere.example.')
})

test('a mailbox that somebody switches off keeps its own password; one that is removed gets one of ours', async () => {
  const [name = ''] = names
  const host = await deps.vendors.mailboxHost(accountId)
  const before = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const unheld = new Set(before.filter(({ secret }) => secret === null).map(({ externalId }) => externalId))
  const [off, gone] = (await host.mailboxes(name)).filter(({ externalId }) => unheld.has(externalId))
  await host.setMailboxesEnabled([off?.externalId ?? ''], false)
  await host.deleteMailboxes([gone?.externalId ?? ''])
  await db.update(domainNames).set({ recheckBefore: new Date() }).where(eq(domainNames.name, name))
  for (let round = 0; round < 6; round++) await world.reconcile(name)
  const rows = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const secretOf = (address: string | undefined) =>
    rows.find(({ localPart }) => `${localPart}@${name}` === address)?.secret
  expect(secretOf(off?.address)).toBeNull()
  expect(secretOf(gone?.address)).not.toBeNull()
  const standing = await host.mailboxes(name)
  expect(standing.every(({ enabled }) => enabled !== false)).toBe(true)
  expect(standing.map(({ address }) => address).sort()).toEqual(
    rows.map(({ localPart }) => `${localPart}@${name}`).sort(),
  )
  expect(await db.$count(toolConnections, eq(toolConnections.kind, 'other'))).toBe(1)
})

test('of a file with a wrong line nothing is taken, unless the whole orders without it are asked for', async () => {
  const header = 'email,domain,plan,order,started,people,forwarding'
  const line = (domain: string, order: string, plan = 'azure') =>
    `ada@valid.example,${domain},${plan},${order},2026-03-31,Ada Byron,acme.com`
  const text = [header, line('one.com', 'A'), line('two.com', 'B'), line('three.com', 'B', 'gold')].join('\n')
  const refused = await storeImport(deps, { fileName: 'mixed.csv', text, madeBy: 'Grace' })
  expect(refused).toMatchObject({ ok: false, problems: [{ line: 4 }], valid: [{ domain: 'one.com' }] })
  const taken = await storeImport(deps, { fileName: 'mixed.csv', text, validOnly: true, madeBy: 'Grace' })
  expect(taken).toMatchObject({ ok: true, domains: 1 })
  const wrong = [header, line('three.com', 'B', 'gold')].join('\n')
  const none = await storeImport(deps, {
    fileName: 'wrong.csv',
    text: wrong,
    validOnly: true,
    madeBy: 'Grace',
  })
  expect(none).toMatchObject({ ok: false, valid: [] })
})
