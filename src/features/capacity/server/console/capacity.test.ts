import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { alertWatches, domainNames, providerAccounts, workItems } from '#base/db/schema/index.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { AccountCapacity, ConsoleAccountPage } from '../../api/console-capacity.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const tess = await joinedStaff(world, 'technician')
const support = await joinedStaff(world, 'support')

const limits = { domains: 2, mailboxes: 200, dailyRecipients: 20_000 }
const path = '/api/operator/capacity'
const list = async () => (await tess.get(path)).body.accounts as AccountCapacity[]
const page = async (id: string) => (await tess.get(`${path}/${id}`)).body as ConsoleAccountPage
const act = (id: string, verb: string, body: object = {}) => tess.post(`${path}/${id}/${verb}`, body)
const sentences = async (id: string) => (await page(id)).timeline.map(({ sentence }) => sentence)
let labels = 0

function tenantBody(more: object = {}) {
  const { administrator: _, ...microsoft } = createAccountsAtHosts(sandbox).microsoft
  return {
    label: `tenant ${++labels}`,
    credentials: { host: 'microsoft', ...microsoft, ...more },
    limits,
    secretExpiresOn: '2027-03-31',
  }
}
const added = async (body = tenantBody()) => {
  const answer = await tess.post(path, body)
  expect(answer).toMatchObject({ status: 200 })
  return { id: answer.body.id as string, answer, body }
}
/** As if something of a name stood there. */
const stands = (name: string, accountId: string) =>
  db.insert(domainNames).values({ name, providerAccountId: accountId, facts: { verified: { at: '' } } })

