import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { publishedRecords } from './published-records.ts'
import { redirectOf } from './redirect.ts'
import { resolve } from './resolve.ts'

const name = 'brightfoundry42.com'
const headers = { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' }

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox({ storePath: ':memory:' })
})
afterEach(() => sandbox.close())

const post = (path: string, body: object) =>
  sandbox.fetch(`${sandbox.origin}/dnsimple/v2/1010${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
const register = () => post(`/registrar/domains/${name}/registrations`, { registrant_id: 1 })
const publish = (record: object) => post(`/zones/${name}/records`, record)
const query = (host: string, type: string) => resolve(sandbox.world, host, type)
const minute = 60_000

describe('the DNS of the sandbox', () => {
  it('answers for a registered name at once, and for a new record when it has spread', async () => {
    await register()
    expect(query(name, 'NS').answers).toHaveLength(4)
    await publish({ name: '_dmarc', type: 'TXT', content: 'v=DMARC1; p=none' })
    expect(query(`_dmarc.${name}`, 'TXT').rcode).toBe('NXDOMAIN')
    await sandbox.advance(minute)
    expect(query(`_dmarc.${name}`, 'TXT').answers).toMatchObject([
      { data: [Buffer.from('v=DMARC1; p=none')] },
    ])
    expect(publishedRecords(sandbox.world, `_DMARC.${name}.`)).toMatchObject([
      { content: 'v=DMARC1; p=none' },
    ])
  })

  it('tells a missing name from a missing record, each with the SOA of its zone', async () => {
    await register()
    expect(query(`nothing.${name}`, 'TXT')).toMatchObject({ rcode: 'NXDOMAIN', authorities: [{ name }] })
    expect(query(name, 'MX')).toMatchObject({
      rcode: 'NOERROR',
      answers: [],
      authorities: [{ name, type: 'SOA' }],
    })
    expect(query('nobodyhasthis42.com', 'NS')).toMatchObject({
      rcode: 'NXDOMAIN',
      authorities: [{ name: 'com' }],
    })
  })

  it('delegates the endings that exist, and no other', () => {
    expect(query('dev', 'NS')).toMatchObject({ rcode: 'NOERROR', answers: [{ data: 'a.registry.dev' }] })
    for (const mistyped of ['con', 'cmo', 'academy'])
      expect(query(mistyped, 'NS')).toMatchObject({ rcode: 'NXDOMAIN', answers: [] })
  })

  it('shows the redirector’s address for a URL record, and sends visitors on with their path', async () => {
    await register()
    await publish({ name: '', type: 'URL', content: 'https://example.com/test' })
    await sandbox.advance(minute)
    expect(query(name, 'A').answers).toMatchObject([{ data: '203.0.113.80' }])
    const visit = (url: string) => redirectOf(sandbox.world, new URL(url))
    expect(visit(`http://${name}/`)).toBe('https://example.com/test')
    expect(visit(`http://${name}/a?b=1`)).toBe('https://example.com/test/a?b=1')
    expect(visit('http://acme.com/')).toBeUndefined()
  })

  it('publishes nothing of a zone whose delegation leads elsewhere, and everything once it leads here', async () => {
    await post('/domains', { name })
    await publish({ name: 'www', type: 'TXT', content: 'here' })
    await sandbox.advance(minute)
    expect(publishedRecords(sandbox.world, `www.${name}`)).not.toContainEqual(
      expect.objectContaining({ type: 'TXT' }),
    )
    const pointed = await sandbox.fetch(`${sandbox.origin}/_dns/delegation`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name, nameServers: ['ns1.dnsimple.com', 'ns2.dnsimple-edge.net'] }),
    })
    expect(pointed.status).toBe(200)
    expect(publishedRecords(sandbox.world, `www.${name}`)).toMatchObject([{ type: 'TXT', content: 'here' }])
  })

  it('shows a TXT record that an owner adds at their own DNS host, and nothing longer than one can be', async () => {
    const add = (body: unknown) =>
      sandbox.fetch(`${sandbox.origin}/_dns/txt`, { method: 'POST', headers, body: JSON.stringify(body) })
    const at = '_proof.ownedelsewhere42.dev'
    expect((await add({ host: at, content: 'proof=1' })).status).toBe(200)
    expect((await add({ host: at, content: 'proof=2' })).status).toBe(200)
    expect(query(at, 'TXT').answers).toMatchObject([
      { data: [Buffer.from('proof=1')] },
      { data: [Buffer.from('proof=2')] },
    ])
    for (const body of [
      { host: 'no host', content: 'x' },
      { host: at },
      { host: at, content: 'x'.repeat(256) },
    ])
      expect((await add(body)).status).toBe(422)
  })

  it('refuses nonsense as a delegation', async () => {
    for (const body of [{ name: 'no name', nameServers: ['a.b'] }, { name, nameServers: [] }, { name }]) {
      const answer = await sandbox.fetch(`${sandbox.origin}/_dns/delegation`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(422)
    }
  })
})
