import { afterEach, describe, expect, it } from 'vitest'
import { required } from '#base/text/required.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { SandboxOptions } from '#vendors/sandbox/sandbox.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { password, people, verifyName } from '#vendors/testing/mailboxes.ts'
import { openHost } from '#vendors/testing/microsoft-host.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { demoMicrosoftTenant } from '../simulator/demo.ts'
import { setBlocked } from '../simulator/exchange-blocked.ts'
import { microsoftState, putUser } from '../simulator/state.ts'

const name = 'contoso-outreach.com'
const { tenantId } = demoMicrosoftTenant
const minute = 60_000

let bench: ContractBench
afterEach(() => bench.sandbox.close())

async function open(options: Partial<SandboxOptions> = {}, host: Parameters<typeof openHost>[1] = {}) {
  bench = await openBench('in-process', options)
  return { bench, host: openHost(bench, host), state: microsoftState(bench.sandbox.store) }
}
const requestsOf = async (work: () => Promise<unknown>) => {
  const before = bench.sandbox.requests().length
  await work()
  return bench.sandbox
    .requests()
    .slice(before)
    .map(({ path }) => path.split('/').at(-1))
}

describe('a domain at Microsoft', () => {
  it('is added, proven by a record, set up for e-mail and removed', async () => {
    const { host } = await open()
    expect(await host.domainState(name)).toEqual({ added: false, verified: false })
    await host.ensureDomain(name)
    await host.ensureDomain(name)
    expect(await host.domainState(name)).toEqual({ added: true, verified: false })

    const record = await host.verificationRecord(name)
    expect(record).toEqual({
      name: '',
      type: 'TXT',
      content: expect.stringMatching(/^MS=ms\d{8}$/),
      ttl: 3600,
    })
    await expect(host.verifyDomain(name)).rejects.toMatchObject({
      kind: 'waiting',
      reason: expect.stringMatching(/^Microsoft does not see the verification record yet \(.+\)$/),
      told: 'Microsoft does not see the verification record yet',
    })
    publishRecords(bench.sandbox, name, [record])
    await host.verifyDomain(name)
    await host.verifyDomain(name)
    expect(await host.domainState(name)).toEqual({ added: true, verified: true })

    await host.removeDomain(name)
    await host.removeDomain(name)
    expect(await host.domainState(name)).toEqual({ added: false, verified: false })
  })

  it('of another organization is refused with what to do', async () => {
    const { host } = await open()
    await bench.sandbox.fetch('http://sandbox.invalid/_microsoft/claim', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: name }),
    })
    await host.ensureDomain(name)
    publishRecords(bench.sandbox, name, [await host.verificationRecord(name)])
    await expect(host.verifyDomain(name)).rejects.toMatchObject({
      kind: 'rejected',
      reason: 'another Microsoft 365 organization uses this domain; it has to be removed there first',
    })
  })

  it('says its MX and SPF itself, once Exchange knows it', async () => {
    const { host, state } = await open({ delayScale: 1 })
    await verifyName(bench, host, name)
    await expect(host.mailRecords(name)).rejects.toMatchObject({
      kind: 'waiting',
      reason: 'Exchange does not know the domain yet',
    })
    await bench.sandbox.advance(minute)
    expect(await host.mailRecords(name)).toEqual([
      {
        name: '',
        type: 'MX',
        content: state.domains.get(`${tenantId}/${name}`)?.mailExchange,
        priority: 0,
        ttl: 3600,
      },
      { name: '', type: 'TXT', content: 'v=spf1 include:spf.protection.outlook.com -all', ttl: 3600 },
    ])
  })

  it('has its mail where Microsoft says, below either of its names', async () => {
    const { host } = await open()
    const mx: string[] = []
    for (const each of [name, `new-${name}`]) {
      await verifyName(bench, host, each)
      const [record] = await host.mailRecords(each)
      mx.push(required(record, 'its MX').content)
    }
    expect(mx).toEqual([
      expect.stringMatching(/^contoso-outreach-com\w*\.mail\.protection\.outlook\.com$/),
      expect.stringMatching(/^new-contoso-outreach-com\.[a-z]-v1\.mx\.microsoft$/),
    ])
  })

  it('stays while mailboxes are on it', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    const [mailbox] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    await expect(host.removeDomain(name)).rejects.toMatchObject({ kind: 'waiting' })
    allSucceeded(await host.deleteMailboxes([mailbox?.externalId ?? '']))
    await host.removeDomain(name)
  })
})

