import { afterEach, expect, test } from 'vitest'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { openHost } from '#vendors/testing/microsoft-host.ts'
import { demoMicrosoftTenant } from '../simulator/demo.ts'
import { microsoftState, type Tenant } from '../simulator/state.ts'

let bench: (ContractBench & AsyncDisposable) | undefined
afterEach(async () => {
  await bench?.[Symbol.asyncDispose]()
  bench = undefined
})

/** What a tenant with this lets out, as the adapter reads it. */
async function limitOf(change: Partial<Tenant>) {
  bench ??= await openBench('in-process')
  const { tenants } = microsoftState(bench.sandbox.store)
  const tenant = tenants.get(demoMicrosoftTenant.tenantId)
  if (!tenant) throw new Error('It is there from the first start.')
  tenants.put(tenant.tenantId, { ...tenant, ...change })
  return openHost(bench).sendingLimit?.(bench.ctx)
}
const licenses = (units: number, more: object = {}) => ({
  skuId: '4b9405b0-7788-4568-add1-99614e613b69',
  skuPartNumber: 'EXCHANGESTANDARD',
  units,
  ...more,
})

test('the tenant’s own counter is what it may reach, with what it has', async () => {
  expect(await limitOf({ skus: [licenses(25)], reachedOutside: 1_234 })).toEqual({
    perDay: 14_259,
    reached: 1_234,
    by: 'counter',
  })
})

test('where the counter is not shown, paid licenses with a mailbox count, and no others', async () => {
  const read = async (...skus: Tenant['skus']) => limitOf({ hidesLimits: true, skus })
  const free = { skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d', skuPartNumber: 'FLOW_FREE', units: 10_000 }
  const none = { perDay: 5_000, reached: null, by: 'licenses' }
  expect(await read(licenses(1), free)).toEqual({ ...none, perDay: 10_000 })
  expect(await read(free)).toEqual(none)
  expect(await read(licenses(100, { isTrial: true }))).toEqual(none)
  for (const capabilityStatus of ['Suspended', 'Warning', 'LockedOut', 'Deleted'] as const)
    expect(await read(licenses(100, { capabilityStatus }))).toEqual(none)
})

test('where neither can be read the lowest counts, and one that is away says nothing', async () => {
  bench = await openBench('in-process')
  const { sandbox } = bench
  const apps = microsoftState(sandbox.store).tenants.get(demoMicrosoftTenant.tenantId)?.apps ?? []
  const without = apps.map((app) => ({ ...app, permissions: ['Exchange.ManageAsApp'] }))
  expect(await limitOf({ hidesLimits: true, apps: without })).toEqual({
    perDay: 5_000,
    reached: null,
    by: 'unreadable',
  })
  sandbox.faults.add({ vendor: 'microsoft', kind: '500', path: 'InvokeCommand', times: 20 })
  await expect(limitOf({ hidesLimits: false, apps })).rejects.toMatchObject({ kind: 'transient' })
})
