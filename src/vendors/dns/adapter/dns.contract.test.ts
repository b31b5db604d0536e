import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDnsimple } from '#vendors/dnsimple/adapter/dnsimple.ts'
import type { StoredRecord } from '#vendors/dnsimple/simulator/stored.ts'
import type { Dns } from '#vendors/ports/names.ts'
import { setNameServers, setSigned } from '#vendors/sandbox/names/registered-names.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { createDns } from './dns.ts'

const name = 'brightfoundry42.com'
const current = [
  'ns1.dnsimple-edge.com',
  'ns2.dnsimple-edge.net',
  'ns3.dnsimple-edge.io',
  'ns4.dnsimple-edge.org',
]

describe('plain DNS queries, over real sockets', () => {
  let bench: ContractBench
  let dns: Dns
  let server: string

  beforeAll(async () => {
    bench = await openBench('http')
    server = `127.0.0.1:${bench.sandbox.ports.dns}`
    dns = createDns({ servers: [server] }, bench.dependencies)
    const { registrar, zones } = createDnsimple(
      { baseUrl: `${bench.origin}/dnsimple/v2`, token: 'sandbox-token', registrantId: 1 },
      bench.dependencies,
    )
    await registrar.ensureRegistered(name, { ceilingCents: 25_00, autoRenew: false })
    await zones.ensureRecords(name, [
      { name: '', type: 'MX', content: 'Smtp.Google.com', priority: 1 },
      { name: '', type: 'TXT', content: 'v=spf1 include:_spf.google.com ~all' },
      { name: '', type: 'TXT', content: 'google-site-verification=abc' },
      { name: 'google._domainkey', type: 'TXT', content: `v=DKIM1; k=rsa; p=${'A'.repeat(2_000)}` },
      {
        name: 'selector1._domainkey',
        type: 'CNAME',
        content: 'selector1-brightfoundry42-com._domainkey.contoso.a-v1.dkim.mail.microsoft',
      },
      { name: 'loop', type: 'CNAME', content: `loop.${name}` },
      { name: '*.wild', type: 'TXT', content: 'anything' },
    ])
  })
  afterAll(() => bench.sandbox.close())
  beforeEach(() => bench.sandbox.faults.clear())

  it('finds what is published', async () => {
    expect(await dns.nameServers(name)).toEqual({ state: 'found', values: expect.arrayContaining(current) })
    expect(await dns.mx(name)).toEqual({
      state: 'found',
      values: [{ exchange: 'smtp.google.com', priority: 1 }],
    })
    const txt = await dns.txt(name)
    expect(txt.state === 'found' && txt.values.sort()).toEqual([
      'google-site-verification=abc',
      'v=spf1 include:_spf.google.com ~all',
    ])
    expect(await dns.cname(`selector1._domainkey.${name}`)).toEqual({
      state: 'found',
      values: ['selector1-brightfoundry42-com._domainkey.contoso.a-v1.dkim.mail.microsoft'],
    })
    expect(await dns.txt(`x.wild.${name}`)).toEqual({ state: 'found', values: ['anything'] })
  })

  it('joins a key that comes in pieces, over TCP when it is too long for UDP', async () => {
    expect(await dns.txt(`google._domainkey.${name}`)).toEqual({
      state: 'found',
      values: [`v=DKIM1; k=rsa; p=${'A'.repeat(2_000)}`],
    })
  })

  it('follows an alias to the text behind it', async () => {
    const txt = await dns.txt(`selector1._domainkey.${name}`)
    expect(txt).toEqual({ state: 'found', values: [expect.stringMatching(/^v=DKIM1; k=rsa; p=M/)] })
  })

  it.each([
    ['no such name', 'nobodyhasthisname42.com'],
    ['no such host', `nothing.${name}`],
    ['no such record at a host that is there', `selector1._domainkey.${name}`],
    ['only hosts below it', `_domainkey.${name}`],
  ])('says that a record is missing: %s', async (_, host) => {
    expect(await dns.mx(host)).toEqual({ state: 'missing' })
  })

  it('does not know when the zone is not where the delegation leads', async () => {
    setNameServers(bench.sandbox.world, 'lamefoundry.com', current)
    expect(await dns.txt('lamefoundry.com')).toMatchObject({ state: 'unknown' })
    expect(await dns.txt(`loop.${name}`)).toMatchObject({ state: 'unknown' })
  })

  it.each(['500', '429', 'malformed', 'drop'] as const)(
    'does not know when the server fails (%s), and never calls it missing',
    async (kind) => {
      bench.sandbox.faults.add({ kind, vendor: 'dns', times: 20 })
      const calledOff = AbortSignal.timeout(kind === 'drop' || kind === 'malformed' ? 200 : 10_000)
      expect(await dns.txt(name, { signal: calledOff })).toMatchObject({ state: 'unknown' })
    },
  )

  it('does not know when no server is there', async () => {
    const nobody = createDns({ servers: ['127.0.0.1:1'] }, bench.dependencies)
    expect(await nobody.txt(name)).toMatchObject({ state: 'unknown' })
  })

  it('tells the DS records that a parent zone has, whatever the name’s own servers answer', async () => {
    const signed = 'signedfoundry.com'
    setSigned(bench.sandbox.world, signed, true)
    const found = { state: 'found', values: [`2371 13 2 ${'1f987cc6'.repeat(8)}`] }
    expect(await dns.delegationSigners(signed)).toEqual(found)
    expect(await dns.delegationSigners(name)).toEqual({ state: 'missing' })
    setNameServers(bench.sandbox.world, signed, current)
    expect(await dns.nameServers(signed)).toMatchObject({ state: 'unknown' })
    expect(await dns.delegationSigners(signed)).toEqual(found)
  })

  it.each(['500', '429', 'malformed', 'drop'] as const)(
    'does not know of DS records when the server fails (%s)',
    async (kind) => {
      bench.sandbox.faults.add({ kind, vendor: 'dns', times: 20 })
      const calledOff = AbortSignal.timeout(kind === 'drop' || kind === 'malformed' ? 200 : 10_000)
      expect(await dns.delegationSigners(name, { signal: calledOff })).toMatchObject({ state: 'unknown' })
    },
  )

  it('does not know of DS records when no server is there', async () => {
    const nobody = createDns({ servers: ['127.0.0.1:1', '[::1]:1'] }, bench.dependencies)
    expect(await nobody.delegationSigners(name)).toMatchObject({ state: 'unknown' })
  })

  it('sees a change at once', async () => {
    const before = await dns.txt(`_dmarc.${name}`)
    const records = bench.sandbox.store.collection<StoredRecord>('dnsimple.records')
    const example = records.list({ parent: name }).find((record) => record.type === 'TXT') as StoredRecord
    records.put('9001', { ...example, id: 9001, name: '_dmarc', content: '"v=DMARC1; p=none"' }, name)
    expect([before, await dns.txt(`_dmarc.${name}`)]).toEqual([
      { state: 'missing' },
      { state: 'found', values: ['v=DMARC1; p=none'] },
    ])
    records.put('9001', { ...example, id: 9001, name: '_dmarc', content: '"v=DMARC1; p=reject"' }, name)
    expect(await dns.txt(`_dmarc.${name}`)).toEqual({ state: 'found', values: ['v=DMARC1; p=reject'] })
  })

  it('sees an outside domain change hands', async () => {
    expect(await dns.nameServers('acme.com')).toEqual({
      state: 'found',
      values: ['ns1.otherhost.example', 'ns2.otherhost.example'],
    })
    await fetch(`${bench.origin}/_dns/delegation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'acme.com', nameServers: ['NS1.elsewhere.net.', 'ns2.elsewhere.net'] }),
    })
    expect(await dns.nameServers('acme.com')).toEqual({
      state: 'found',
      values: ['ns1.elsewhere.net', 'ns2.elsewhere.net'],
    })
  })
})