describe('DKIM at Microsoft', () => {
  it('is read from Exchange, published, and on once Exchange sees it', async () => {
    const { host } = await open({ delayScale: 1 })
    await verifyName(bench, host, name)
    await bench.sandbox.advance(minute)
    expect(await host.dkim(name)).toEqual({ state: 'off', records: [] })
    const { state, records } = await host.ensureDkimKeys(name)
    expect(state).toBe('created')
    expect(await host.ensureDkimKeys(name)).toEqual({ state, records })
    expect(records.map((record) => record.name)).toEqual(['selector1._domainkey', 'selector2._domainkey'])
    expect(records[0]?.content).toMatch(
      /^selector1-contoso-outreach-com\._domainkey\.inboxyarddemo\.[a-z]-v1\.dkim\.mail\.microsoft$/,
    )

    const notSeen = { kind: 'waiting', reason: 'Microsoft does not see the DKIM records yet' }
    await expect(host.enableDkim(name)).rejects.toMatchObject(notSeen)
    publishRecords(bench.sandbox, name, records)
    await expect(host.enableDkim(name)).rejects.toMatchObject(notSeen)
    await bench.sandbox.advance(minute)
    await host.enableDkim(name)
    await host.enableDkim(name)
    expect((await host.dkim(name)).state).toBe('on')
  })

  it('is for a person where the undocumented call is off', async () => {
    const { host } = await open({}, { exchangeUndocumented: false })
    expect(host.dkimBy).toBe('person')
    expect(await host.dkim(name)).toEqual({ state: 'off', records: [] })
    await expect(host.enableDkim(name)).rejects.toMatchObject({ kind: 'rejected' })
    expect(bench.sandbox.requests()).toEqual([])
  })
})

describe('a list of Exchange', () => {
  async function blockedBy(answer: (url: string) => Response) {
    const { host } = await open()
    bench.answerBefore(({ url, body }) => (body.includes('Get-BlockedSender') ? answer(url) : undefined))
    return host.blockedSenders?.()
  }

  it('is read to its end, however many pages it has', async () => {
    const { host } = await open()
    await host.ensureDomain(name)
    for (let at = 0; at < 1_001; at++) setBlocked({ store: bench.sandbox.store }, `person${at}@${name}`, true)
    expect((await host.blockedSenders?.())?.blocked).toHaveLength(1_001)
  })

  it.each([
    ['brings the same page again', (url: string) => url],
    ['continues at another address', () => 'https://elsewhere.example/next'],
  ])('that %s is not read', async (reason, next) => {
    await expect(
      blockedBy((url) =>
        Response.json({ value: [{ SenderAddress: 'a@x.com' }], '@odata.nextLink': next(url) }),
      ),
    ).rejects.toMatchObject({
      kind: 'transient',
      reason: expect.stringContaining(reason),
    })
  })
})

