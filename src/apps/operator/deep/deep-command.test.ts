import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { customers, outbox, probeMailboxes } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { forgetTokens } from '#tests/server/forget-tokens.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { commands } from '../commands.ts'
import { runCommand } from '../run-command.ts'
import { withDeepLock } from './deep-lock.ts'
import { makeOrder } from './make-order.ts'
import { createNarrator } from './narrator.ts'
import { remove } from './remove.ts'
import { createDeepWorld } from './testing/deep-world.ts'

const world = await createDeepWorld()
const { deps, sandbox, customer } = world
const { db } = deps
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-deep-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const key = file('key', 'key-of-the-operator\n')
const operator = (...args: string[]) => runCommand(commands, args, async () => deps, told)
/** What a test does when it is told a line. */
let hear: (line: string) => void = () => {}
const told = (line: string) => hear(line)

const given = { domain: 'unused.dev', host: 'entra', tool: 'instantly', 'key-file': key }
/** `doctor --deep` with these options; those that are undefined are left out. */
const deep = (options: Record<string, string | undefined> = {}, ...flags: string[]) =>
  operator(
    'doctor',
    '--deep',
    ...Object.entries({ ...given, ...options }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    ),
    ...flags,
  )

test.each([
  [{ domain: undefined }, '--domain is needed with --deep.'],
  [{ 'key-file': undefined }, '--key-file is needed with --deep.'],
  [{ domain: 'no domain' }, '--domain: '],
  [{ host: 'yahoo' }, '--host must be entra or google.'],
  [{ tool: 'other' }, '--tool must be one of instantly, smartlead, bison.'],
  [{ 'key-file': join(folder, 'absent') }, 'cannot be read.'],
  [{ 'key-file': file('empty', '\n') }, 'The file of --key-file is empty.'],
  [{ tool: 'bison' }, '--url: Please enter a valid Bison URL.'],
  [{ tool: 'smartlead' }, '--link-file: Please enter your Smartlead OAuth link.'],
  [{ tool: 'smartlead', host: 'google' }, '--link-file: Please enter your Smartlead OAuth link.'],
  [{ tool: 'smartlead', 'link-file': key }, '--link-file does not hold a sign-in link'],
])('what is typed wrong is answered with a sentence: %j', async (options, sentence) => {
  const { exitCode, err } = await deep(options)
  expect(err).toContain(sentence)
  expect(err).toContain('npm run operator -- doctor [--deep]')
  expect(exitCode).toBe(2)
})

test('what belongs to a deep look is refused without --deep', async () => {
  const { exitCode, err } = await operator('doctor', '--domain', 'unused.dev')
  expect(err).toMatch(/^--domain goes with --deep\.$/m)
  expect(exitCode).toBe(2)
  const asProgram = await deep({ host: 'yahoo' }, '--json')
  expect(JSON.parse(asProgram.out).error).toEqual({
    code: 'usage',
    message: '--host must be entra or google.',
  })
})

test('a domain that an order here holds, or holds a part of, is refused', async () => {
  const [held, whole] = [freshName(), freshName()]
  const { id } = await customer()
  await createPaidOrder(deps, { customerId: id, tool: 'other', names: { azure: [held] } })
  await createPaidOrder(deps, { customerId: id, tool: 'other', names: { azure: [`part.${whole}`] } })
  expect((await deep({ domain: held })).err).toBe(
    `${held} belongs to an order here. Name a domain that nothing uses.`,
  )
  expect((await deep({ domain: whole })).err).toMatch(/Name a domain that nothing uses\.$/)
})

test('a domain that does not exist, is not in the DNS account, or is used there is refused', async () => {
  const nowhere = freshName()
  expect((await deep({ domain: nowhere })).err).toBe(
    `${nowhere} does not exist, and your DNSimple account does not hold it. Register it there first.`,
  )
  const elsewhere = await ownNames(world).ownName()
  expect((await deep({ domain: elsewhere })).err).toBe(
    `Your DNSimple account does not hold ${elsewhere}. Name a domain that it holds.`,
  )
  const used = await world.emptyDomain()
  await deps.vendors.zones.ensureRecords(used, [
    { name: '', type: 'MX', content: 'mx.example.com', priority: 1 },
  ])
  expect((await deep({ domain: used })).err).toContain(
    `${used} has records of its own (MX @), so something may use it.`,
  )
  const leadsAway = await world.emptyDomain()
  await deps.vendors.registrar.setDelegation(leadsAway, ['ns1.elsewhere.test', 'ns2.elsewhere.test'])
  expect((await deep({ domain: leadsAway })).err).toContain(
    `The name servers of ${leadsAway} are ns1.elsewhere.test, ns2.elsewhere.test. Set them to `,
  )
})

