import { describe, expect, it, vi } from 'vitest'
import type { BulkSettings, BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import { isPaused, type ToolSignIn } from '#vendors/ports/sending-tools.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { addMicrosoftUser } from '#vendors/sandbox/sign-in/testing/people.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import {
  bulkToolOperations,
  callsOnAccounts,
  type ShownAccount,
  signatureHtml,
} from '#vendors/testing/bulk-tool-operations.ts'
import { callsOnTool } from '#vendors/testing/calls-on-tool.ts'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import {
  comeBack,
  connectedToInstantly,
  personAt,
  signInOnPages,
  trio,
} from '#vendors/testing/connected-accounts.ts'
import {
  type ContractBench,
  describeFailureMatrix,
  openBench,
  operation,
  requestsTo,
} from '#vendors/testing/contract.ts'
import { failureOf, thrownBy } from '#vendors/testing/failure-of.ts'
import { createMemoryLimits } from '#vendors/testing/memory-limits.ts'
import { describeOneOfMany } from '#vendors/testing/one-of-many.ts'
import { demoInstantly } from '../simulator/demo.ts'
import type { InstantlyAccount, InstantlyTag, InstantlyWorkspace } from '../simulator/state.ts'
import { workspaceOf } from '../simulator/workspace-of.ts'
import { createInstantlyBrowserBulkTool } from './instantly-browser-bulk.ts'
import { createInstantlyBulkTool } from './instantly-bulk.ts'
import { createInstantlyTool } from './instantly-tool.ts'
import { lookUpInstantlyWorkspaces } from './look-up-workspaces.ts'

const apiKey = 'ik-canary-4fd1c0ffee'
const cookie = 'session-canary-77aa'
const orgAuth = 'org-auth-canary-88bb'
const secrets = [apiKey, cookie, orgAuth]

const urlsOf = ({ origin }: { origin: string }) => ({
  apiUrl: `${origin}/instantly/api/v2`,
  appUrl: `${origin}/instantly/app`,
})
const withoutPauses = (bench: ContractBench) => ({ ...bench.dependencies, pause: async () => {} })
const tool = (bench: ContractBench) => createInstantlyTool(urlsOf(bench), { apiKey }, withoutPauses(bench))
const bulk = (bench: ContractBench) =>
  createInstantlyBulkTool(urlsOf(bench), { apiKey }, withoutPauses(bench))
const browserBulk = (bench: ContractBench) =>
  createInstantlyBrowserBulkTool(urlsOf(bench), { cookie, orgAuth }, bench.dependencies)

const accounts = ({ sandbox }: ContractBench) =>
  sandbox.store.collection<InstantlyAccount>('instantly.accounts')
const accountAt = (bench: ContractBench, email: string) => accounts(bench).get(email)
const addresses = trio.map(({ email }) => email)
/** Signed in and set as a new order sets them. */
const connect = async (bench: ContractBench, people = trio) => {
  const ids = connectedToInstantly(bench.sandbox, apiKey, people)
  allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }))
  return ids
}
const connectTrio = (bench: ContractBench) => connect(bench)
/** For the failures: the fewer requests an operation makes, the fewer ways there are for it to fail. */
const connectOne = (bench: ContractBench) => connect(bench, [personAt('jane')])
const signIn = (bench: ContractBench, key = apiKey): ToolSignIn => {
  const way = createInstantlyTool(urlsOf(bench), { apiKey: key }, withoutPauses(bench)).signInAt('azure')
  if (!way) throw new Error('there is no way in')
  return way
}
/** A page that nobody has signed in to yet. */
const openPage = async (bench: ContractBench, key = apiKey) => {
  const { link, session = '' } = await signIn(bench, key).begin()
  return { link, session }
}
/** A page that someone has signed in to, or given up. */
const signedIn = async (bench: ContractBench, who: Parameters<typeof comeBack>[3]) => {
  const { link, session } = await openPage(bench)
  await comeBack(bench.sandbox, 'instantly', link, who)
  return session
}
const sessionsAt = ({ sandbox }: ContractBench) => sandbox.store.collection('instantly.oauthSessions')
/** The same account without warm-up, in the workspace that the browser's credentials open. */
const connectInBrowser = async (bench: ContractBench, people: typeof trio) => {
  const ids = await connect(bench, people)
  await browserBulk(bench).listAccounts('all')
  const workspaceId = bench.sandbox.store.collection<string>('instantly.org_tokens').get(orgAuth) as string
  for (const id of ids) {
    const account = { ...(accountAt(bench, id) as InstantlyAccount), workspaceId }
    accounts(bench).put(id, { ...account, warmupStatus: 0 }, workspaceId)
  }
  return ids
}
const connectOneInBrowser = (bench: ContractBench) => connectInBrowser(bench, [personAt('jane')])
const connectOneCold = async (bench: ContractBench) => {
  const ids = await connectOne(bench)
  allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: false }))
  return ids
}
/** How many it is true of. */
const countOf = (bench: ContractBench, holds: (account: InstantlyAccount) => boolean) =>
  accounts(bench)
    .list()
    .filter((account) => account.email.endsWith('@fresh-name.com') && holds(account)).length
const isStill = ({ status, warmupStatus }: InstantlyAccount) => status === 2 && warmupStatus === 0
const isGoing = ({ status, warmupStatus }: InstantlyAccount) => status === 1 && warmupStatus === 1
const fresh = { dailyLimit: 2, warmupOn: true }
const asBefore = (externalId: string) => ({ externalId, sends: true, warmupOn: true, dailyLimit: 2 })
const warmup = { limit: 5, increment: 1, replyRatePercent: 50 }
const week = { from: '2026-11-18', to: '2026-11-24', answersFrom: '2026-11-11' }
const settings: BulkSettings = {
  warmup,
  outbound: { dailyLimit: 10, sendingGapMinutes: 20 },
}
const andOn: BulkSettings = { warmup: { limit: 5, alsoEnable: true } }
const isSet = ({ warmup: set, dailyLimit, sendingGap }: InstantlyAccount) =>
  set.limit === 5 && set.increment === '1' && set.replyRate === 50 && dailyLimit === 10 && sendingGap === 20