describe('a cmdlet finds its way in Exchange', () => {
  const cmdlets = (work: () => Promise<unknown>) => requestsOf(work).then((paths) => paths.filter(isCmdlet))
  const isCmdlet = (path: string | undefined) => path === 'InvokeCommand'
  const takeOnly = (state: Awaited<ReturnType<typeof open>>['state'], takesAnchor: 'APP' | 'UPN') => {
    const tenant = state.tenants.get(tenantId)
    if (tenant) state.tenants.put(tenantId, { ...tenant, takesAnchor })
  }

  it('by the tenant’s id, at once', async () => {
    const { host } = await open()
    expect(await cmdlets(() => host.dkim(name))).toHaveLength(1)
  })

  it('by its initial domain where that is not taken, and remembers which one worked', async () => {
    const { host, state } = await open()
    takeOnly(state, 'UPN')
    expect(await cmdlets(() => host.dkim(name))).toHaveLength(2)
    await verifyName(bench, host, name)
    expect(await cmdlets(() => host.ensureDkimKeys(name))).toHaveLength(3)
    expect((await host.dkim(name)).state).toBe('created')
  })

  it('or not at all: then the first refusal is told, not one of the second try', async () => {
    const { host } = await open({}, { initialDomain: 'another.onmicrosoft.com' })
    takeOnly(microsoftState(bench.sandbox.store), 'UPN')
    await expect(host.dkim(name)).rejects.toMatchObject({ kind: 'transient', status: 400 })
  })
})

