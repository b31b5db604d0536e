import { describe, expect, it } from 'vitest'
import type { VendorError } from '#vendors/client/vendor-error.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import { setNameServers } from '#vendors/sandbox/names/registered-names.ts'
import { openBench } from '#vendors/testing/contract.ts'
import {
  changeAccount,
  dnsimpleOf,
  expire,
  name,
  register,
  terms,
  wantedRecords,
  zonesAt,
} from '#vendors/testing/dnsimple-bench.ts'

describe('hosting a zone', () => {
  const servers = ['ns1.dnsimple.com', 'ns2.dnsimple.com']

  it('waits for proof when the name points here and was never in this account, and says how to give it', async () => {
    await using bench = await openBench('in-process')
    const { zones } = dnsimpleOf(bench)
    setNameServers(bench.sandbox.world, name, servers)
    const refusal = await zones.ensureZone(name).catch((error: VendorError) => error)
    expect(refusal).toMatchObject({ kind: 'waiting', code: 'ownership_proof' })
    const proof = (refusal as VendorError).reason.match(/ns-\w+\.dnsimple-verify\.com/g) ?? []
    expect(proof).toHaveLength(2)
    setNameServers(bench.sandbox.world, name, [...servers, ...proof])
    await zones.ensureZone(name)
    expect(await zones.hasZone(name)).toBe(true)
  })

  it('needs no proof before the name points here, nor when it comes back', async () => {
    await using bench = await openBench('in-process')
    const { zones } = dnsimpleOf(bench)
    await zones.ensureZone(name)
    setNameServers(bench.sandbox.world, name, servers)
    await zones.dropZone(name)
    await zones.dropZone(name)
    expect(await zones.hasZone(name)).toBe(false)
    await zones.ensureZone(name)
  })

  it('stops answering for a registered name without giving up its registration, and answers again', async () => {
    await using bench = await openBench('in-process')
    const { zones, registrar } = dnsimpleOf(bench)
    await register(bench)
    await zones.dropZone(name)
    expect((await registrar.findRegistration(name))?.state).toBe('registered')
    expect(zonesAt(bench)).toMatchObject([{ active: false }])
    await zones.ensureZone(name)
    expect(zonesAt(bench)).toMatchObject([{ active: true }])
  })

  it('gives up no registration with a zone, neither a pending one nor one that has expired', async () => {
    await using bench = await openBench('in-process')
    const { zones, registrar } = dnsimpleOf(bench)
    const pending = 'failingfoundry.com'
    await registrar.ensureRegistered(pending, terms)
    await zones.dropZone(pending)
    expect((await registrar.findRegistration(pending))?.state).toBe('registering')
    await register(bench)
    await expire(bench)
    await zones.dropZone(name)
    expect((await registrar.findRegistration(name))?.state).toBe('expired')
  })

  it('pages through a zone of many records', async () => {
    await using bench = await openBench('in-process')
    const { zones } = dnsimpleOf(bench)
    await zones.ensureZone(name)
    const many = Array.from(
      { length: 120 },
      (_, n): DnsRecord => ({ name: `t${n}`, type: 'TXT', content: `v=${n}` }),
    )
    expect((await zones.ensureRecords(name, many)).map((record) => record.content)).toEqual(
      many.map((record) => record.content),
    )
    expect(await zones.records(name)).toHaveLength(125)
  })

  it('needs one look and one change for many records where the plan has batches', async () => {
    await using bench = await openBench('in-process')
    await changeAccount(bench, { plan: 'enterprise' })
    const { zones } = dnsimpleOf(bench)
    await zones.ensureZone(name)
    // A new zone is not active on this plan before somebody has it so.
    expect(zonesAt(bench)).toMatchObject([{ active: true }])
    const before = bench.sandbox.requests().length
    await zones.ensureRecords(name, wantedRecords)
    expect(
      bench.sandbox
        .requests()
        .slice(before)
        .map(({ method }) => method),
    ).toEqual(['GET', 'POST'])
  })

  it('hands on what is wrong with a record', async () => {
    await using bench = await openBench('in-process')
    const { zones } = dnsimpleOf(bench)
    await zones.ensureZone(name)
    await zones.ensureRecords(name, [{ name: '', type: 'URL', content: 'https://example.com' }])
    const wrong: DnsRecord[] = [{ name: '', type: 'A', content: '192.0.2.1' }]
    await expect(zones.ensureRecords(name, wrong)).rejects.toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('already exists'),
    })
  })
})