const bulkOperations = (
  way: string,
  open: (bench: ContractBench) => BulkTool,
  arrange: (bench: ContractBench) => Promise<string[]>,
) =>
  bulkToolOperations({
    way,
    open,
    arrange,
    settings,
    effects: {
      settings: (bench) => countOf(bench, isSet),
      signature: (bench) => countOf(bench, ({ signature }) => signature === signatureHtml),
    },
  })

for (const transport of ['in-process', 'http'] as const) {
  describeFailureMatrix({
    vendor: 'instantly',
    secrets,
    transport,
    operations: [
      operation({
        name: 'configure, with warm-up',
        arrange: (bench) => connectedToInstantly(bench.sandbox, apiKey, [personAt('jane')]),
        call: async (bench, ids: string[]) =>
          allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }, bench.ctx)),
        effects: (bench) =>
          countOf(bench, ({ dailyLimit, warmupStatus }) => dailyLimit === 2 && warmupStatus === 1),
      }),
      // Over the wire one operation with all its parts is enough: the rest is the same client.
      ...(transport === 'http'
        ? []
        : [
            operation({
              name: 'mailboxes',
              arrange: connectOne,
              call: (bench) => tool(bench).mailboxes(['fresh-name.com', 'other-name.com'], bench.ctx),
            }),
            operation({
              name: 'mailbox',
              arrange: connectOne,
              call: (bench) => tool(bench).mailbox('Jane@fresh-name.com', bench.ctx),
            }),
            operation({
              name: 'signInAt begin',
              call: (bench) => signIn(bench).begin(bench.ctx),
            }),
            operation({
              name: 'signInAt result',
              arrange: (bench) => signedIn(bench, personAt('jane')),
              call: (bench, session: string) => signIn(bench).result(session, bench.ctx),
              // Told once; the account is there whether or not anybody heard it.
              effects: (bench) => (sessionsAt(bench).count() === 0 ? countOf(bench, () => true) : 0),
            }),
            operation({
              name: 'signInAt trySending',
              arrange: connectOne,
              call: async (bench) =>
                signIn(bench).trySending?.('jane@fresh-name.com', 'probe@example.com', bench.ctx),
            }),
            operation({
              name: 'configure, without warm-up',
              arrange: connectOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).configure(ids, { dailyLimit: 7, warmupOn: false }, bench.ctx)),
              effects: (bench) =>
                countOf(bench, ({ dailyLimit, warmupStatus }) => dailyLimit === 7 && warmupStatus === 0),
            }),
            operation({
              name: 'pause',
              arrange: connectOne,
              call: async (bench, ids: string[]) => allSucceeded(await tool(bench).pause(ids, bench.ctx)),
              effects: (bench) => countOf(bench, isStill),
            }),
            operation({
              name: 'resume',
              arrange: async (bench) => {
                const ids = await connectOne(bench)
                allSucceeded(await tool(bench).pause(ids))
                return ids
              },
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).resume(ids.map(asBefore), bench.ctx)),
              effects: (bench) => countOf(bench, isGoing),
            }),
            operation({
              name: 'limit',
              arrange: connectOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(
                  await tool(bench).limit(
                    ids.map((externalId) => ({ externalId, dailyLimit: 7 })),
                    bench.ctx,
                  ),
                ),
              effects: (bench) => countOf(bench, ({ dailyLimit }) => dailyLimit === 7),
            }),
            operation({
              name: 'counts',
              arrange: connectOne,
              call: async (bench) => tool(bench).counts?.(['jane@fresh-name.com'], week, bench.ctx),
            }),
            operation({
              name: 'disconnect',
              arrange: connectOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).disconnect(ids, bench.ctx)),
              effects: (bench) => (countOf(bench, () => true) === 0 ? 1 : 0),
            }),
            operation({
              name: 'lookUpInstantlyWorkspaces',
              call: (bench) =>
                lookUpInstantlyWorkspaces(urlsOf(bench), { apiKey }, bench.dependencies, bench.ctx),
            }),
            ...bulkOperations('by key', bulk, connectOne),
            operation({
              name: 'listNarrowed',
              arrange: connectOne,
              call: async (bench) => bulk(bench).listNarrowed?.({ text: 'jane', tags: [] }, bench.ctx),
            }),
            operation({
              name: 'tagPages',
              async call(bench) {
                for await (const page of bulk(bench).tagPages?.(bench.ctx) ?? []) expect(page).toEqual([])
              },
            }),
            operation({
              name: 'enableWarmup by key',
              arrange: connectOneCold,
              call: async (bench, ids: string[]) =>
                allSucceeded(await bulk(bench).enableWarmup(ids, bench.ctx)),
              effects: (bench) => countOf(bench, ({ warmupStatus }) => warmupStatus === 1),
            }),
            operation({
              name: 'disableWarmup by key',
              arrange: connectOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(await bulk(bench).disableWarmup(ids, bench.ctx)),
              effects: (bench) => countOf(bench, ({ warmupStatus }) => warmupStatus === 0),
            }),
            ...bulkOperations('by cookie', browserBulk, connectOneInBrowser),
            operation({
              name: 'enableWarmup by cookie',
              arrange: connectOneInBrowser,
              call: async (bench, ids: string[]) =>
                allSucceeded(await browserBulk(bench).enableWarmup(ids, bench.ctx)),
            }),
          ]),
    ],
    ...(transport === 'in-process' && {
      ports: (bench: ContractBench) => [tool(bench), bulk(bench), browserBulk(bench)],
      without: { probe: 'It answers what a call would throw.' },
    }),
  })
}