describe('shared mailboxes at Microsoft', () => {
  it('are 52 in a handful of round trips besides making each', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const paths = await requestsOf(async () => {
      const made = allSucceeded(await host.ensureMailboxes(people(name, 52)))
      expect(made).toHaveLength(52)
      expect(made.every(({ enabled, ready }) => enabled && ready)).toBe(true)
      expect(made.map(({ address }) => address)).toEqual(people(name, 52).map(({ address }) => address))
    })
    const counts = Object.groupBy(paths, (path) => path ?? '')
    expect(counts.InvokeCommand).toHaveLength(52)
    expect(counts.$batch).toHaveLength(3)
    expect(counts.users).toHaveLength(1)
    const user = state.users.get(state.userNames.get(`${tenantId}/jane.doe7@${name}`) ?? '')
    expect(user).toMatchObject({ accountEnabled: true, password, displayName: 'Jane Doe7' })
    const again = await requestsOf(async () => allSucceeded(await host.ensureMailboxes(people(name, 52))))
    expect(again).toEqual(['users'])
    expect(await host.mailboxes(name)).toHaveLength(52)
  })

  it('may have the same local part on two domains', async () => {
    const { host } = await open()
    for (const domain of ['first-outreach.com', 'second-outreach.com']) {
      await verifyName(bench, host, domain)
      expect(allSucceeded(await host.ensureMailboxes(people(domain, 1)))[0]?.enabled).toBe(true)
    }
  })

  it('are known before Graph shows their user, and enabled once it does', async () => {
    const { host } = await open({ delayScale: 1 })
    await verifyName(bench, host, name)
    const early = await host.ensureMailboxes(people(name, 1))
    expect(early[0]).toMatchObject({ ok: false, error: { kind: 'waiting' } })
    await bench.sandbox.advance(minute)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    expect(made).toMatchObject({ enabled: false, ready: true })
    await bench.sandbox.advance(minute)
    const [again] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    expect(again).toEqual({ ...made, enabled: true })
  })

  it('are renamed, disabled, enabled with their password again, and deleted', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 3))).map(({ externalId }) => externalId)
    const changes = ids.map((externalId) => ({ externalId, firstName: 'Joan', lastName: 'Roe' }))
    allSucceeded(await host.renameMailboxes(changes))
    expect(state.mailboxes.list({ parent: tenantId }).map(({ displayName }) => displayName)).toEqual(
      Array(3).fill('Joan Roe'),
    )
    allSucceeded(await host.setMailboxesEnabled(ids, false))
    expect((await host.mailboxes(name)).map(({ enabled }) => enabled)).toEqual([false, false, false])
    allSucceeded(await host.ensureMailboxes(people(name, 3)))
    expect((await host.mailboxes(name)).map(({ enabled }) => enabled)).toEqual([true, true, true])
    allSucceeded(await host.deleteMailboxes(ids))
    allSucceeded(await host.deleteMailboxes(ids))
    expect(await host.mailboxes(name)).toEqual([])
    expect(state.mailboxes.count(tenantId)).toBe(0)
  })

  it('show their picture', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    await host.setPhoto(made?.externalId ?? '', new Uint8Array([0xff, 0xd8, 0xff]))
    expect(state.photos.get(made?.externalId ?? '')).toEqual({ contentType: 'image/jpeg', base64: '/9j/' })
    await expect(
      host.setPhoto(made?.externalId ?? '', new Uint8Array(4 * 1024 * 1024 + 1)),
    ).rejects.toMatchObject({ kind: 'rejected', reason: 'the picture is larger than 4 MB' })
  })

  it('that no app may change are refused alone, and the others are done', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 25))).map(({ externalId }) => externalId)
    const isProtected = true
    const guarded = required(ids[20], 'the user')
    putUser(state, { ...required(state.users.get(guarded), guarded), isProtected })
    const forbidden = {
      ok: false,
      error: {
        kind: 'unauthorised',
        reason: expect.stringContaining('a directory role or a restricted unit'),
      },
    }
    for (const act of [
      () => host.setMailboxesEnabled(ids, false),
      () => host.letPasswordsLast?.(ids) ?? Promise.resolve([]),
      () =>
        host.renameMailboxes(ids.map((externalId) => ({ externalId, firstName: 'Joan', lastName: 'Roe' }))),
      () => host.deleteMailboxes(ids),
    ]) {
      const outcomes = await act()
      expect(outcomes[20]).toMatchObject(forbidden)
      allSucceeded(outcomes.toSpliced(20, 1))
    }
    expect((await host.mailboxes(name)).map(({ externalId }) => externalId)).toEqual([guarded])
    expect(await host.setMailboxesEnabled([guarded], false)).toMatchObject([forbidden])
  })

  it('that are all forbidden to the app end the work', async () => {
    const { host, state } = await open()
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 25))).map(({ externalId }) => externalId)
    for (const id of ids) putUser(state, { ...required(state.users.get(id), id), isProtected: true })
    await expect(host.setMailboxesEnabled(ids, false)).rejects.toMatchObject({ kind: 'unauthorised' })
  })

  it('that are throttled inside a batch wait, the others are done', async () => {
    const { host } = await open({ limitsScale: 0.1 })
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 10))).map(({ externalId }) => externalId)
    // A tenth of 3,000 writes in 150 s.
    const many = Array.from({ length: 35 }, () => ids).flat()
    const outcomes = await host.setMailboxesEnabled(many, false)
    expect(outcomes).toHaveLength(many.length)
    const done = outcomes.filter(({ ok }) => ok).length
    expect(done).toBeGreaterThan(270)
    expect(done).toBeLessThan(many.length)
    const refused = outcomes.find(({ ok }) => !ok)
    expect(refused).toMatchObject({ error: { kind: 'transient', status: 429, retryAfterMs: 1_000 } })
    expect(bench.dependencies.limits.blocks).toEqual([{ key: `microsoft:${tenantId}:writes`, forMs: 1_000 }])
  })

  it('that are told inside a batch to wait for years are tried in an hour, and what was said is kept', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    const ids = allSucceeded(await host.ensureMailboxes(people(name, 2))).map(({ externalId }) => externalId)
    bench.answerBefore(({ url }) =>
      url.endsWith('/$batch')
        ? Response.json({
            responses: [
              { id: '0', status: 429, headers: { 'Retry-After': '1' }, body: {} },
              { id: '1', status: 429, headers: { 'Retry-After': '999999999' }, body: {} },
            ],
          })
        : undefined,
    )
    await host.setMailboxesEnabled(ids, false)
    expect(bench.dependencies.limits.blocks).toEqual([
      { key: `microsoft:${tenantId}:writes`, forMs: 3600_000, doubted: 'Retry-After: 999999999' },
    ])
  })

  it('are listed in pages of 999', async () => {
    const { host, state } = await open()
    for (let i = 0; i < 2_100; i++)
      putUser(state, {
        id: `user-${i}`,
        tenantId,
        userPrincipalName: `user${i}@${name}`,
        displayName: `User ${i}`,
        givenName: null,
        surname: null,
        mailNickname: `user${i}`,
        accountEnabled: true,
        usageLocation: null,
        password: null,
        skuIds: [],
        createdAt: 0,
        visibleAt: 0,
        listedAt: 0,
      })
    const paths = await requestsOf(async () => {
      expect(await host.allMailboxes()).toHaveLength(2_100)
      expect(await host.mailboxes(name)).toHaveLength(2_100)
    })
    expect(paths.filter((path) => path === 'users')).toHaveLength(6)
    expect(await host.mailboxes('unknown-name.com')).toEqual([])
  })

  it('stop at once when the lease is lost', async () => {
    const { host } = await open()
    await verifyName(bench, host, name)
    const lost = new Error('lease lost')
    let calls = 0
    const beforeCall = async () => {
      if (++calls > 10) throw lost
      return { remainingMs: 60_000 }
    }
    await expect(host.ensureMailboxes(people(name, 52), { beforeCall })).rejects.toBe(lost)
    const made = microsoftState(bench.sandbox.store).mailboxes.count(tenantId)
    expect(made).toBeLessThan(11)
    allSucceeded(await host.ensureMailboxes(people(name, 52)))
    expect(microsoftState(bench.sandbox.store).mailboxes.count(tenantId)).toBe(52)
  })
})

