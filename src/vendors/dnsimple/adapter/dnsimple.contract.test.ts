import { describe, expect, it } from 'vitest'
import type { VendorError } from '#vendors/client/vendor-error.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import { findRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { type ContractBench, describeFailureMatrix, openBench, operation } from '#vendors/testing/contract.ts'
import {
  changeAccount,
  chargesAt,
  dnsimpleOf,
  domainAt,
  expire,
  host,
  name,
  recordsAt,
  register,
  renew,
  terms,
  token,
  wantedRecords,
  zonesAt,
} from '#vendors/testing/dnsimple-bench.ts'
import type { Dnsimple } from './dnsimple.ts'

/** 1 when each wanted record is there exactly once. */
const publishedOnce = (wanted: readonly DnsRecord[]) => (bench: ContractBench) => {
  const counts = wanted.map(
    ({ type, name: left }) =>
      recordsAt(bench).filter((record) => record.type === type && record.name === left).length,
  )
  return counts.every((count) => count === 1) ? 1 : Number.NaN
}

/** An adapter that knows its account already, at an account that is prepared. */
const after =
  (...preparations: ((bench: ContractBench) => Promise<unknown>)[]) =>
  async (bench: ContractBench): Promise<Dnsimple> => {
    for (const prepare of preparations) await prepare(bench)
    const dnsimple = dnsimpleOf(bench)
    await dnsimple.warm()
    return dnsimple
  }
const enterprise = (bench: ContractBench) => changeAccount(bench, { plan: 'enterprise' })
const forwarding: DnsRecord = { name: '', type: 'URL', content: 'https://example.com' }
const forward = (bench: ContractBench) => dnsimpleOf(bench).zones.ensureRecords(name, [forwarding])
const urlRecords = (bench: ContractBench) => recordsAt(bench).filter(({ type }) => type === 'URL')
const urlRecordId = (bench: ContractBench) => String(urlRecords(bench)[0]?.id ?? '999999')

const operations = [
  operation<void>({ name: 'warm', call: (bench) => dnsimpleOf(bench).warm(bench.ctx) }),
  operation<void>({
    name: 'accountNumber',
    call: (bench) => dnsimpleOf(bench).accountNumber(bench.ctx),
  }),
  operation({
    name: 'hasDomain',
    arrange: after(host),
    call: ({ ctx }, dnsimple) => dnsimple.hasDomain(name, ctx),
  }),
  operation({
    name: 'check',
    arrange: after(),
    call: ({ ctx }, { registrar }) => registrar.check(name, ctx),
  }),
  operation({
    name: 'price',
    arrange: after(),
    call: ({ ctx }, { registrar }) => registrar.price(name, ctx),
  }),
  operation({
    name: 'findRegistration',
    arrange: after(register),
    call: ({ ctx }, { registrar }) => registrar.findRegistration(name, undefined, ctx),
  }),
  operation({
    name: 'ensureRegistered',
    arrange: after(),
    call: ({ ctx }, { registrar }) => registrar.ensureRegistered(name, terms, ctx),
    effects: (bench) => chargesAt(bench).length,
  }),
  operation({
    name: 'renew',
    arrange: after(register, expire),
    call: ({ ctx }, { registrar }) => registrar.renew(name, { ...terms, noted: async () => {} }, ctx),
    effects: (bench) => chargesAt(bench).filter((charge) => charge.for === 'renewal').length,
  }),
  operation({
    name: 'findRenewal',
    arrange: async (bench) => {
      await register(bench)
      await expire(bench)
      const { externalId = '' } = await renew(bench)
      const dnsimple = dnsimpleOf(bench)
      await dnsimple.warm()
      return { dnsimple, externalId }
    },
    call: ({ ctx }, { dnsimple, externalId }) => dnsimple.registrar.findRenewal(name, externalId, ctx),
  }),
  operation({
    name: 'setAutoRenew',
    arrange: after(register),
    call: ({ ctx }, { registrar }) => registrar.setAutoRenew(name, false, ctx),
    effects: (bench) => (domainAt(bench)?.autoRenew === false ? 1 : 0),
  }),
  operation({
    name: 'delegation',
    arrange: after(register),
    call: ({ ctx }, { registrar }) => registrar.delegation(name, ctx),
  }),
  operation({
    name: 'setDelegation',
    arrange: after(register),
    call: ({ ctx }, { registrar }) => registrar.setDelegation(name, ['ns1.else.net', 'ns2.else.net'], ctx),
    effects: ({ sandbox }) =>
      findRegistered(sandbox.world, name)?.nameServers.includes('ns1.else.net') ? 1 : 0,
  }),
  operation({
    name: 'ensureZone',
    arrange: after(),
    call: ({ ctx }, { zones }) => zones.ensureZone(name, ctx),
    effects: (bench) => zonesAt(bench).length,
  }),
  operation({
    name: 'hasZone',
    arrange: after(host),
    call: ({ ctx }, { zones }) => zones.hasZone(name, ctx),
  }),
  operation({
    name: 'records',
    arrange: after(host),
    call: ({ ctx }, { zones }) => zones.records(name, ctx),
  }),
  operation({
    name: 'ensureRecords, one by one',
    arrange: after(host),
    call: ({ ctx }, { zones }) => zones.ensureRecords(name, wantedRecords.slice(0, 2), ctx),
    effects: publishedOnce(wantedRecords.slice(0, 2)),
  }),
  operation({
    name: 'ensureRecords, in a batch',
    arrange: after(enterprise, host),
    call: ({ ctx }, { zones }) => zones.ensureRecords(name, wantedRecords, ctx),
    effects: publishedOnce(wantedRecords),
  }),
  operation({
    name: 'updateRecord',
    arrange: after(host, forward),
    call: (bench, { zones }) =>
      zones.updateRecord(
        name,
        urlRecordId(bench),
        { ...forwarding, content: 'https://example.com/test' },
        bench.ctx,
      ),
    effects: (bench) => urlRecords(bench).filter(({ content }) => content.endsWith('/test')).length,
  }),
  operation({
    name: 'deleteRecord',
    arrange: after(host, forward),
    call: (bench, { zones }) => zones.deleteRecord(name, urlRecordId(bench), bench.ctx),
    effects: (bench) => (urlRecords(bench).length === 0 ? 1 : 0),
  }),
  operation({
    name: 'dropZone',
    arrange: after(host),
    call: ({ ctx }, { zones }) => zones.dropZone(name, ctx),
    effects: (bench) => (domainAt(bench) ? 0 : 1),
  }),
]

