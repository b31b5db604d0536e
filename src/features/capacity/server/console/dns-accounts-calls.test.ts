import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dnsAccounts, domainNames } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { secondDnsimple } from '#vendors/dnsimple/simulator/demo.ts'
import type { DnsAccount } from '../../api/console-dns-accounts.ts'

const world = await createTestWorld()
const { db } = world.deps
const tess = await joinedStaff(world, 'technician')
const reader = await joinedStaff(world, 'reader')
const path = '/api/operator/dns-accounts'
const list = async () => (await reader.get(path)).body.accounts as DnsAccount[]
const credentials = { token: secondDnsimple.token, registrantId: secondDnsimple.registrantId }

test('accounts at the registrar are added, asked, drained, opened, renewed and removed in the console', async () => {
  expect(await list()).toMatchObject([
    { label: 'default', isEnvironments: true, state: 'open', domains: 0, probe: null },
  ])
  const wrong = { label: 'second', credentials: { ...credentials, token: 'no-such-token' } }
  expect(await tess.post(path, wrong)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('does not work') },
  })
  expect(await tess.post(path, { label: 'second', credentials })).toMatchObject({ status: 200 })
  const { id = '' } = (await list()).find(({ label }) => label === 'second') ?? {}
  const act = (verb: string, body: object = {}) => tess.post(`${path}/${id}/${verb}`, body)
  expect((await act('probe')).body).toEqual({ works: true, message: 'second works.' })
  expect((await act('renew', { credentials })).body.message).toBe('second has its new token, which works.')
  expect((await act('rename', { label: ' spare ' })).body.message).toBe('second is called spare now.')
  expect((await act('rename', { label: 'default' })).body.message).toBe(
    'There is an account named default already.',
  )
  expect((await act('rename', { label: 'spare' })).status).toBe(409)
  expect((await act('rename', { label: '\u202e' })).status).toBe(400)
  expect((await list()).map(({ label }) => label)).toEqual(['default', 'spare'])
  await act('rename', { label: 'second' })
  expect(await act('remove')).toMatchObject({
    status: 409,
    body: { message: 'second is open. Drain it first.' },
  })
  expect((await act('drain')).body.message).toBe(
    'second takes nothing new. 0 domains there, and there they stay.',
  )
  expect((await act('open')).status).toBe(200)
  await db.insert(domainNames).values({ name: 'stays.example', dnsAccountId: id })
  await act('drain')
  expect((await act('remove')).body.message).toContain('second has 1 domain')
  await expect(db.delete(dnsAccounts).where(eq(dnsAccounts.id, id))).rejects.toThrow()
  await db.delete(domainNames).where(eq(domainNames.name, 'stays.example'))
  expect((await act('remove')).status).toBe(200)
  expect((await list()).map(({ label }) => label)).toEqual(['default'])
  expect((await act('drain')).status).toBe(404)
})

test('who only reads changes nothing there, and no token is ever shown', async () => {
  expect((await reader.post(path, { label: 'second', credentials })).status).toBe(403)
  expect((await reader.post(`${path}/dns_default/drain`, {})).status).toBe(403)
  expect((await reader.post(`${path}/dns_default/rename`, { label: 'mine' })).status).toBe(403)
  await tess.post(path, { label: 'second', credentials })
  expect(JSON.stringify(await list())).not.toContain(credentials.token)
})