describe('an account at a mailbox host', () => {
  test('is added, tried and opened at once, and says by what it is known and nothing that opens it', async () => {
    const { id, answer, body } = await added()
    expect(answer.body).toMatchObject({ works: true, message: expect.stringContaining('It works') })
    const shown = await page(id)
    expect(shown.account).toMatchObject({
      label: body.label,
      state: 'open',
      domains: { used: 0, capacity: 2 },
      secretExpiresOn: '2027-03-31',
      probe: { problem: null },
    })
    const { clientSecret, tenantId, clientId, initialDomain } = body.credentials as Record<string, string>
    expect(shown.identity).toEqual({ tenantId, clientId, initialDomain })
    expect(JSON.stringify(shown)).not.toContain(clientSecret)
    expect(shown.alarms).toEqual([])
    expect(shown.timeline[0]?.who).toBe('Sam Staff')
    expect(await sentences(id)).toEqual([
      'Opened it: it takes new domains',
      `Added the account as ${body.label}`,
    ])
  })

  test('of Google is given its key file as Google makes it; what is none is refused in words', async () => {
    const { google } = createAccountsAtHosts(sandbox)
    const { clientEmail, privateKey, adminEmail, customerId } = google
    const entered = (keyFile: string) => ({
      label: 'workspace',
      credentials: { host: 'google', keyFile, adminEmail, customerId },
      limits,
      secretExpiresOn: null,
    })
    for (const none of ['no key', 'null', '{}'])
      expect(await tess.post(path, entered(none))).toMatchObject({ status: 400 })
    const { body } = await tess.post(path, entered('{"client_email":"a","private_key":"b"}'))
    expect(body.message).toBe(
      'The credentials are not complete. Use client_email from the service account’s key file. Use private_key from the service account’s key file.',
    )
    const keyFile = JSON.stringify({ client_email: clientEmail, private_key: privateKey })
    const { id, answer } = await added(entered(keyFile) as unknown as ReturnType<typeof tenantBody>)
    expect(answer.body.works).toBe(true)
    const since = new Date('2026-11-20T10:00:00Z')
    await db
      .insert(alertWatches)
      .values({ accountId: id, askedAt: new Date(), problem: 'Google is busy', unheardSince: since })
    expect((await page(id)).alarms).toMatchObject([
      {
        what: 'What Google raises of the account workspace cannot be read: Google is busy',
        since: since.toISOString(),
      },
    ])
    const shown = await page(id)
    expect(shown.identity).toEqual({ clientEmail, adminEmail, customerId })
    expect(shown.account.secretExpiresOn).toBeNull()
  })

  test('that does not work stays closed and says why; credentials that do open it', async () => {
    const body = tenantBody({ clientSecret: 'mistyped' })
    const { id, answer } = await added(body)
    expect(answer.body).toMatchObject({ works: false, message: expect.stringContaining('is closed') })
    const { account } = await page(id)
    expect(account).toMatchObject({
      state: 'closed',
      left: { unknown: 'it is closed and takes nothing new' },
    })
    expect(account.probe?.problem).toContain('secret')
    const right = { ...body.credentials, clientSecret: tenantBody().credentials.clientSecret }
    const renewed = await act(id, 'renew', {
      credentials: right,
      secretExpiresOn: '2028-01-01',
      leaves: false,
    })
    expect(renewed.body).toMatchObject({ works: true })
    expect((await page(id)).account).toMatchObject({ state: 'open', secretExpiresOn: '2028-01-01' })
    // What works is not replaced by what does not, nor by another host's.
    const worse = { credentials: body.credentials, secretExpiresOn: null, leaves: false }
    expect(await act(id, 'renew', worse)).toMatchObject({ status: 400 })
    const { adminEmail, customerId } = createAccountsAtHosts(sandbox).google
    const others = { host: 'google', keyFile: '{}', adminEmail, customerId }
    expect((await act(id, 'renew', { ...worse, credentials: others })).body.message).toBe(
      'These credentials are for the other host.',
    )
    expect((await page(id)).account).toMatchObject({ state: 'open', secretExpiresOn: '2028-01-01' })
  })

  test('is drained, opened again, asked and given other limits; each is told by whom', async () => {
    const { id, body } = await added()
    expect((await act(id, 'drain')).body.message).toBe(
      `${body.label} takes nothing new. 0 domains there until taken down.`,
    )
    expect((await page(id)).account).toMatchObject({ state: 'draining' })
    // Pressed twice, it is done and told once.
    await act(id, 'drain')
    expect((await act(id, 'probe')).body).toEqual({ works: true, message: `${body.label} works.` })
    expect((await page(id)).account.state).toBe('draining')
    expect((await act(id, 'open')).body.works).toBe(true)
    expect((await act(id, 'limits', { limits: { ...limits, domains: 1 } })).status).toBe(200)
    for (const domains of [0, 1_000_000_000])
      expect((await act(id, 'limits', { limits: { ...limits, domains } })).body.message).toBe(
        'Please enter a whole number from 1 to 999,999,999.',
      )
    expect((await sentences(id)).slice(0, 4)).toEqual([
      'Set its limits: 1 domains, 200 mailboxes, 20,000 mails a day',
      'Opened it: it takes new domains',
      'Asked whether it works: it does',
      'Drains it: it takes nothing new',
    ])
    await stands('full.example', id)
    expect((await page(id)).account).toMatchObject({ state: 'full', left: { days: 0 } })
    await db.delete(domainNames).where(eq(domainNames.name, 'full.example'))
  })

  test('shows what is asked of people about its domains, and no other', async () => {
    const { id } = await added()
    await stands('asked.example', id)
    await db.insert(workItems).values(
      ['asked.example', 'elsewhere.example'].map((subject) => ({
        id: `wrk_${subject}`,
        kind: 'dkim',
        subject,
        instructions: '-',
      })),
    )
    const { work, standing } = await page(id)
    expect(work.map(({ subject }) => subject)).toEqual(['asked.example'])
    expect(standing).toBe(1)
  })

  test('is removed only when it takes nothing new and nothing stands there, by the database too', async () => {
    const { id, body } = await added()
    expect((await act(id, 'remove', { leaves: false })).body.message).toContain('is open')
    await act(id, 'drain')
    await stands('stays.example', id)
    expect((await act(id, 'remove', { leaves: true })).body.message).toBe(
      `${body.label} has 1 domain: it can be removed once it is empty.`,
    )
    await expect(db.delete(providerAccounts).where(eq(providerAccounts.id, id))).rejects.toThrow()
    await db.delete(domainNames).where(eq(domainNames.name, 'stays.example'))
    expect((await act(id, 'remove', { leaves: false })).status).toBe(200)
    expect((await list()).map((each) => each.id)).not.toContain(id)
    expect(await act(id, 'drain')).toMatchObject({ status: 404 })
  })

  test('is read by everybody who reads domains and changed by owners and technicians', async () => {
    const { id } = await added()
    expect((await support.get(`${path}/${id}`)).status).toBe(200)
    for (const verb of ['drain', 'open', 'probe'])
      expect((await support.post(`${path}/${id}/${verb}`, {})).status).toBe(403)
    expect((await support.post(path, tenantBody())).status).toBe(403)
    expect((await page(id)).account.state).toBe('open')
  })
})

test('a day that is none is refused, and so is a name that cannot be seen', async () => {
  for (const wrong of [{ secretExpiresOn: '2027-02-31' }, { secretExpiresOn: '31.3.27' }, { label: ' ' }])
    expect(await tess.post(path, { ...tenantBody(), ...wrong })).toMatchObject({ status: 400 })
})