describe('the password of a mailbox at Microsoft', () => {
  it.each([
    ['shared', true],
    ['licensed', false],
  ])('lasts longer than a domain’s 90 days where it is %s', async (_, exchangeUndocumented) => {
    const { host, state } = await open({}, { exchangeUndocumented })
    await verifyName(bench, host, name)
    const [made] = allSucceeded(await host.ensureMailboxes(people(name, 1)))
    const id = made?.externalId ?? ''
    const lasting = { passwordPolicies: 'DisablePasswordExpiration' }
    const user = state.users.get(id)
    expect(user).toMatchObject(lasting)
    if (user) putUser(state, { ...user, passwordPolicies: null })
    await host.setPassword(id, 'Another-Horse-42')
    expect(state.users.get(id)).toMatchObject({ ...lasting, password: 'Another-Horse-42' })
  })
})

describe('licensed mailboxes at Microsoft', () => {
  const licensed = { exchangeUndocumented: false }

  it('are users with a licence, ready once Exchange has made the mailbox', async () => {
    const { host, state } = await open({ delayScale: 1 }, licensed)
    await verifyName(bench, host, name)
    const made = allSucceeded(await host.ensureMailboxes(people(name, 22)))
    expect(made.every(({ enabled, ready }) => enabled && !ready)).toBe(true)
    expect(bench.sandbox.requests().some(({ path }) => path.includes('/exchange/'))).toBe(false)
    // New users are not listed at once: the second look finds them by the conflict.
    const again = allSucceeded(await host.ensureMailboxes(people(name, 22)))
    expect(again.map(({ externalId }) => externalId)).toEqual(made.map(({ externalId }) => externalId))
    await bench.sandbox.advance(minute)
    expect(allSucceeded(await host.ensureMailboxes(people(name, 22))).every(({ ready }) => ready)).toBe(true)
    expect(state.users.count(tenantId)).toBe(22)
  })

  it('wait for licences when there are none left, and give them back when deleted', async () => {
    const { host, state } = await open({}, licensed)
    await verifyName(bench, host, name)
    const tenant = state.tenants.get(tenantId)
    if (tenant)
      state.tenants.put(tenantId, { ...tenant, skus: tenant.skus.map((sku) => ({ ...sku, units: 2 })) })
    const outcomes = await host.ensureMailboxes(people(name, 3))
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(outcomes[2]).toMatchObject({
      error: { kind: 'waiting', reason: 'the tenant has no free licence with a mailbox: buy more' },
    })
    const [first] = allSucceeded(outcomes.slice(0, 1))
    allSucceeded(await host.deleteMailboxes([first?.externalId ?? '']))
    expect((await host.ensureMailboxes(people(name, 3).slice(1))).map(({ ok }) => ok)).toEqual([true, true])
  })
})