describeOneOfMany(
  'instantly',
  callsOnTool(
    tool,
    connectTrio,
    (bench, id) => {
      const account = accountAt(bench, id)
      return (
        account && {
          dailyLimit: account.dailyLimit,
          isWarm: account.warmupStatus === 1,
          sends: account.status === 1,
          isStill: isStill(account),
        }
      )
    },
    // One request pauses a hundred.
    { pause: 'all' },
  ),
)

const shown = (bench: ContractBench, id: string): ShownAccount => {
  const account = accountAt(bench, id)
  return {
    isSet: account !== undefined && isSet(account),
    isWarm: account?.warmupStatus === 1,
    isSigned: account?.signature === signatureHtml,
    isTagged: account?.tagIds.length === 1,
  }
}
describeOneOfMany(
  'instantly',
  callsOnAccounts({
    open: bulk,
    arrange: async (bench) => {
      const ids = await connectTrio(bench)
      allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: false }))
      return ids
    },
    settings,
    shown,
    together: ['enableWarmup', 'disableWarmup', 'setTags'],
  }),
)
describeOneOfMany(
  'instantly',
  callsOnAccounts({
    open: browserBulk,
    arrange: (bench) => connectInBrowser(bench, trio),
    settings: { ...settings, warmup: { ...warmup, alsoEnable: true } },
    shown,
    together: ['setTags'],
  }),
)

