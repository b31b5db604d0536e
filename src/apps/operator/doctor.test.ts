import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { probeMailboxes, providerAccounts } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { alarmsOfAccount } from '#features/capacity/server/hosts/account-alarms.ts'
import { askForAlerts } from '#features/health/server/alerts/ask-for-alerts.ts'
import { readMessageTraces } from '#features/health/server/trace/read-message-traces.ts'
import { forgetTokens } from '#tests/server/forget-tokens.ts'
import { addProbeMailboxes } from '#tests/server/probe-mailboxes.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState, type Tenant } from '#vendors/microsoft/simulator/state.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
await stripeActs(world).atStripe('/webhooks/endpoint', {
  url: `${deps.config.publicUrl}/api/webhooks/stripe`,
})
await addProbeMailboxes(deps)
const run = (...args: string[]) => runCommand(commands, ['doctor', ...args], async () => deps)
const doctor = async () => (await run()).out

test('doctor says of each third party that is away that it is, and continues with the others', async () => {
  const away = ['stripe', 'dnsimple', 'rdap', 'microsoft', 'google', 'dns']
  for (const vendor of away) sandbox.faults.add({ kind: '500', vendor, times: 100 })
  const out = await doctor()
  const reach = 'Check that this machine reaches it'
  for (const [what, mend] of [
    ['Stripe', reach],
    ['DNSimple', reach],
    ['Registries (RDAP)', 'Check RDAP_BOOTSTRAP_URL'],
    ['DNS', 'Check DNS_SERVERS'],
    ['Microsoft tenant main', reach],
    ['Google account main', reach],
    ['Probe mailbox at Microsoft', reach],
    ['Probe mailbox at Google', reach],
  ] as const) {
    const line = out.slice(out.indexOf(`WRONG  ${what}: `))
    expect(line, what).toMatch(/^WRONG {2}.+: \S/)
    expect(line.split('\n').slice(0, 2).join('\n'), what).toContain(mend)
  }
  expect(out).toContain('ok     Mail')
  expect(out).toMatch(/8 to mend\.$/)
})

test('doctor names the setting of a third party that answers but refuses', async () => {
  sandbox.faults.clear()
  const contacts = sandbox.store.collection('dnsimple.contacts')
  const entries = contacts.entries()
  for (const { id } of entries) contacts.delete(id)
  const out = await doctor()
  for (const { id, value } of entries) contacts.put(id, value)
  expect(out).toContain('Check DNSIMPLE_TOKEN and REGISTRANT_ID.')
  expect(out).toMatch(/1 to mend\.$/)
})

test('doctor says when all is well', async () => {
  sandbox.faults.clear()
  const out = await doctor()
  expect(out).not.toContain('WRONG')
  expect(out).toMatch(/All is well\.$/)
})

test('doctor ends with 1 while something is wrong, so that a program notices, and with 0 otherwise', async () => {
  expect((await run()).exitCode).toBe(0)
  sandbox.faults.add({ kind: '500', vendor: 'stripe', times: 100 })
  expect((await run()).exitCode).toBe(1)
  const { exitCode, out } = await run('--json')
  sandbox.faults.clear()
  expect(exitCode).toBe(1)
  const { findings } = JSON.parse(out) as { findings: { what: string; ok: boolean }[] }
  expect(findings.filter(({ ok }) => !ok)).toMatchObject([{ what: 'Stripe', reason: expect.any(String) }])
})

const { tenants } = microsoftState(sandbox.store)
const demoTenant = required(tenants.get(demoMicrosoftTenant.tenantId), 'the demo tenant')

/** What doctor says of the demo tenant where it differs in this, or its app may not do these. */
async function doctorWith(change: Partial<Tenant>, lacking: readonly string[] = []): Promise<string> {
  const apps = demoTenant.apps.map((app) => ({
    ...app,
    permissions: app.permissions.filter((permission) => !lacking.includes(permission)),
  }))
  tenants.put(demoTenant.tenantId, { ...demoTenant, apps, ...change })
  await forgetTokens(deps)
  const out = await doctor()
  tenants.put(demoTenant.tenantId, demoTenant)
  await forgetTokens(deps)
  return out
}
/** The lines of one finding. */
const of = (what: string, out: string): string =>
  out.slice(out.indexOf(what)).split(/\n {2}(?=\S)/, 1)[0] ?? ''

test('doctor says that sending tools get their consent by API, and of nothing in the way where there is nothing', async () => {
  const out = await doctorWith({ registrationCampaign: 'disabled' })
  expect(of('Microsoft tenant main', out)).toBe(
    'Microsoft tenant main: open\n         Microsoft lets it reach 24,457,819 outside recipients in 24 hours (by Microsoft’s own counter); 0 reached.\n         10,000,000 emails a day were entered, which is within it.\n         Sending tools get their consent by API.\n         Its app may read the message trace.',
  )
})