describe('signing in to Microsoft', () => {
  it('happens once for each service, and again when the token is no longer taken', async () => {
    const { host } = await open()
    const signIns = () => bench.sandbox.requests().filter(({ path }) => path.endsWith('/token')).length
    await host.domainState(name)
    await host.domainState(name)
    await host.dkim(name)
    expect(signIns()).toBe(2)
    await bench.sandbox.advance(120 * minute)
    await host.domainState(name)
    expect(signIns()).toBe(3)
  })

  it('never sends the token to another server', async () => {
    const { host } = await open()
    const seen: string[] = []
    const original = bench.dependencies.fetch
    bench.dependencies.fetch = async (url, init) => {
      seen.push(new URL(url).host)
      const response = await original(url, init)
      if (!url.includes('/users')) return response
      return Response.json({ value: [], '@odata.nextLink': 'https://evil.example/v1.0/users' })
    }
    await expect(openHost(bench).allMailboxes()).rejects.toMatchObject({ kind: 'transient' })
    expect(new Set(seen)).toEqual(new Set(['sandbox.invalid']))
    expect(host.platform).toBe('azure')
  })
})

describe('probing a tenant', () => {
  const reasonOf = async (host: MailboxHost) => {
    const probed = await host.probe()
    return probed.ok ? 'ok' : probed.reason
  }
  const changeApp = (change: object) => {
    const state = microsoftState(bench.sandbox.store)
    const tenant = state.tenants.get(tenantId)
    const app = tenant?.apps[0]
    if (tenant && app) state.tenants.put(tenantId, { ...tenant, apps: [{ ...app, ...change }] })
  }

  it('is content when everything is permitted', async () => {
    const { host } = await open()
    expect(await reasonOf(host)).toBe('ok')
    expect(await reasonOf(openHost(bench, { exchangeUndocumented: false }))).toBe('ok')
  })

  it.each([
    [{ clientSecret: 'not-the-secret' }, 'the client secret is wrong: use the secret’s value, not its id'],
    [{ tenantId: '00000000-0000-4000-8000-000000000000' }, 'no tenant has this tenant id'],
    [
      { clientId: '00000000-0000-4000-8000-000000000000' },
      'the app registration does not exist in this tenant',
    ],
    [{ initialDomain: 'other.onmicrosoft.com' }, 'other.onmicrosoft.com is not the name of this tenant'],
  ])('says what is wrong with %o', async (credentials, reason) => {
    await open()
    expect(await reasonOf(openHost(bench, credentials))).toBe(reason)
  })

  it('names the permissions that are missing', async () => {
    await open()
    changeApp({ permissions: ['Organization.Read.All', 'User.ReadWrite.All', 'Exchange.ManageAsApp'] })
    expect(await reasonOf(openHost(bench))).toBe(
      'the app registration lacks Domain.ReadWrite.All, User-PasswordProfile.ReadWrite.All, LicenseAssignment.ReadWrite.All',
    )
  })

  it('names an expired secret and a missing Exchange role', async () => {
    await open()
    changeApp({ exchangeAdministrator: false })
    expect(await reasonOf(openHost(bench))).toBe(
      'Exchange: the app lacks Exchange.ManageAsApp or the Exchange Administrator role',
    )
    changeApp({ secretExpired: true })
    expect(await reasonOf(openHost(bench))).toBe(
      'the client secret has expired: add a new one to the app registration',
    )
  })
})