describe('a customer’s Instantly workspace', () => {
  it('sets the limit and the first warm-up of mailboxes that were signed in to', async () => {
    await using bench = await openBench('in-process')
    const ids = connectedToInstantly(bench.sandbox, apiKey, trio)
    const [fresh] = await tool(bench).mailboxes(['fresh-name.com'])
    expect(fresh).toMatchObject({
      connection: { state: 'connected' },
      warmupOn: false,
      dailyLimit: undefined,
    })
    const before = requestsTo(bench, 'instantly').length
    allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }))
    // One call for each, one for warm-up and one look at its job.
    expect(requestsTo(bench, 'instantly').length - before).toBeLessThanOrEqual(trio.length + 2)
    expect(ids.map((id) => accountAt(bench, id))).toEqual(
      ids.map(() =>
        expect.objectContaining({
          sendingGap: 20,
          warmup: expect.objectContaining({ limit: 5, increment: '1', replyRate: 50 }),
        }),
      ),
    )
    const configured = addresses.map((address) => ({
      externalId: address,
      address,
      connection: { state: 'connected' },
      sends: true,
      warmupOn: true,
      warmupBarred: false,
      dailyLimit: 2,
    }))
    const listed = await tool(bench).mailboxes(['fresh-name.com'])
    expect(listed.sort((a, b) => addresses.indexOf(a.address) - addresses.indexOf(b.address))).toEqual(
      configured,
    )
    expect(await Promise.all(addresses.map((address) => tool(bench).mailbox(address)))).toEqual(configured)
  })

  it('has no mailbox that nobody has signed in to', async () => {
    await using bench = await openBench('in-process')
    await connectOne(bench)
    expect(await tool(bench).mailbox('joe@fresh-name.com')).toBeUndefined()
    const other = createInstantlyTool(urlsOf(bench), { apiKey: 'another-key-123' }, withoutPauses(bench))
    expect(await other.mailbox('jane@fresh-name.com')).toBeUndefined()
  })

  it('changes the limit of mailboxes that are warming up, and leaves their warm-up as its owner set it', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectTrio(bench)
    for (const id of ids) {
      const account = accountAt(bench, id) as InstantlyAccount
      accounts(bench).put(id, { ...account, warmup: { ...account.warmup, limit: 33 } }, account.workspaceId)
    }
    allSucceeded(await tool(bench).configure(ids, { dailyLimit: 20, warmupOn: false }))
    expect(countOf(bench, (account) => account.dailyLimit === 20 && account.warmupStatus === 0)).toBe(3)
    expect(countOf(bench, (account) => account.warmup.limit === 33)).toBe(3)
  })

  it('pauses mailboxes a hundred at a time, with their warm-up, and leaves everything else of them as it is', async () => {
    await using bench = await openBench('in-process')
    const many = Array.from({ length: 104 }, (_, at) => personAt(`sender.${at}`))
    const ids = await connect(bench, many)
    for (const id of ids) {
      const account = accountAt(bench, id) as InstantlyAccount
      accounts(bench).put(id, { ...account, warmupScore: 97, dailyLimit: 9 }, account.workspaceId)
    }
    const before = ids.map((id) => ({ ...accountAt(bench, id), updatedAt: '' }))
    const requests = requestsTo(bench, 'instantly').length
    allSucceeded(await tool(bench).pause(ids))
    expect(countOf(bench, isStill)).toBe(104)
    // Two to pause, two to stop warm-up and a look at each of the two jobs.
    expect(requestsTo(bench, 'instantly').length - requests).toBe(6)
    expect((await tool(bench).mailboxes(['fresh-name.com'])).every(isPaused)).toBe(true)
    allSucceeded(await tool(bench).resume(ids.map(asBefore)))
    expect(ids.map((id) => ({ ...accountAt(bench, id), updatedAt: '' }))).toEqual(before)
  })

  it('does not stop warm-up by pausing alone', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    await bench.sandbox.fetch(`${bench.sandbox.origin}/instantly/api/v2/accounts/pause`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ emails: ids }),
    })
    const [listed] = await tool(bench).mailboxes(['fresh-name.com'])
    expect(listed).toMatchObject({ sends: false, warmupOn: true })
  })

  it('stops the warm-up of mailboxes that pausing names as failed since they are paused already', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectTrio(bench)
    const [owners] = ids as [string]
    const account = accountAt(bench, owners) as InstantlyAccount
    accounts(bench).put(owners, { ...account, status: 2 }, account.workspaceId)
    allSucceeded(await tool(bench).pause(ids))
    expect(countOf(bench, isStill)).toBe(3)
    const outcomes = await tool(bench).pause([...ids, 'nobody@fresh-name.com'])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false])
  })

  it('starts warm-up with a key that may not look at the job, and says nothing of what it cannot see', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    const { workspaceId } = accountAt(bench, ids[0] ?? '') as InstantlyAccount
    bench.sandbox.store
      .collection('instantly.keys')
      .put('key-for-accounts', { workspaceId, scopes: ['accounts:all'] })
    const limited = (workspace?: string) =>
      createInstantlyTool(
        urlsOf(bench),
        { apiKey: 'key-for-accounts', ...(workspace && { workspaceId: workspace }) },
        bench.dependencies,
      )
    allSucceeded(await limited().configure(ids, { dailyLimit: 2, warmupOn: true }))
    const error = await thrownBy(limited('elsewhere').mailboxes(['fresh-name.com']))
    expect(error.reason).toMatch(/needs the scope workspaces:read/)
  })

  it('lets one go on that failed while its mailbox was blocked, and leaves alone what its owner had paused', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectTrio(bench)
    allSucceeded(await tool(bench).pause(ids))
    const [failed, , owners] = ids as [string, string, string]
    const account = accountAt(bench, failed) as InstantlyAccount
    accounts(bench).put(failed, { ...account, status: -1 }, account.workspaceId)
    allSucceeded(
      await tool(bench).resume(
        ids.map((id) => ({ ...asBefore(id), ...(id === owners && { sends: false, warmupOn: false }) })),
      ),
    )
    expect(ids.map((id) => accountAt(bench, id)?.status)).toEqual([1, 1, 2])
    expect(ids.map((id) => accountAt(bench, id)?.warmupStatus)).toEqual([1, 1, 0])
  })

  it('says which mailbox could not be paused, and pauses the others', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    const outcomes = await tool(bench).pause([...ids, 'gone@fresh-name.com'])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
    expect(countOf(bench, isStill)).toBe(1)
  })

  it('says that a banned mailbox cannot warm up, and stays so when warm-up is switched on', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectTrio(bench)
    const [banned] = ids as [string]
    const account = accountAt(bench, banned) as InstantlyAccount
    accounts(bench).put(banned, { ...account, warmupStatus: -1 }, account.workspaceId)
    const isBarred = { warmupOn: false, warmupBarred: true }
    expect(await tool(bench).mailbox(banned)).toMatchObject(isBarred)
    await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true })
    expect(await tool(bench).mailbox(banned)).toMatchObject(isBarred)
    expect(countOf(bench, isGoing)).toBe(2)
  })

  it('pages to the end of a long list, though a cursor comes with the last page', async () => {
    await using bench = await openBench('in-process')
    await tool(bench).probe()
    const workspaceId = bench.sandbox.store
      .collection<{ workspaceId: string }>('instantly.keys')
      .get(apiKey)?.workspaceId
    const [demo] = accounts(bench).list({ limit: 1 }) as [InstantlyAccount]
    for (let at = 0; at < 250; at++) {
      const email = `sender.${at}@${at % 5}-name.com`
      accounts(bench).put(email, { ...demo, email, workspaceId: workspaceId as string }, workspaceId)
    }
    const before = requestsTo(bench, 'instantly').length
    expect(await tool(bench).mailboxes(['0-name.com', '1-name.com', '2-name.com'])).toHaveLength(150)
    expect(requestsTo(bench, 'instantly').length - before).toBe(4)
    expect(await bulk(bench).listAccounts('all')).toHaveLength(250)
  })

  it.each([
    ['badkey-123', 'unauthorised', /API key is not valid/],
    ['noplan-key-123', 'unauthorised', /no paid plan/],
  ] as const)('refuses the key %s in plain words', async (key, kind, reason) => {
    await using bench = await openBench('in-process')
    const refused = createInstantlyTool(urlsOf(bench), { apiKey: key }, bench.dependencies)
    const error = await thrownBy(refused.mailboxes(['x.com']))
    expect(error.kind).toBe(kind)
    expect(error.reason).toMatch(reason)
    expect(await refused.probe()).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })

  it('says which workspace a key opens, also when another one is asked for', async () => {
    await using bench = await openBench('in-process')
    const at = (workspaceId?: string) =>
      createInstantlyTool(
        urlsOf(bench),
        { apiKey: 'plausible-key-1', workspaceId },
        bench.dependencies,
      ).probe()
    const opened = { ...workspaceOf('plausible-key-1'), isOnly: true }
    const own = { ok: true, workspace: opened }
    expect(await at()).toEqual(own)
    expect(await at(opened.name)).toEqual(own)
    expect(await at('elsewhere')).toEqual(own)
    expect(requestsTo(bench, 'instantly').filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('says which permission is missing when a key may only read', async () => {
    await using bench = await openBench('in-process')
    const readonly = createInstantlyTool(urlsOf(bench), { apiKey: 'readonly-key-1' }, bench.dependencies)
    expect(await readonly.probe()).toMatchObject({ ok: true, workspace: { isOnly: true } })
    expect((await thrownBy(signIn(bench, 'readonly-key-1').begin())).reason).toMatch(
      /needs the scope accounts:all for it$/,
    )
    const ids = connectedToInstantly(bench.sandbox, 'readonly-key-1', [personAt('jane')])
    const error = await thrownBy(readonly.configure(ids, { dailyLimit: 2, warmupOn: true }))
    expect(error.reason).toMatch(/needs the scope accounts:all for it$/)
  })

  it('refuses a key that no header can carry, without repeating it', async () => {
    await using bench = await openBench('in-process')
    const odd = createInstantlyTool(urlsOf(bench), { apiKey: 'schlüssel-ключ-1' }, bench.dependencies)
    const error = await thrownBy(odd.mailboxes(['x.com']))
    expect(error.kind).toBe('unauthorised')
    expect(error.message).not.toContain('schlüssel')
    expect(requestsTo(bench, 'instantly')).toHaveLength(0)
  })

  it('names another workspace only when the key’s own is a different one', async () => {
    await using bench = await openBench('in-process')
    const [own] = await lookUpInstantlyWorkspaces(urlsOf(bench), { apiKey }, bench.dependencies)
    const same = createInstantlyTool(urlsOf(bench), { apiKey, workspaceId: own?.id }, bench.dependencies)
    expect(await same.mailboxes(['x.com'])).toEqual([])
    const other = createInstantlyTool(
      urlsOf(bench),
      { apiKey, workspaceId: demoInstantly.workspaceId },
      bench.dependencies,
    )
    expect(await thrownBy(other.mailboxes(['x.com']))).toMatchObject({ kind: 'unauthorised' })
  })

  it('counts calls per account under a key that is not the secret, within 100 a second and 6,000 a minute', async () => {
    await using bench = await openBench('in-process')
    await connectTrio(bench)
    await tool(bench).mailboxes(['fresh-name.com'])
    const { reservations } = bench.dependencies.limits
    expect(reservations.length).toBe(requestsTo(bench, 'instantly').length)
    for (const { key, rate } of reservations) {
      expect(key).toMatch(/^instantly:[0-9a-f]{20}$/)
      expect(rate.burst + rate.perSecond).toBeLessThanOrEqual(100)
      expect(rate.burst + rate.perSecond * 60).toBeLessThanOrEqual(6_000)
    }
  })

  it('opens at most 75 sign-in pages a minute for a workspace and 150 in all, and a refusal stops these alone', async () => {
    await using bench = await openBench('in-process')
    const { reservations, blocks } = bench.dependencies.limits
    await tool(bench).mailboxes(['fresh-name.com'])
    const [listing] = reservations
    const before = reservations.length
    await openPage(bench)
    const opening = reservations.slice(before)
    expect(opening[0]?.key).toBe(listing?.key)
    expect(opening.slice(1).map(({ rate }) => rate.burst + rate.perSecond * 60)).toEqual([150, 75])
    expect(new Set(opening.map(({ key }) => key)).size).toBe(3)
    bench.sandbox.faults.add({ kind: '429', vendor: 'instantly', retryAfter: 9 })
    await thrownBy(openPage(bench))
    expect(blocks).toEqual([{ key: opening.at(-1)?.key, forMs: 9_000 }])
  })

  it('stops everybody who shares the account after a 429', async () => {
    await using bench = await openBench('in-process')
    bench.sandbox.faults.add({ kind: '429', vendor: 'instantly', retryAfter: 9 })
    await thrownBy(tool(bench).mailboxes(['x.com']))
    expect(bench.dependencies.limits.blocks).toEqual([
      { key: bench.dependencies.limits.reservations[0]?.key, forMs: 9_000 },
    ])
  })
})

describe('signing in to a mailbox for Instantly', () => {
  it('opens a page at the host whose end is told once, with the address that signed in', async () => {
    await using bench = await openBench('http')
    const address = addMicrosoftUser(bench.sandbox, 'jo')
    const { link, session } = await openPage(bench)
    expect(link).toMatch(/^https:\/\/login\.microsoftonline\.com\//)
    const result = () => signIn(bench).result(session)
    expect(await result()).toEqual({ state: 'pending' })
    expect(await tool(bench).mailbox(address)).toBeUndefined()
    await signInOnPages(bench.sandbox, link, address)
    expect(await result()).toEqual({ state: 'signed_in', address })
    expect(await result()).toEqual({ state: 'lost' })
    expect(await tool(bench).mailbox(address)).toMatchObject({ address, connection: { state: 'connected' } })
    expect(await signIn(bench).trySending?.(address, 'probe@example.com')).toBeUndefined()
    // Whoever has the page can add accounts.
    expect(bench.logText()).not.toContain(new URL(link).searchParams.get('state'))
    expect(bench.logText()).not.toContain(session)
  })

  it('opens Google’s page for a mailbox at Google', async () => {
    await using bench = await openBench('in-process')
    const page = await tool(bench).signInAt('google')?.begin()
    expect(page?.link).toMatch(/^https:\/\/accounts\.google\.com\//)
    expect(page?.session).toMatch(/./)
  })

  it('says who signed in, whoever was meant, in small letters', async () => {
    await using bench = await openBench('in-process')
    const session = await signedIn(bench, personAt('Somebody.Else'))
    expect(await signIn(bench).result(session)).toEqual({
      state: 'signed_in',
      address: 'somebody.else@fresh-name.com',
    })
  })

  it('says why it failed, once', async () => {
    await using bench = await openBench('in-process')
    const session = await signedIn(bench, { error: 'access_denied' })
    expect(await signIn(bench).result(session)).toEqual({
      state: 'failed',
      reason: 'User denied access to the application',
    })
    expect(await signIn(bench).result(session)).toEqual({ state: 'lost' })
  })

  it('fails for an address that another workspace has', async () => {
    await using bench = await openBench('in-process')
    connectedToInstantly(bench.sandbox, 'another-key-123', [personAt('jane')])
    const session = await signedIn(bench, personAt('jane'))
    expect(await signIn(bench).result(session)).toEqual({
      state: 'failed',
      reason: 'Account already exists in another workspace',
    })
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toBeUndefined()
  })

  it('loses a session that nobody knows, another workspace’s, and one that was left for ten minutes', async () => {
    await using bench = await openBench('in-process')
    expect(await signIn(bench).result('f7a4-unknown/../x')).toEqual({ state: 'lost' })
    const { session } = await openPage(bench)
    expect(await signIn(bench, 'another-key-123').result(session)).toEqual({ state: 'lost' })
    expect(await signIn(bench).result(session)).toEqual({ state: 'pending' })
    await bench.sandbox.advance(600_000)
    expect(await signIn(bench).result(session)).toEqual({ state: 'lost' })
  })

  it('keeps an account and its settings when its mailbox is signed in to again', async () => {
    await using bench = await openBench('in-process')
    const [id] = (await connectOne(bench)) as [string]
    const { warmup: before } = accountAt(bench, id) as InstantlyAccount
    await signedIn(bench, personAt('jane'))
    expect(countOf(bench, () => true)).toBe(1)
    expect(accountAt(bench, id)).toMatchObject({ dailyLimit: 2, warmupStatus: 1, warmup: before })
  })

  it('tries sending, and says by its code why a mailbox cannot', async () => {
    await using bench = await openBench('in-process')
    const [id] = (await connectOne(bench)) as [string]
    const attempt = (address: string) => signIn(bench).trySending?.(address, 'probe@example.com')
    expect(await attempt(id)).toBeUndefined()
    expect(await attempt('joe@fresh-name.com')).toBe('Instantly does not have it')
    const account = accountAt(bench, id) as InstantlyAccount
    const put = (changes: Partial<InstantlyAccount>) =>
      accounts(bench).put(id, { ...account, ...changes }, account.workspaceId)
    put({ refreshToken: 'revoked' })
    expect(await attempt(id)).toBe('Instantly cannot sign in to it')
    put({ setupPending: true, setupDoneAt: bench.sandbox.world.now() + 60_000 })
    expect(await attempt(id)).toBe('Instantly cannot send from it (ACC_UNKNOWN_ERROR)')
  })

  it('counts test mails apart from other calls, ten a minute at most', async () => {
    await using bench = await openBench('in-process')
    const [id] = (await connectOne(bench)) as [string]
    const { reservations } = bench.dependencies.limits
    const before = reservations.length
    await signIn(bench).trySending?.(id, 'probe@example.com')
    const [own, ...more] = reservations.slice(before)
    expect(more).toEqual([])
    expect(own?.key).toMatch(/^instantly:[0-9a-f]{20}$/)
    expect(reservations.slice(0, before).map(({ key }) => key)).not.toContain(own?.key)
    expect((own?.rate.burst ?? 99) + (own?.rate.perSecond ?? 99) * 60).toBeLessThanOrEqual(10)
  })
})

describe('bulk updates at Instantly', () => {
  const demoUrls = (bench: ContractBench) => urlsOf(bench)
  const byKey = (bench: ContractBench) =>
    createInstantlyBulkTool(demoUrls(bench), { apiKey: demoInstantly.apiKey }, withoutPauses(bench))
  const byCookie = (bench: ContractBench) =>
    createInstantlyBrowserBulkTool(
      demoUrls(bench),
      { cookie: demoInstantly.session, orgAuth: demoInstantly.orgAuth },
      bench.dependencies,
    )

  it.each([
    ['an API key', byKey],
    ['a cookie', byCookie],
  ])('change every account and read it back, with %s', async (_way, of) => {
    await using bench = await openBench('in-process')
    const domains = ['getlumenhq.com', 'LumenReach.co']
    const found = await of(bench).listAccounts(domains)
    expect(found).toHaveLength(42)
    const ids = found.filter(({ warmupScore }) => warmupScore !== undefined).map(({ id }) => id)
    const heard = new Set<string>()
    const onOutcome = (id: string) => heard.add(id)
    allSucceeded(
      await of(bench).updateSettings(
        ids,
        { ...settings, warmup: { ...warmup, alsoEnable: true } },
        { onOutcome },
      ),
    )
    allSucceeded(await of(bench).setSignature(ids, '<b>Best</b>'))
    allSucceeded(await of(bench).setTags(ids, ['tryit', 'tryit', 'second']))
    expect(heard.size).toBe(ids.length)
    const now = await of(bench).readBack(ids)
    expect(now).toHaveLength(ids.length)
    for (const account of now)
      expect(account).toMatchObject({
        warmupOn: true,
        dailyLimit: 10,
        warmupLimit: 5,
        warmupIncrement: 1,
        replyRatePercent: 50,
        signature: '<b>Best</b>',
        tags: ['tryit', 'second'],
      })
    expect(bench.sandbox.store.collection<InstantlyTag>('instantly.tags').count()).toBe(2)
  })

  it('lists names, kinds and what warm-up says', async () => {
    await using bench = await openBench('in-process')
    const listed = await byKey(bench).listAccounts(['withlumenhq.com'])
    expect(listed[0]).toMatchObject({ type: 'Google', warmupLimit: 10, warmupIncrement: 0, signature: '' })
    expect(new Set(listed.map(({ fromName }) => fromName)).size).toBe(3)
    const browser = await byCookie(bench).listAccounts(['withlumenhq.com'])
    expect(browser.map(({ email }) => email).sort()).toEqual(listed.map(({ email }) => email).sort())
    expect(browser[0]?.sendingGapMinutes).toBeUndefined()
  })

  it('are not asked for ever by a browser whose list ignores where it is to continue', async () => {
    await using bench = await openBench('in-process')
    const accounts = Array.from({ length: 100 }, (_, at) => ({ email: `jane${at}@acme.com` }))
    bench.answerBefore(({ url }) => (url.endsWith('/account/list') ? Response.json(accounts) : undefined))
    await expect(byCookie(bench).listAccounts('all')).rejects.toMatchObject({
      kind: 'transient',
      reason: 'a list brings the same page again',
    })
  })

  it('say which of many did not warm up', async () => {
    await using bench = await openBench('in-process')
    const everyone = (await byKey(bench).listAccounts('all')).map(({ id }) => id)
    expect(everyone).toHaveLength(252)
    const broken = accounts(bench)
      .list()
      .filter(({ status, warmupStatus }) => status < 0 || warmupStatus < 0)
      .map(({ email }) => email)
    const cold = broken.filter((email) => accountAt(bench, email)?.warmupStatus !== 1)
    for (const of of [byKey, byCookie]) {
      const outcomes = await of(bench).enableWarmup(everyone)
      const failures = everyone.filter((_, at) => outcomes[at]?.ok === false)
      expect(failures.sort()).toEqual((of === byKey ? cold : broken).sort())
    }
  })

  it('say which of many a warm-up job did not find', async () => {
    await using bench = await openBench('in-process')
    const [first, second] = (await byKey(bench).listAccounts(['getlumenhq.com'])).map(({ id }) => id)
    const outcomes = await byKey(bench).enableWarmup([
      first as string,
      'gone@getlumenhq.com',
      second as string,
    ])
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true])
    expect(failureOf(outcomes[1]).kind).toBe('not_found')
  })

  it('refuse settings that Instantly does not take before anything is sent', async () => {
    await using bench = await openBench('in-process')
    for (const of of [byKey, byCookie])
      for (const [change, name] of [
        [{ warmup: { limit: 5, increment: 5, replyRatePercent: 30 } }, /warm-up increment/],
        [{ warmup: { limit: 5, increment: 1, replyRatePercent: 130 } }, /reply rate/],
        [{ outbound: { dailyLimit: 5, sendingGapMinutes: 2_000 } }, /sending gap/],
      ] as const) {
        const error = await thrownBy(of(bench).updateSettings(['a@x.com'], change))
        expect([error.kind, name.test(error.reason)]).toEqual(['rejected', true])
      }
    expect(requestsTo(bench, 'instantly')).toHaveLength(0)
  })

  it.each([
    ['an expired cookie', 'expired-cookie-1', demoInstantly.orgAuth],
    ['another workspace’s token', demoInstantly.session, 'someone-elses-token'],
  ])('end at once with %s', async (_what, session, token) => {
    await using bench = await openBench('in-process')
    const refused = createInstantlyBrowserBulkTool(
      demoUrls(bench),
      { cookie: session, orgAuth: token },
      bench.dependencies,
    )
    expect((await thrownBy(refused.listAccounts(['x.com']))).kind).toBe('unauthorised')
    const everyone = accounts(bench)
      .list()
      .map(({ email }) => email)
    expect((await thrownBy(refused.updateSettings(everyone, settings))).kind).toBe('unauthorised')
    expect(requestsTo(bench, 'instantly').length).toBeLessThan(30)
  })

  it('take the whole cookie header as well as the value alone', async () => {
    await using bench = await openBench('in-process')
    for (const pasted of [
      `  ${demoInstantly.session}\n`,
      `Cookie: _ga=1; __session=${demoInstantly.session}; theme=dark`,
    ]) {
      const of = createInstantlyBrowserBulkTool(
        demoUrls(bench),
        { cookie: pasted, orgAuth: demoInstantly.orgAuth },
        bench.dependencies,
      )
      expect(await of.listAccounts(['getlumenhq.com'])).toHaveLength(21)
    }
  })

  it('do not try the rest once Instantly says when to come back', async () => {
    await using bench = await openBench('in-process')
    const everyone = accounts(bench)
      .list()
      .map(({ email }) => email)
    bench.sandbox.faults.add({ kind: '429', vendor: 'instantly', skip: 100, retryAfter: 30 })
    const outcomes = await byKey(bench).updateSettings(everyone, settings)
    const late = outcomes.filter((outcome) => !outcome.ok)
    expect(late.length).toBeGreaterThan(100)
    for (const outcome of late)
      expect(failureOf(outcome)).toMatchObject({ kind: 'transient', retryAfterMs: 30_000 })
  })

  it('change nothing but one account where the reply rate is taken for something else', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectTrio(bench)
    const workspaces = bench.sandbox.store.collection<InstantlyWorkspace>('instantly.workspaces')
    for (const workspace of workspaces.list())
      workspaces.put(workspace.id, { ...workspace, replyRateIn: 'fraction' })
    const told: string[] = []
    const outcomes = await bulk(bench).updateSettings(ids, settings, { onOutcome: (id) => told.push(id) })
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        ok: false,
        error: {
          kind: 'rejected',
          reason: 'it shows 1 reply rate after 50 was set for one account, so the others were left alone',
        },
      })
    expect(outcomes).toHaveLength(3)
    expect(told).toEqual(ids)
    expect(countOf(bench, ({ dailyLimit }) => dailyLimit === 10)).toBe(1)
  })

  it('take the next account for the first where that one is gone', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectTrio(bench)
    accounts(bench).delete(ids[0] ?? '')
    const outcomes = await bulk(bench).updateSettings(ids, settings)
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true])
    expect(countOf(bench, isSet)).toBe(2)
  })

  it('are not fooled by a success that did nothing: reading back shows it', async () => {
    await using bench = await openBench('in-process')
    const [id] = (await byCookie(bench).listAccounts(['getlumenhq.com'])).map((account) => account.id) as [
      string,
    ]
    bench.sandbox.faults.add({ kind: 'false_success', vendor: 'instantly', path: 'warmup/enable' })
    const account = accountAt(bench, id) as InstantlyAccount
    accounts(bench).put(id, { ...account, warmupStatus: 0 }, account.workspaceId)
    allSucceeded(await byCookie(bench).enableWarmup([id]))
    expect((await byCookie(bench).readBack([id]))[0]?.warmupOn).toBe(false)
  })
})