test('what would end badly is refused before anything is made, with what to mend', async () => {
  const domain = await world.emptyDomain()
  const host = await deps.vendors.mailboxHost(await accountId())
  await host.ensureDomain(domain)
  expect((await deep({ domain })).err).toContain(`${domain} stands in main already.`)
  await host.removeDomain(domain)

  expect((await deep({ domain, account: 'nobody' })).err).toBe(
    'No open one is labelled nobody. They are: main.',
  )
  expect((await deep({ domain, 'key-file': file('wrong', 'refused') })).err).toContain(
    'The sending tool does not open: ',
  )

  await operator('pause', '--reason', 'looking')
  expect((await deep({ domain })).err).toContain('Let them go on with: npm run operator -- resume')
  await operator('resume')

  const { tenants } = microsoftState(sandbox.store)
  const tenant = required(tenants.get(demoMicrosoftTenant.tenantId), 'the demo tenant')
  const apps = tenant.apps.map((app) => ({
    ...app,
    permissions: app.permissions.filter((each) => each !== 'Mail.Send'),
  }))
  tenants.put(tenant.tenantId, { ...tenant, apps })
  await forgetTokens(deps)
  expect((await deep({ domain })).err).toContain(
    'main does not permit all that is needed: the app registration lacks Mail.Send.',
  )
  tenants.put(tenant.tenantId, tenant)
  await forgetTokens(deps)

  const probes = await db.delete(probeMailboxes).returning()
  expect((await deep({ domain })).err).toContain('Add them with: npm run operator -- probe add')
  await db.insert(probeMailboxes).values(probes)
  expect(await db.$count(customers, eq(customers.email, deepEmail))).toBe(0)
})

const accountId = async () => {
  const account = await db.query.providerAccounts.findFirst({ where: (row) => eq(row.vendor, 'microsoft') })
  return required(account, 'a tenant').id
}

test('it says first what it will make and what that costs, and makes nothing without --yes', async () => {
  const domain = await world.emptyDomain()
  const { exitCode, out } = await deep({ domain })
  expect(out).toContain(`On ${domain}: its DNS records, an entry in main at Microsoft with one mailbox in it`)
  expect(out).toContain('It costs a licence or seat at Microsoft')
  expect(out).toContain('two mails to your probe mailboxes, and one more through Instantly.')
  expect(out).toMatch(/Nothing is made or removed yet\. Begin by adding --yes\.$/)
  expect(exitCode).toBe(1)
  expect(await db.$count(customers, eq(customers.email, deepEmail))).toBe(0)
})

test('it announces a mail through the sending tool only where the tool can send one', async () => {
  const domain = await world.emptyDomain()
  const link = file('link', 'https://app.smartlead.ai/connect?key=x')
  const smartlead = await deep({ domain, tool: 'smartlead', 'link-file': link })
  const bison = await deep({ domain, tool: 'bison', url: 'https://bison.example.test' })
  for (const { out, err } of [smartlead, bison])
    expect(out, err).toContain('The mailbox sends two mails to your probe mailboxes.\n')
})

test('what an earlier one has left stays until --yes, and a stop while that is removed stops all of it', async () => {
  const domain = await world.emptyDomain()
  const left = await makeOrder(deps, world.order(domain), undefined)
  const isLeft = () => db.$count(customers, eq(customers.id, left.customerId))

  const announced = await deep({ domain })
  expect(announced.out).toContain(`An earlier doctor --deep has left ${domain}; that is removed first`)
  expect(announced.out).toContain(`On ${domain}: its DNS records, an entry in main at Microsoft`)
  expect(announced.out).toMatch(/Nothing is made or removed yet\. Begin by adding --yes\.$/)
  expect(announced.exitCode).toBe(1)
  expect(await isLeft()).toBe(1)

  hear = (line) => {
    if (line.endsWith('that is removed first.')) process.emit('SIGINT')
  }
  onTestFinished(() => {
    hear = () => {}
  })
  const stopped = await deep({ domain }, '--yes')
  expect(stopped.out).toBe('It was stopped before anything was made.')
  expect(stopped.exitCode).toBe(1)
  expect(await isLeft()).toBe(0)
  expect(await db.$count(customers, eq(customers.email, deepEmail))).toBe(0)
})

test('there is one at a time', async () => {
  await withDeepLock(deps.openSession, async () => {
    expect((await deep()).err).toBe('Another doctor --deep is under way. Wait until it has ended.')
  })
  expect((await operator('doctor', '--deep', '--remove-left')).out).toBe('Nothing of doctor --deep is left.')
})

test('nobody’s order is in no list and gets no mail, and doctor tells that it is there', async () => {
  const domain = await world.emptyDomain()
  const holding = await makeOrder(deps, world.order(domain), undefined)
  for (const list of [
    ['customer', 'list'],
    ['order', 'list'],
  ])
    expect((await operator(...list)).out).not.toContain(deepEmail)
  await db.transaction((tx) =>
    deps.outbox.put(tx, { key: 'to nobody', to: deepEmail, subject: 'Hello', text: 'Nobody reads this.' }),
  )
  expect(await db.$count(outbox, eq(outbox.recipient, deepEmail))).toBe(0)
  expect((await operator('doctor')).out).toContain(`WRONG  Deep looks: one at ${domain} is under way`)
  const run = world.run()
  expect(await remove(run, holding, createNarrator('azure', run.tell))).toBeUndefined()
  expect((await operator('doctor')).out).toContain('ok     Deep looks')
})