test('doctor tries a write in a tenant, and names the command that lets its settings be changed', async () => {
  const told = of('Microsoft tenant main', await doctorWith({ isDehydrated: true }))
  expect(told).toContain('cannot be changed yet: run Enable-OrganizationCustomization once')
  expect(told).not.toContain('Check that this machine reaches it')
  const { smtpClientAuthenticationDisabled } = demoTenant
  await doctor()
  expect(tenants.get(demoTenant.tenantId)).toMatchObject({ smtpClientAuthenticationDisabled })
})

test('doctor says what counts where more was entered than a tenant lets out', async () => {
  const { tenants } = microsoftState(sandbox.store)
  const tenant = required(tenants.get(demoMicrosoftTenant.tenantId), 'the tenant')
  const skus = tenant.skus.map((sku) => ({ ...sku, units: 1 }))
  tenants.put(tenant.tenantId, { ...tenant, skus })
  const told = of('Microsoft tenant main', await doctor())
  tenants.put(tenant.tenantId, tenant)
  expect(told).toContain('Microsoft lets it reach 10,000 outside recipients in 24 hours')
  expect(told).toContain('10,000,000 emails a day were entered, so up to 9,000 are placed')
})

test('doctor tells what will interrupt signing in, and that it is the operator’s to decide, as nothing to mend', async () => {
  const out = await doctorWith({ securityDefaults: true, registrationCampaign: 'enabled' })
  const told = of('Microsoft tenant main', out)
  expect(told).toContain('Security defaults are on: whoever signs in has to register a second factor')
  expect(told).toContain('A registration campaign is on: ')
  expect(told.match(/is your decision; nothing here changes it\./g)).toHaveLength(2)
  expect(out).toMatch(/All is well\.$/)
})

test('doctor tells of a registration campaign that is left to Microsoft, and does not call it off or on', async () => {
  const told = of('Microsoft tenant main', await doctor())
  expect(told).toContain('The registration campaign is left to Microsoft, ')
  expect(told).not.toContain('A registration campaign is on')
})

test('doctor tells who gives consent, and what is not known, where the permissions were not given', async () => {
  const out = await doctorWith({}, [
    'DelegatedPermissionGrant.ReadWrite.All',
    'Policy.Read.All',
    'ExchangeMessageTrace.Read.All',
  ])
  expect(of('Microsoft tenant main', out).split('\n').slice(3)).toEqual([
    '         A person gives sending tools their consent, when a work item asks for it: the app registration lacks DelegatedPermissionGrant.ReadWrite.All.',
    expect.stringContaining('is not known: the app registration needs Policy.Read.All'),
    expect.stringContaining('not known: give the app registration ExchangeMessageTrace.Read.All.'),
  ])
  expect(out).toMatch(/All is well\.$/)
})

test('doctor tells since when the rounds have heard nothing of an account, and why, as its page does', async () => {
  const asking = { ...deps, log: pino({ level: 'silent' }) }
  sandbox.faults.add({ vendor: 'microsoft', kind: '429', path: 'messageTraces', retryAfter: 1, times: 1 })
  sandbox.faults.add({ vendor: 'google', kind: '500', path: 'alertcenter', times: 1 })
  const begun = Date.parse('2026-11-20T08:15:00Z')
  await readMessageTraces(asking, { clock: () => begun })
  await askForAlerts(asking, { clock: () => begun })
  sandbox.faults.clear()
  const out = await doctor()
  const told = async (what: string, vendor: 'microsoft' | 'google') => {
    const [account] = await deps.db.select().from(providerAccounts).where(eq(providerAccounts.vendor, vendor))
    const [alarm] = await alarmsOfAccount(deps.db, account?.id ?? '')
    expect(alarm?.what).toContain('cannot be read: ')
    // Who reads the alarm is in the console, where the same look has another name.
    expect(alarm?.mend).toContain('See what Checks says of it on Home')
    expect(alarm?.mend).not.toContain('doctor')
    expect(of(what, out).split('\n').at(-1)?.trim()).toBe(
      `Its rounds have not heard all of it since 2026-11-20 08:15 UTC. ${alarm?.what}.`,
    )
  }
  await told('Microsoft tenant main', 'microsoft')
  await told('Google account main', 'google')
  expect(out).toMatch(/All is well\.$/)

  // A look at an account that works has it asked soon.
  await readMessageTraces(asking)
  await askForAlerts(asking)
  expect(await doctor()).not.toContain('Its rounds have not heard')
})

test('doctor asks for the permission to send proof mail, and for probe mailboxes where they are missing', async () => {
  const out = await doctorWith({}, ['Mail.Send'])
  expect(out).toContain('WRONG  Microsoft tenant main: the app registration lacks Mail.Send')
  await deps.db.delete(probeMailboxes)
  const without = await doctor()
  expect(without).toMatch(
    /WRONG {2}Probe mailbox at Microsoft: there is none.*\n *Add one\.\n *On the command line: npm run operator -- probe add/,
  )
  expect(without).toMatch(
    /WRONG {2}Probe mailbox at Google: there is none.*\n *Add one\.\n *On the command line: npm run operator -- probe add/,
  )
  expect(without).toMatch(/2 to mend\.$/)
})