describe('a warm-up job at Instantly', () => {
  const open = (pause: (sandbox: ReturnType<typeof createSandbox>) => Promise<void>, delayScale = 1) => {
    const sandbox = createSandbox({ storePath: ':memory:', delayScale, limitsScale: 1_000 })
    const of = createInstantlyBulkTool(
      urlsOf(sandbox),
      { apiKey: demoInstantly.apiKey },
      {
        fetch: sandbox.fetch,
        log: createCapturedLog().log,
        limits: createMemoryLimits(),
        pause: () => pause(sandbox),
      },
    )
    return { sandbox, of }
  }
  const healthy = (sandbox: ReturnType<typeof createSandbox>) =>
    sandbox.store
      .collection<InstantlyAccount>('instantly.accounts')
      .list()
      .filter(({ status, warmupStatus }) => status === 1 && warmupStatus >= 0)
      .map(({ email }) => email)

  it('is waited for until it has ended', async () => {
    const { sandbox, of } = open((running) => running.advance(400))
    allSucceeded(await of.enableWarmup(healthy(sandbox)))
    const looks = sandbox.requests().filter(({ path }) => path.includes('background-jobs'))
    expect(looks.length).toBeGreaterThan(3)
    await sandbox.close()
  })

  it('that never seems to end is left to itself, and said so', async () => {
    const { sandbox, of } = open(async () => {}, 10_000)
    const outcomes = await of.enableWarmup(healthy(sandbox).slice(0, 3))
    expect(failureOf(outcomes[0])).toMatchObject({
      kind: 'transient',
      reason: expect.stringMatching(/under way/),
    })
    await sandbox.close()
  })
})

