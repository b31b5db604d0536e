import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'

const name = 'brightfoundry42.com'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
})
afterEach(() => sandbox.close())

async function call(method: string, path: string, body?: unknown, token = 'sandbox-token', at = sandbox) {
  const answer = await at.fetch(`${at.origin}/dnsimple/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}

describe('DNSimple in the sandbox', () => {
  it('counts requests as documented and says so in every answer', async () => {
    const first = await call('GET', '/whoami')
    const second = await call('GET', '/whoami')
    expect(first.headers.get('x-ratelimit-limit')).toBe('2400')
    expect([first, second].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
      '2399',
      '2398',
    ])
  })

  it('refuses a wrong token, and soon everything from there', async () => {
    for (let request = 0; request < 30; request++)
      expect((await call('GET', '/whoami', undefined, 'wrong')).status).toBe(401)
    expect(await call('GET', '/whoami', undefined, 'wrong')).toMatchObject({
      status: 429,
      body: { message: 'quota exceeded' },
    })
    expect((await call('GET', '/whoami')).status).toBe(200)
  })

  it.each([
    ['POST', `/1010/registrar/domains/${name}/registrations`, {}, 400, 'Validation failed'],
    [
      'POST',
      `/1010/registrar/domains/${name}/registrations`,
      { registrant_id: 9 },
      404,
      'Contact `9` not found',
    ],
    ['GET', '/1010/registrar/domains/acme.xyz/prices', undefined, 400, 'TLD .XYZ is not supported'],
    ['GET', '/1010/domains/nothing.com', undefined, 404, 'Domain `nothing.com` not found'],
    ['GET', '/1010/zones/nothing.com/records', undefined, 404, 'Zone `nothing.com` not found'],
    ['POST', '/1010/domains', { name: 'no name' }, 400, 'Validation failed'],
    ['GET', '/77/domains/nothing.com', undefined, 404, 'Account `77` not found'],
    ['GET', '/_/domains/nothing.com', undefined, 404, 'Not found'],
    ['GET', '/nothing', undefined, 404, 'Not found'],
  ])('refuses %s %s with %j as %i', async (method, path, body, status, message) => {
    expect(await call(method, path, body)).toMatchObject({ status, body: { message } })
  })

  it('takes a premium name only with its price confirmed', async () => {
    const premium = 'premiumfoundry.com'
    const { body } = await call('GET', `/1010/registrar/domains/${premium}/prices`)
    const path = `/1010/registrar/domains/${premium}/registrations`
    expect((await call('POST', path, { registrant_id: 1 })).status).toBe(400)
    const premium_price = String(body.data.registration_price)
    expect((await call('POST', path, { registrant_id: 1, premium_price })).status).toBe(201)
  })

  it('answers texts in quotes, however they came, and refuses half a quote', async () => {
    await call('POST', '/1010/domains', { name })
    const txt = (content: string) =>
      call('POST', `/1010/zones/${name}/records`, { name: 'a', type: 'TXT', content })
    expect((await txt('v=spf1 -all')).body.data.content).toBe('"v=spf1 -all"')
    expect((await txt('"v=spf1 ~all"')).body.data.content).toBe('"v=spf1 ~all"')
    expect((await txt('"v=spf1 -all"')).status).toBe(400)
    expect((await txt('"half')).status).toBe(400)
  })

  it.each([
    [{ name: 'www', type: 'A', content: 'not an address' }],
    [{ name: 'www', type: 'NONSENSE', content: 'x' }],
    [{ name: null, type: 'TXT', content: 'x' }],
    [{ name: '', type: 'CNAME', content: 'x.example.com' }],
    [{ name: '', type: 'URL', content: 'not an address' }],
    [{ name: 'www', type: 'TXT', content: '' }],
  ])('refuses the record %j', async (record) => {
    await call('POST', '/1010/domains', { name })
    expect((await call('POST', `/1010/zones/${name}/records`, record)).status).toBe(400)
  })

  it('changes no record of its own making', async () => {
    await call('POST', '/1010/domains', { name })
    const { body } = await call('GET', `/1010/zones/${name}/records`)
    const soa = body.data.find((record: { type: string }) => record.type === 'SOA')
    expect((await call('DELETE', `/1010/zones/${name}/records/${soa.id}`)).status).toBe(400)
  })

  it('changes many records at once on the Enterprise plan only, all or none', async () => {
    await call('POST', '/1010/domains', { name })
    const batch = (creates: object[]) => call('POST', `/1010/zones/${name}/batch`, { creates })
    const good = { name: 'a', type: 'TXT', content: 'x' }
    expect((await batch([good])).status).toBe(412)
    await sandbox.fetch(`${sandbox.origin}/_dnsimple/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'enterprise' }),
    })
    expect(await batch([good, { ...good, type: 'A' }])).toMatchObject({
      status: 400,
      body: { errors: { creates: [{ index: 1, message: 'Validation failed' }] } },
    })
    expect((await call('GET', `/1010/zones/${name}/records?type=TXT`)).body.data).toEqual([])
    expect((await batch([good])).body.data.creates).toHaveLength(1)
  })

  it('keeps the rules of contacts', async () => {
    const contact = {
      first_name: 'Ada',
      last_name: 'Byron',
      address1: '1 St',
      city: 'London',
      state_province: 'London',
      postal_code: 'W1',
      country: 'GB',
      email: 'ada@example.com',
      phone: '+44 20 5550 100',
    }
    expect(await call('POST', '/1010/contacts', { ...contact, city: '' })).toMatchObject({
      status: 400,
      body: { errors: { city: ["can't be blank"] } },
    })
    const { status, body } = await call('POST', '/1010/contacts', contact)
    expect(status).toBe(201)
    await call('POST', `/1010/registrar/domains/${name}/registrations`, { registrant_id: body.data.id })
    expect((await call('DELETE', `/1010/contacts/${body.data.id}`)).status).toBe(400)
  })

  it('has everything again after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    const storePath = join(folder, 'sandbox.sqlite')
    const first = createSandbox({ storePath, delayScale: 0 })
    await call(
      'POST',
      `/1010/registrar/domains/${name}/registrations`,
      { registrant_id: 1 },
      undefined,
      first,
    )
    await first.close()
    const second = createSandbox({ storePath, delayScale: 0 })
    const domain = await call('GET', `/1010/domains/${name}`, undefined, undefined, second)
    expect(domain.body.data.state).toBe('registered')
    const check = await call('GET', `/1010/registrar/domains/${name}/check`, undefined, undefined, second)
    expect(check.body.data.available).toBe(false)
    await second.close()
    rmSync(folder, { recursive: true })
  })
})
