import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { alertWatches } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { reopenProviderAccount } from '#features/capacity/server/hosts/account-state.ts'
import { forgetTokens } from '#tests/server/forget-tokens.ts'
import { controlOf } from '#tests/server/sandbox-control.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { readMessageTraces } from '../trace/read-message-traces.ts'
import { askForAlerts } from './ask-for-alerts.ts'

const { deps, sandbox } = await createTestWorld()
const { db } = deps
const asking = { ...deps, log: pino({ level: 'silent' }) }
const { tenantId } = demoMicrosoftTenant
const { tenants } = microsoftState(sandbox.store)
const tenant = required(tenants.get(tenantId), 'the demo tenant')

const control = controlOf(sandbox)
const goBy = (minutes: number) =>
  db.execute(sql`update alert_watches set asked_at = asked_at - make_interval(mins => ${minutes})`)
const rounds = { microsoft: readMessageTraces, google: askForAlerts }
type Vendor = keyof typeof rounds
const ask = (vendor: Vendor) => rounds[vendor](asking)

/** In which ways one refuses us, and how it does no more. */
const refusals: Record<string, { vendor: Vendor; set(isRefused: boolean): unknown }> = {
  'a tenant whose app lacks the permission': {
    vendor: 'microsoft',
    set: (isRefused) =>
      control('/_microsoft/trace/access', { tenantId, permission: isRefused ? 'off' : 'on' }),
  },
  'a tenant without the entry for the service behind the trace': {
    vendor: 'microsoft',
    set: (isRefused) => control('/_microsoft/trace/access', { tenantId, service: isRefused ? 'off' : 'on' }),
  },
  'a tenant that refuses the app': {
    vendor: 'microsoft',
    set: (isRefused) =>
      tenants.put(tenantId, {
        ...tenant,
        apps: tenant.apps.map((app) => ({ ...app, secretExpired: isRefused })),
      }),
  },
  'an account that nobody has allowed us to read': {
    vendor: 'google',
    set: (isRefused) =>
      control('/_google/alert/api', { customerId: demoGoogleAccount.customerId, isOn: !isRefused }),
  },
}

beforeEach(async () => {
  for (const { set } of Object.values(refusals)) await set(false)
  await forgetTokens(deps)
  await db.delete(alertWatches)
})

test.each(['microsoft', 'google'] as const)(
  'an account of %s that answers is asked every quarter of an hour',
  async (vendor) => {
    expect(await ask(vendor)).toBe(1)
    await goBy(14)
    expect(await ask(vendor)).toBe(0)
    await goBy(1)
    expect(await ask(vendor)).toBe(1)
  },
)

test.each(Object.keys(refusals))(
  '%s is asked once an hour, and at once where somebody mends it',
  async (who) => {
    const { vendor, set } = required(refusals[who], who)
    await set(true)
    await forgetTokens(deps)
    expect(await ask(vendor)).toBe(1)
    for (const minutes of [15, 30, 14]) {
      await goBy(minutes)
      expect(await ask(vendor)).toBe(0)
    }
    await goBy(1)
    expect(await ask(vendor)).toBe(1)

    await set(false)
    await forgetTokens(deps)
    expect(await ask(vendor)).toBe(0)
    await reopenProviderAccount(deps, { vendor, label: 'main' })
    expect(await ask(vendor)).toBe(1)
    expect(await db.select().from(alertWatches)).toMatchObject([{ isForbidden: false, problem: null }])
  },
)

test('an account that was mended while it was being asked is asked again at once', async () => {
  const { vendor, set } = required(refusals['a tenant that refuses the app'], 'it')
  const vendors = {
    async mailboxHost(id: string) {
      await set(false)
      await reopenProviderAccount(deps, { vendor, label: 'main' })
      await set(true)
      await forgetTokens(deps)
      return deps.vendors.mailboxHost(id)
    },
  }
  expect(await readMessageTraces({ ...asking, vendors })).toBe(1)
  expect(await db.select().from(alertWatches)).toMatchObject([{ problem: expect.any(String) }])
  expect(await ask(vendor)).toBe(1)
})