describe('what became of a warm-up job at Instantly', () => {
  /** Three of which the second has been switched before; the job does nothing. */
  const withJob = async (bench: ContractBench, status: string, on: boolean) => {
    const ids = await connectTrio(bench)
    for (const [at, id] of ids.entries()) {
      const account = { ...(accountAt(bench, id) as InstantlyAccount) }
      const warmupStatus = (at === 1) === on ? 1 : 0
      accounts(bench).put(id, { ...account, warmupStatus }, account.workspaceId)
    }
    bench.answerBefore(({ url }) => {
      const { pathname } = new URL(url)
      if (/\/accounts\/warmup\//.test(pathname)) return Response.json({ id: 'job', status: 'pending' })
      return pathname.includes('/background-jobs/')
        ? Response.json({ id: 'job', status, data: {} })
        : undefined
    })
    return ids
  }
  const kinds = (outcomes: readonly CallOutcome<void>[]) =>
    outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.kind))
  const asWarmAs = (externalId: string) => ({ ...asBefore(externalId), sends: false })

  describe.each(['failed', 'cancelled'])('that %s passes', (status) => {
    it.each([
      ['connecting', true, (of: ContractBench, ids: string[]) => tool(of).configure(ids, fresh, of.ctx)],
      ['pausing', false, (of: ContractBench, ids: string[]) => tool(of).pause(ids, of.ctx)],
      ['resuming', true, (of: ContractBench, ids: string[]) => tool(of).resume(ids.map(asWarmAs), of.ctx)],
    ] as const)('for every mailbox, when %s', async (_, on, call) => {
      await using bench = await openBench('in-process', { seeds: ['instantly'] })
      const ids = await withJob(bench, status, on)
      expect(kinds(await call(bench, ids))).toEqual(['transient', 'transient', 'transient'])
    })

    it.each([
      ['switching on', true, (of: ContractBench, ids: string[]) => bulk(of).enableWarmup(ids, of.ctx)],
      ['switching off', false, (of: ContractBench, ids: string[]) => bulk(of).disableWarmup(ids, of.ctx)],
      ['setting', true, (of: ContractBench, ids: string[]) => bulk(of).updateSettings(ids, andOn, of.ctx)],
    ] as const)('for accounts that are not switched yet, when %s many', async (_, on, call) => {
      await using bench = await openBench('in-process', { seeds: ['instantly'] })
      const ids = await withJob(bench, status, on)
      expect(kinds(await call(bench, ids))).toEqual(['transient', 'ok', 'transient'])
    })
  })

  it.each(['pending', 'in-progress', 'draining', 'paused'])(
    'that is %s is not certain in a bulk update, and fails nothing when connecting',
    async (status) => {
      await using bench = await openBench('in-process', { seeds: ['instantly'] })
      const ids = await withJob(bench, status, true)
      expect(kinds(await bulk(bench).enableWarmup(ids, bench.ctx))).toEqual(ids.map(() => 'transient'))
      expect(kinds(await tool(bench).configure(ids, fresh, bench.ctx))).toEqual(ids.map(() => 'ok'))
    },
  )
})

describe('Instantly’s own limits in the sandbox', () => {
  it('let 100 calls through in a second and refuse the next', async () => {
    const sandbox = createSandbox({ storePath: ':memory:' })
    const headers = { authorization: `Bearer ${demoInstantly.apiKey}` }
    // No time passes between the calls, however busy the machine is.
    vi.useFakeTimers({ toFake: ['performance'] })
    const statuses = await Promise.all(
      Array.from({ length: 130 }, async () => {
        const answer = await sandbox.fetch(`${sandbox.origin}/instantly/api/v2/workspaces/current`, {
          headers,
        })
        return answer.status
      }),
    )
    vi.useRealTimers()
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    await sandbox.close()
  })
})
