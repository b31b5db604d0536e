import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { SandboxOptions } from '#vendors/sandbox/sandbox.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { failureOf } from '#vendors/testing/failure-of.ts'
import { openHost } from '#vendors/testing/google-host.ts'
import { people, verifyName } from '#vendors/testing/mailboxes.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { demoGoogleAccount } from '../simulator/demo.ts'
import { googleState, putUser } from '../simulator/state.ts'

const name = 'contoso-outreach.com'
const { customerId } = demoGoogleAccount
const minute = 60_000

let bench: ContractBench
afterEach(() => bench.sandbox.close())

async function open(options: Partial<SandboxOptions> = {}) {
  bench = await openBench('in-process', options)
  return { host: openHost(bench), state: googleState(bench.sandbox.store) }
}
async function console_(path: string, domain: string, more: object = {}) {
  const response = await bench.sandbox.fetch(`http://sandbox.invalid/_google${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain, ...more }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

describe('a domain at Google', () => {
  it('is added, proven by a record, verified a little later and removed', async () => {
    const { host } = await open({ delayScale: 1 })
    expect(await host.domainState(name)).toEqual({ added: false, verified: false })
    await host.ensureDomain(name)
    await host.ensureDomain(name)
    const record = await host.verificationRecord(name)
    expect(record.content).toMatch(/^google-site-verification=/)
    expect(await host.verificationRecord(name)).toEqual(record)
    await expect(host.verifyDomain(name)).rejects.toMatchObject({
      kind: 'waiting',
      reason: expect.stringMatching(/^Google does not see the verification record yet \(.+\)$/),
      told: 'Google does not see the verification record yet',
    })
    publishRecords(bench.sandbox, name, [record])
    await expect(host.verifyDomain(name)).rejects.toMatchObject({
      kind: 'waiting',
      reason: 'Google has seen the record and is still setting the domain up',
    })
    await expect(host.mailRecords(name)).rejects.toMatchObject({ kind: 'waiting' })
    await bench.sandbox.advance(minute)
    await host.verifyDomain(name)
    expect(await host.mailRecords(name)).toMatchObject([
      { type: 'MX', content: 'smtp.google.com', priority: 1 },
      { type: 'TXT', content: 'v=spf1 include:_spf.google.com ~all' },
    ])
    await host.removeDomain(name)
    await host.removeDomain(name)
    expect(await host.domainState(name)).toEqual({ added: false, verified: false })
  })

  it('of another customer is refused with what to do', async () => {
    const { host } = await open()
    await console_('/claim', name)
    await expect(host.ensureDomain(name)).rejects.toMatchObject({
      kind: 'rejected',
      reason: 'another Google customer uses this domain; it has to be removed there first',
    })
    await console_('/release', name)
    await host.ensureDomain(name)
  })

  it('stays while users are on it', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    allSucceeded(await host.ensureMailboxes(people(name, 1)))
    await expect(host.removeDomain(name)).rejects.toMatchObject({ kind: 'waiting' })
  })
})

describe('DKIM at Google', () => {
  it('is a person’s work in the console, and starts only when the record is published', async () => {
    const { host } = await open()
    expect(host.dkimBy).toBe('person')
    expect(await host.dkim(name)).toEqual({ state: 'off', records: [] })
    await expect(host.enableDkim(name)).rejects.toMatchObject({ kind: 'rejected' })

    expect((await console_('/dkim', name)).status).toBe(404)
    await verifyName(bench, host, name)
    const { body } = await console_('/dkim', name)
    expect(body).toMatchObject({ host: 'google._domainkey', type: 'TXT' })
    expect(body.value).toMatch(/^v=DKIM1; k=rsa; p=MIIB[A-Za-z0-9+/]{380,}/)
    expect((await console_('/dkim', name)).body.value).toBe(body.value)

    expect((await console_('/dkim/start', name)).status).toBe(400)
    publishRecords(bench.sandbox, name, [
      { name: 'google._domainkey', type: 'TXT', content: body.value ?? '' },
    ])
    expect((await console_('/dkim/start', name)).body).toEqual({ domain: name, authenticating: true })
  })
})

describe('mailboxes at Google', () => {
  it('are users, ready and reachable by IMAP once Gmail is set up', async () => {
    const { host, state } = await open({ delayScale: 1 })
    await host.ensureDomain(name)
    publishRecords(bench.sandbox, name, [await host.verificationRecord(name)])
    await host.verifyDomain(name).catch(() => {})
    await bench.sandbox.advance(minute)
    const made = allSucceeded(await host.ensureMailboxes(people(name, 3)))
    expect(made.map(({ enabled, ready }) => ({ enabled, ready }))).toEqual(
      // The answer to insert says nothing of `suspended`, and reading them does not work at once.
      Array(3).fill({ enabled: undefined, ready: false }),
    )
    const tooSoon = await host.ensureMailboxes(people(name, 3))
    expect(tooSoon.map((outcome) => (outcome.ok ? 'made' : outcome.error.kind))).toEqual(
      Array(3).fill('waiting'),
    )
    // New users are not listed at once either: the next look finds them by the conflict.
    await bench.sandbox.advance(3_000)
    const found = allSucceeded(await host.ensureMailboxes(people(name, 3)))
    expect(found).toEqual(made.map((mailbox) => ({ ...mailbox, enabled: true, mark: expect.any(String) })))
    await bench.sandbox.advance(minute)
    const ready = allSucceeded(await host.ensureMailboxes(people(name, 3)))
    expect(ready).toEqual(found.map((mailbox) => ({ ...mailbox, ready: true })))
    expect(state.users.list({ parent: customerId }).map(({ imapEnabled }) => imapEnabled)).toEqual([
      true,
      true,
      true,
    ])
    expect(await host.mailboxes(name)).toEqual(ready)
  })

  it('are renamed, suspended, taken up again, shown with a picture and deleted', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 2))).map(({ externalId }) => externalId)
    allSucceeded(
      await host.renameMailboxes(
        ids.map((externalId) => ({ externalId, firstName: 'Joan', lastName: 'Roe' })),
      ),
    )
    expect(state.users.list({ parent: customerId }).map(({ familyName }) => familyName)).toEqual([
      'Roe',
      'Roe',
    ])
    allSucceeded(await host.setMailboxesEnabled(ids, false))
    expect((await host.mailboxes(name)).map(({ enabled }) => enabled)).toEqual([false, false])
    allSucceeded(await host.ensureMailboxes(people(name, 2)))
    expect((await host.mailboxes(name)).map(({ enabled }) => enabled)).toEqual([true, true])
    await host.setPhoto(ids[0] ?? '', new Uint8Array([0xfb, 0xff, 0xfe, 0xff]))
    expect(state.photos.get(ids[0] ?? '')).toBe(Buffer.from([0xfb, 0xff, 0xfe, 0xff]).toString('base64'))
    allSucceeded(await host.deleteMailboxes(ids))
    allSucceeded(await host.deleteMailboxes(ids))
    expect(await host.mailboxes(name)).toEqual([])
  })

  it('are changed again in seconds where something else changes them just then', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [one] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    const externalId = one?.externalId ?? ''
    const again = { kind: 'waiting', waitsFor: 'vendor' }
    const meet = () => bench.sandbox.faults.add({ kind: 'conflict', vendor: 'google', path: '/users/' })
    meet()
    const renamed = { externalId, firstName: 'Joan', lastName: 'Roe' }
    expect(failureOf((await host.renameMailboxes([renamed]))[0])).toMatchObject(again)
    meet()
    await expect(host.setPhoto(externalId, new Uint8Array([1]))).rejects.toMatchObject(again)
    meet()
    expect(failureOf((await host.deleteMailboxes([externalId]))[0])).toMatchObject(again)
    expect(state.users.get(externalId)?.familyName).toBe('Doe1')
    allSucceeded(await host.deleteMailboxes([externalId]))
  })

  it('that Google itself has suspended are not switched on when they are wanted, others are', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [ours, ...googles] = allSucceeded(await host.ensureMailboxes(people(name, 3)))
    allSucceeded(await host.setMailboxesEnabled([ours?.externalId ?? ''], false))
    const reasons = ['ABUSE', 'SOMETHING_NEW']
    for (const [at, { externalId }] of googles.entries()) {
      const user = state.users.get(externalId)
      if (user) putUser(state, { ...user, suspended: true, suspensionReason: reasons[at] })
    }
    expect(allSucceeded(await host.ensureMailboxes(people(name, 3)))).toMatchObject([
      { enabled: true },
      { enabled: false, isStopped: true },
      { enabled: false, isStopped: true },
    ])
    expect((await host.mailboxes(name)).map(({ enabled }) => enabled)).toEqual([true, false, false])
  })

  it('have outcomes of their own: an address that is another’s alias leaves the others alone', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [first] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    const alias = `jane.doe2@${name}`
    state.aliases.put(alias, { alias, userId: first?.externalId ?? '' }, first?.externalId)
    const outcomes = await host.ensureMailboxes(people(name, 3))
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(outcomes[1]).toMatchObject({
      error: { kind: 'rejected', reason: `${alias} is an alias of jane.doe1@${name}` },
    })
  })

  it('wait when the account has no free licence', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const account = state.accounts.get(customerId)
    if (account) state.accounts.put(customerId, { ...account, userLimit: 1 })
    const outcomes = await host.ensureMailboxes(people(name, 2))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      error: { kind: 'waiting', reason: 'the account has no free user licence: buy more' },
    })
  })

  it('wait for the operator, with Google’s words, where a condition is not met that nobody has described', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    const message = 'The organization is frozen.'
    bench.answerBefore(({ method, url }) =>
      method === 'POST' && url.endsWith('/users')
        ? Response.json(
            { error: { code: 412, message, errors: [{ reason: 'conditionNotMet', message }] } },
            { status: 412 },
          )
        : undefined,
    )
    expect(await host.ensureMailboxes(people(name, 1))).toMatchObject([
      { error: { kind: 'waiting', waitsFor: 'operator', reason: 'The organization is frozen' } },
    ])
  })

  it('wait for the operator where Google keeps a removed user of the address', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    const message = 'User is deleted.'
    bench.answerBefore(({ method, url }) =>
      method === 'POST' && url.endsWith('/users')
        ? Response.json(
            { error: { code: 412, message, errors: [{ reason: 'conditionNotMet', message }] } },
            { status: 412 },
          )
        : undefined,
    )
    expect(await host.ensureMailboxes(people(name, 1))).toMatchObject([
      { error: { kind: 'waiting', waitsFor: 'operator', reason: expect.stringContaining('20 days') } },
    ])
  })

  it('are listed in pages of 500, and none of a name that the account does not have', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    for (let i = 0; i < 1_200; i++)
      putUser(state, {
        id: `user-${i}`,
        customerId,
        primaryEmail: `user${i}@${name}`,
        givenName: 'A',
        familyName: 'B',
        password: 'x',
        suspended: false,
        createdAt: 0,
        mailboxAt: 0,
        listedAt: 0,
        imapEnabled: true,
      })
    const before = bench.sandbox.requests().length
    expect(await host.allMailboxes()).toHaveLength(1_200)
    expect(bench.sandbox.requests().length - before).toBe(3)
    expect(await host.mailboxes('unknown-name.com')).toEqual([])
  })

  it('wait their turn when Google says so with 403', async () => {
    const { host } = await open({ limitsScale: 0.01 })
    const refused = Promise.all(Array.from({ length: 40 }, () => host.domainState(name)))
    await expect(refused).rejects.toMatchObject({
      kind: 'transient',
      status: 403,
      reason: 'too many requests',
    })
    expect(bench.dependencies.limits.blocks[0]).toEqual({
      key: `google:${customerId}:directory`,
      forMs: 1_000,
    })
  })
})

describe('"Not Authorized" to a call about one', () => {
  const madeOnNew = 'Google does not let mailboxes be made on this domain yet'
  const onlyReading = (state: ReturnType<typeof googleState>) => {
    const account = state.accounts.get(customerId)
    if (account) state.accounts.put(customerId, { ...account, readingAdmins: account.admins })
  }
  const withoutAdmin = (state: ReturnType<typeof googleState>) => {
    const account = state.accounts.get(customerId)
    if (account) state.accounts.put(customerId, { ...account, admins: [] })
  }

  it('domain that is new waits, and neither loses its users nor stops the account', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    await host.ensureDomain('fabrikam-outreach.com')
    await console_('/new', name, { seconds: 60 })
    await expect(host.mailboxes(name)).rejects.toMatchObject({ kind: 'waiting', waitsFor: 'vendor' })
    expect(await host.mailboxes('fabrikam-outreach.com')).toEqual([])
    await bench.sandbox.advance(minute)
    allSucceeded(await host.ensureMailboxes(people(name, 2)))
  })

  it('domain that became new between the list and the first user waits, mailbox by mailbox', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const fetch = bench.dependencies.fetch
    bench.dependencies.fetch = async (url, init) => {
      if (init?.method === 'POST' && url.endsWith('/users')) await console_('/new', name, { seconds: 60 })
      return fetch(url, init)
    }
    const outcomes = await openHost(bench).ensureMailboxes(people(name, 2))
    expect(outcomes).toMatchObject([
      { ok: false, error: { kind: 'waiting', waitsFor: 'vendor', reason: madeOnNew } },
      { ok: false, error: { kind: 'waiting', waitsFor: 'vendor', reason: madeOnNew } },
    ])
    expect(state.users.list({ parent: customerId })).toEqual([])
  })

  it('domain of another customer means that none of its users is here', async () => {
    const { host } = await open()
    await console_('/claim', name)
    expect(await host.mailboxes(name)).toEqual([])
  })

  it('user of another customer is that user’s alone, and the others are changed', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    const outcomes = await host.setMailboxesEnabled(['someone@gmail.com', made?.externalId ?? ''], false)
    expect(outcomes).toMatchObject([{ ok: false, error: { kind: 'rejected' } }, { ok: true }])
    expect((await host.mailboxes(name))[0]?.enabled).toBe(false)
  })

  it('user who is gone counts as deleted, and one that is shown or may not be read does not', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    const id = made?.externalId ?? ''
    const refused = { ok: false, error: { kind: 'rejected', operation: 'deleteMailbox', status: 403 } }
    expect(await host.deleteMailboxes(['someone@gmail.com'])).toMatchObject([refused])
    onlyReading(state)
    // The first is known to nobody: its deletion is refused, and reading it finds nothing.
    expect(await host.deleteMailboxes(['100000000000000000404', id])).toMatchObject([{ ok: true }, refused])
    expect(state.users.get(id)).toBeDefined()
  })

  it('user is said to be the role’s fault as well, where the administrator may only read', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    onlyReading(state)
    const outcomes = await host.setMailboxesEnabled([made?.externalId ?? ''], false)
    expect(outcomes).toMatchObject([{ ok: false, error: { reason: expect.stringContaining('role') } }])
  })

  it('users are refused together by a role that may change none: one matter, for the operator', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 2))).map(({ externalId }) => externalId)
    onlyReading(state)
    const refused = {
      kind: 'waiting',
      waitsFor: 'operator',
      reason: expect.stringContaining('super administrator'),
    }
    expect((await host.setMailboxesEnabled(ids, false)).map(failureOf)).toMatchObject([refused, refused])
    expect((await host.deleteMailboxes(ids)).map(failureOf)).toMatchObject([refused, refused])
  })

  it('new mailbox waits for Google on a new domain, and for the operator where the domain is known', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    onlyReading(state)
    const waiting = async (isNewDomain: boolean) =>
      (await host.ensureMailboxes(people(name, 1), {}, { isNewDomain })).map(failureOf)
    expect(await waiting(true)).toMatchObject([{ kind: 'waiting', waitsFor: 'vendor', reason: madeOnNew }])
    expect(await waiting(false)).toMatchObject([
      { kind: 'waiting', waitsFor: 'operator', reason: expect.stringContaining('super administrator') },
    ])
  })

  it('domain whose users are not shown is the operator’s once it is known for hours', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    await console_('/new', name, { seconds: 60 })
    const asked = (isNewDomain: boolean) => host.mailboxes(name, {}, { isNewDomain })
    await expect(asked(true)).rejects.toMatchObject({ kind: 'waiting', waitsFor: 'vendor' })
    await expect(asked(false)).rejects.toMatchObject({
      kind: 'waiting',
      waitsFor: 'operator',
      reason: expect.stringContaining('look for the domain in its Admin console'),
    })
  })

  it('is refused credentials where the account’s own list is refused as well', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    withoutAdmin(state)
    const refused = { kind: 'unauthorised', waitsFor: 'operator' }
    await expect(host.mailboxes(name)).rejects.toMatchObject(refused)
    await expect(host.setPassword(made?.externalId ?? '', 'Sandbox.12345')).rejects.toMatchObject(refused)
  })
})

describe('probing an account', () => {
  const reasonOf = async (host: MailboxHost) => {
    const probed = await host.probe()
    return probed.ok ? 'ok' : probed.reason
  }

  it('is content when everything is permitted', async () => {
    const { host } = await open()
    expect(await reasonOf(host)).toBe('ok')
  })

  it('says which delegation is missing', async () => {
    const { host, state } = await open()
    const account = state.accounts.get(customerId)
    const [service] = account?.serviceAccounts ?? []
    if (account && service) {
      const delegatedScopes = service.delegatedScopes.filter((scope) => !scope.includes('gmail'))
      state.accounts.put(customerId, { ...account, serviceAccounts: [{ ...service, delegatedScopes }] })
    }
    expect(await reasonOf(host)).toMatch(/^Gmail settings: .*domain-wide delegation$/)
  })

  it('says that the key, the administrator or the customer is not the account’s', async () => {
    await open()
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    expect(await reasonOf(openHost(bench, { privateKey }))).toContain('Invalid JWT Signature')
    expect(await reasonOf(openHost(bench, { adminEmail: 'nobody@else.test' }))).toContain('Invalid email')
    expect(await reasonOf(openHost(bench, { customerId: 'C0other99' }))).toContain('Resource Not Found')
  })
})

describe('letting a tool in at Google', () => {
  it('is always for a person, and asks nothing of Google', async () => {
    const { host } = await open()
    const reason = 'Google has no API to trust an app: a person does it in the admin console'
    const app = {
      clientId: 'a.apps.googleusercontent.com',
      scopes: ['https://mail.google.com/'],
      mayConsent: true,
    }
    expect(await host.prepareSignIn({ ...app, mailboxes: [] })).toEqual({
      state: 'needs_person',
      needs: 'trust',
      reason,
    })
    expect(await host.probeConsent()).toEqual({ ok: false, reason, isAway: false })
    expect(await host.signInInterrupts()).toEqual({
      securityDefaults: undefined,
      registrationCampaign: undefined,
    })
    expect(bench.sandbox.requests()).toEqual([])
  })
})