describeFailureMatrix({
  vendor: 'dnsimple',
  secrets: [token],
  transport: 'in-process',
  ports: (bench) => {
    const { registrar, zones, ...own } = dnsimpleOf(bench)
    return [registrar, zones, own]
  },
  without: { probe: 'It answers what a call would throw.' },
  operations,
})
describeFailureMatrix({
  vendor: 'dnsimple',
  secrets: [token],
  transport: 'http',
  operations: operations.filter(({ name: of }) => of === 'ensureRegistered'),
})

describe('the account', () => {
  it('is asked for its number once', async () => {
    await using bench = await openBench('in-process')
    const dnsimple = dnsimpleOf(bench)
    await dnsimple.warm()
    await dnsimple.registrar.check(name)
    await dnsimple.registrar.check(name)
    expect(bench.sandbox.requests().filter(({ path }) => path.endsWith('/whoami'))).toHaveLength(1)
  })

  it('is refused with a wrong token, which is named nowhere', async () => {
    await using bench = await openBench('in-process')
    const wrong = dnsimpleOf(bench, { token: 'canary-secret-4711' })
    expect(await wrong.probe()).toEqual({
      ok: false,
      reason: 'the token is wrong or was revoked',
      isAway: false,
    })
    expect(bench.logText()).not.toContain('canary-secret-4711')
  })

  it('must have the contact that registrations are made for', async () => {
    await using bench = await openBench('in-process')
    expect(await dnsimpleOf(bench).probe()).toEqual({ ok: true })
    const probed = await dnsimpleOf(bench, { registrantId: 77 }).probe()
    expect(probed).toMatchObject({ ok: false, reason: expect.stringContaining('REGISTRANT_ID') })
  })

  it('says when its quota is new, once the documented number of requests is used up', async () => {
    const sandbox = createSandbox({ storePath: ':memory:', limitsScale: 0.01 })
    const bench = await openBench('in-process')
    const { zones } = dnsimpleOf({ ...bench, dependencies: { ...bench.dependencies, fetch: sandbox.fetch } })
    for (let request = 0; request < 23; request++) await zones.hasZone(name)
    await expect(zones.hasZone(name)).rejects.toSatisfy(
      (error: VendorError) => error.kind === 'transient' && (error.retryAfterMs ?? 0) > 3_500_000,
    )
    expect(bench.dependencies.limits.blocks).toMatchObject([{ key: 'dnsimple:account' }])
    await sandbox.close()
    await bench.sandbox.close()
  })
})
