import { describe, expect, it, vi } from 'vitest'
import type { BulkSettings, BulkTool } from '#vendors/ports/bulk-tools.ts'
import { isPaused, type ToolMailbox } from '#vendors/ports/sending-tools.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { addMicrosoftUser } from '#vendors/sandbox/sign-in/testing/people.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import {
  bulkToolOperations,
  callsOnAccounts,
  type ShownAccount,
  signatureHtml,
  tagName,
} from '#vendors/testing/bulk-tool-operations.ts'
import { callsOnTool } from '#vendors/testing/calls-on-tool.ts'
import { connectedToSmartlead, personAt, signInOnPages, trio } from '#vendors/testing/connected-accounts.ts'
import {
  type ContractBench,
  describeFailureMatrix,
  openBench,
  operation,
  requestsTo,
} from '#vendors/testing/contract.ts'
import { failureOf, thrownBy } from '#vendors/testing/failure-of.ts'
import { describeOneOfMany } from '#vendors/testing/one-of-many.ts'
import { demoSmartlead } from '../simulator/demo.ts'
import { createOauthLinks } from '../simulator/oauth-links.ts'
import { createSmartleadState, type SmartleadAccount, type SmartleadTag } from '../simulator/state.ts'
import { createSmartleadBulkTool } from './smartlead-bulk.ts'
import { createSmartleadJwtBulkTool } from './smartlead-jwt-bulk.ts'
import { createSmartleadTool } from './smartlead-tool.ts'

const apiKey = 'sl-canary-51deadbeef'
const jwt = 'jwt-canary-62feedface'
const linkCanary = 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?state=link-canary-73'
const links = { azure: linkCanary }
const secrets = [apiKey, jwt, 'link-canary-73']

const urlsOf = ({ origin }: { origin: string }) => ({
  apiUrl: `${origin}/smartlead/api/v1`,
  appUrl: `${origin}/smartlead/api`,
  graphqlUrl: `${origin}/smartlead/graphql`,
})
const tool = (bench: ContractBench) =>
  createSmartleadTool(urlsOf(bench), { apiKey }, links, bench.dependencies)
const bulk = (bench: ContractBench) => createSmartleadBulkTool(urlsOf(bench), { apiKey }, bench.dependencies)
const jwtBulk = (bench: ContractBench) =>
  createSmartleadJwtBulkTool(urlsOf(bench), { jwt }, bench.dependencies)

const accounts = ({ sandbox }: ContractBench) =>
  sandbox.store.collection<SmartleadAccount>('smartlead.accounts')
const tagsAt = ({ sandbox }: ContractBench) => sandbox.store.collection<SmartleadTag>('smartlead.tags')
const accountsAt = (bench: ContractBench, domain: string) =>
  accounts(bench)
    .list()
    .filter(({ fromEmail }) => fromEmail.endsWith(`@${domain}`))
const signedIn = (bench: ContractBench, people = trio) => connectedToSmartlead(bench.sandbox, apiKey, people)
/** Signed in and set as a new order sets them. */
const connect = async (bench: ContractBench, people = trio) => {
  const ids = signedIn(bench, people)
  allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }))
  return ids
}
const connectTrio = (bench: ContractBench) => connect(bench)
/** For the failures: the fewer requests an operation makes, the fewer ways there are for it to fail. */
const connectOne = (bench: ContractBench) => connect(bench, [personAt('jane')])
/** The same account, with the user whom the browser's token belongs to. */
const connectInBrowser = async (bench: ContractBench, people: typeof trio) => {
  await connect(bench, people)
  await jwtBulk(bench).listAccounts('all')
  const userId = bench.sandbox.store.collection<number>('smartlead.tokens').get(jwt) as number
  return accountsAt(bench, 'fresh-name.com').map((account) => {
    accounts(bench).put(String(account.id), { ...account, userId }, String(userId))
    return String(account.id)
  })
}
const connectOneInBrowser = (bench: ContractBench) => connectInBrowser(bench, [personAt('jane')])
const coldly =
  (arrange: (bench: ContractBench) => Promise<string[]>) =>
  async (bench: ContractBench): Promise<string[]> => {
    const ids = await arrange(bench)
    for (const account of accountsAt(bench, 'fresh-name.com'))
      accounts(bench).put(
        String(account.id),
        { ...account, warmup: { ...account.warmup, status: 'INACTIVE' } },
        String(account.userId),
      )
    return ids
  }
/** Which of the vendor's descriptions the sandbox plays. */
const describedBy = ({ sandbox }: ContractBench, variants: object) =>
  sandbox.fetch(`${sandbox.origin}/_smartlead/variants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(variants),
  })
const week = { from: '2026-11-18', to: '2026-11-24' }
/** How many it is true of. */
const countOf = (bench: ContractBench, holds: (account: SmartleadAccount) => boolean) =>
  accountsAt(bench, 'fresh-name.com').filter(holds).length

const warmup = { limit: 5, increment: 5, replyRatePercent: 60, tag: 'tryit' }
const isStill = ({ suspended, messagePerDay }: SmartleadAccount) => suspended && messagePerDay === 0
const asBefore = (externalId: string) => ({ externalId, sends: true, warmupOn: true, dailyLimit: 2 })
const settings: BulkSettings = { warmup, outbound: { dailyLimit: 3, sendingGapMinutes: 45 } }
const isSet = (account: SmartleadAccount) =>
  account.messagePerDay === 3 &&
  account.minTimeToWaitInMins === 45 &&
  account.warmup.maxEmailPerDay === 5 &&
  account.warmup.rampupValue === 5 &&
  account.warmup.isRampupEnabled &&
  account.warmup.replyRate === 60 &&
  account.warmup.keyId === 'tryit'

const bulkOperations = (
  way: string,
  open: (bench: ContractBench) => BulkTool,
  arrange: (bench: ContractBench) => Promise<string[]>,
) => [
  ...bulkToolOperations({
    way,
    open,
    arrange,
    settings,
    effects: {
      settings: (bench) => countOf(bench, isSet),
      signature: (bench) => countOf(bench, ({ signature }) => signature === signatureHtml),
      tags: (bench) => {
        const made = tagsAt(bench)
          .list()
          .filter(({ name }) => name === tagName)
        return countOf(bench, ({ tagIds }) => tagIds.includes(made[0]?.id ?? 0)) * made.length
      },
    },
  }),
  operation({
    name: `enableWarmup ${way}`,
    arrange: coldly(arrange),
    call: async (bench, ids: string[]) => allSucceeded(await open(bench).enableWarmup(ids, bench.ctx)),
    effects: (bench) => countOf(bench, (account) => account.warmup.status === 'ACTIVE'),
  }),
  operation({
    name: `disableWarmup ${way}`,
    arrange,
    call: async (bench, ids: string[]) => allSucceeded(await open(bench).disableWarmup(ids, bench.ctx)),
    effects: (bench) => countOf(bench, (account) => account.warmup.status === 'INACTIVE'),
  }),
]

for (const transport of ['in-process', 'http'] as const) {
  describeFailureMatrix({
    vendor: 'smartlead',
    secrets,
    transport,
    operations: [
      operation({
        name: 'configure, with warm-up',
        arrange: (bench) => signedIn(bench, [personAt('jane')]),
        call: async (bench, ids: string[]) =>
          allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }, bench.ctx)),
        effects: (bench) =>
          countOf(bench, (account) => account.messagePerDay === 2 && account.warmup.status === 'ACTIVE'),
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
              name: 'configure, without warm-up',
              arrange: connectOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).configure(ids, { dailyLimit: 7, warmupOn: false }, bench.ctx)),
              effects: (bench) =>
                countOf(
                  bench,
                  (account) => account.messagePerDay === 7 && account.warmup.status === 'INACTIVE',
                ),
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
              effects: (bench) =>
                countOf(bench, (account) => !account.suspended && account.messagePerDay === 2),
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
              effects: (bench) => countOf(bench, ({ messagePerDay }) => messagePerDay === 7),
            }),
            operation({
              name: 'disconnect',
              arrange: connectOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).disconnect(ids, bench.ctx)),
              effects: (bench) => (accountsAt(bench, 'fresh-name.com').length === 0 ? 1 : 0),
            }),
            ...bulkOperations('by key', bulk, connectOne),
            operation({
              name: 'listNarrowed',
              arrange: connectOne,
              call: async (bench) => bulk(bench).listNarrowed?.({ text: 'jane', tags: [] }, bench.ctx),
            }),
            ...bulkOperations('by token', jwtBulk, connectOneInBrowser),
          ]),
    ],
    ...(transport === 'in-process' && {
      ports: (bench: ContractBench) => [tool(bench), bulk(bench), jwtBulk(bench)],
      without: {
        signInAt: 'Its page is the customer’s own link.',
        domainCounts: 'What was read before it failed counts, which has a test of its own.',
        probe: 'It answers what a call would throw.',
      },
    }),
  })
}

const accountOf = (bench: ContractBench, id: string) => accounts(bench).get(id)
describeOneOfMany(
  'smartlead',
  callsOnTool(tool, connectTrio, (bench, id) => {
    const account = accountOf(bench, id)
    return (
      account && {
        dailyLimit: account.messagePerDay,
        isWarm: account.warmup.status === 'ACTIVE',
        sends: !account.suspended,
        isStill: isStill(account),
      }
    )
  }),
)
const shown = (bench: ContractBench, id: string): ShownAccount => {
  const account = accountOf(bench, id)
  return {
    isSet: account !== undefined && isSet(account),
    isWarm: account?.warmup.status === 'ACTIVE',
    isSigned: account?.signature === signatureHtml,
    isTagged: account?.tagIds.length === 1,
  }
}
describeOneOfMany(
  'smartlead',
  callsOnAccounts({
    open: bulk,
    arrange: coldly(connectTrio),
    settings: { ...settings, warmup: { ...warmup, alsoEnable: true } },
    shown,
    together: ['setTags'],
  }),
)
describeOneOfMany(
  'smartlead',
  callsOnAccounts({
    open: jwtBulk,
    arrange: coldly((bench) => connectInBrowser(bench, trio)),
    settings,
    shown,
    together: ['updateSettings', 'enableWarmup', 'disableWarmup', 'setSignature', 'setTags'],
  }),
)

describe('a customer’s Smartlead account', () => {
  it('sets the limit and the first warm-up of mailboxes that were signed in to', async () => {
    await using bench = await openBench('in-process')
    const ids = signedIn(bench)
    allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }))
    // The limit and the warm-up of each.
    expect(requestsTo(bench, 'smartlead')).toHaveLength(2 * trio.length)
    for (const { warmup: set } of accountsAt(bench, 'fresh-name.com'))
      expect(set).toMatchObject({
        maxEmailPerDay: 5,
        isRampupEnabled: true,
        rampupValue: 5,
        replyRate: 60,
      })
    const configured = trio.map(({ email }, at) => ({
      externalId: ids[at],
      address: email,
      connection: { state: 'connected' },
      sends: true,
      warmupOn: true,
      warmupBarred: false,
      dailyLimit: 2,
    }))
    expect(new Set(await tool(bench).mailboxes(['fresh-name.com']))).toEqual(new Set(configured))
    expect(await Promise.all(trio.map(({ email }) => tool(bench).mailbox(email)))).toEqual(configured)
  })

  it('has no mailbox that nobody has signed in to, though another’s address contains it', async () => {
    await using bench = await openBench('in-process')
    await connect(bench, [personAt('mary.jane')])
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toBeUndefined()
  })

  it('says of a mailbox that it cannot sign in to why', async () => {
    await using bench = await openBench('in-process')
    await connectOne(bench)
    for (const account of accountsAt(bench, 'fresh-name.com'))
      accounts(bench).put(
        String(account.id),
        { ...account, failure: 'SmtpClientAuthentication is disabled' },
        String(account.userId),
      )
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toMatchObject({
      connection: { state: 'refused', reason: 'SmtpClientAuthentication is disabled' },
    })
  })

  it('changes the limit of mailboxes that are there and switches on the warm-up that is off', async () => {
    await using bench = await openBench('in-process')
    const ids = await coldly(connectTrio)(bench)
    allSucceeded(await tool(bench).configure(ids, { dailyLimit: 20, warmupOn: true }))
    expect(
      countOf(bench, (account) => account.messagePerDay === 20 && account.warmup.status === 'ACTIVE'),
    ).toBe(3)
    expect(accountsAt(bench, 'fresh-name.com')).toHaveLength(3)
  })

  it('says that a blocked mailbox cannot warm up, and switches on the others', async () => {
    await using bench = await openBench('in-process')
    const ids = await coldly(connectTrio)(bench)
    const [blocked] = ids as [string]
    const account = accounts(bench).get(blocked) as SmartleadAccount
    accounts(bench).put(
      blocked,
      { ...account, warmup: { ...account.warmup, blockedReason: 'Bounces' } },
      String(account.userId),
    )
    const isBarred = { warmupOn: false, warmupBarred: true }
    expect(await tool(bench).mailbox(account.fromEmail)).toMatchObject(isBarred)
    const outcomes = await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true })
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true])
    expect(failureOf(outcomes[0]).reason).toMatch(/^Warmup is blocked/)
    expect(await tool(bench).mailbox(account.fromEmail)).toMatchObject(isBarred)
  })

  it('suspends mailboxes with the calls for it and shows it by their limit; everything else of them stays', async () => {
    await using bench = await openBench('in-process')
    const ids = (await connectTrio(bench)) as string[]
    const before = accountsAt(bench, 'fresh-name.com')
    const requests = requestsTo(bench, 'smartlead').length
    allSucceeded(await tool(bench).pause(ids))
    expect(requestsTo(bench, 'smartlead').length - requests).toBe(2 * ids.length)
    expect(countOf(bench, isStill)).toBe(ids.length)
    expect((await tool(bench).mailboxes(['fresh-name.com'])).every(isPaused)).toBe(true)
    allSucceeded(await tool(bench).resume(ids.map(asBefore)))
    expect(accountsAt(bench, 'fresh-name.com')).toEqual(before)
  })

  it('keeps the counts that were read before the limit was used up, as a list that is not whole', async () => {
    await using bench = await openBench('in-process')
    await connect(bench, [personAt('jane')])
    await connect(bench, [{ ...personAt('joe'), email: 'joe@other-name.com' }])
    await describedBy(bench, { countedAtOnce: 1 })
    for (const domain of ['fresh-name.com', 'other-name.com'])
      await bench.sandbox.fetch(`${bench.sandbox.origin}/_smartlead/counts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ domain, sent: 1, bounced: 0 }),
      })
    const lets = (calls: number) => ({
      ...bench.dependencies,
      limits: {
        ...bench.dependencies.limits,
        reserve: async () =>
          calls-- > 0
            ? { granted: true as const, waitMs: 0 }
            : { granted: false as const, retryAfterMs: 13_000 },
      },
    })
    const ask = (calls: number) =>
      createSmartleadTool(urlsOf(bench), { apiKey }, links, lets(calls)).domainCounts?.(week)
    expect(await ask(3)).toMatchObject({ isWhole: true, counts: { size: 2 } })
    expect(await ask(2)).toMatchObject({ isWhole: false, counts: { size: 2 } })
    expect(await ask(1)).toMatchObject({ isWhole: false, counts: { size: 1 } })
    expect(await thrownBy(Promise.resolve(ask(0)))).toMatchObject({ isOverLimit: true })
  })

  it('leaves a mailbox suspended that its owner had suspended', async () => {
    await using bench = await openBench('in-process')
    const [id] = (await connectOne(bench)) as [string]
    await describedBy(bench, { accounts: 'openapi' })
    const change = (changes: object) =>
      accounts(bench).put(id, { ...(accounts(bench).get(id) as SmartleadAccount), ...changes })
    change({ suspended: true })
    const before = await tool(bench).mailbox('jane@fresh-name.com')
    allSucceeded(await tool(bench).pause([id]))
    const as = { externalId: id, sends: before?.sends ?? true, warmupOn: false, dailyLimit: 2 }
    allSucceeded(await tool(bench).resume([as]))
    expect(accounts(bench).get(id)).toMatchObject({ suspended: true, messagePerDay: 2 })
  })

  it('leaves a mailbox suspended that its owner had suspended with a limit of 0', async () => {
    await using bench = await openBench('in-process')
    const [id] = (await connectOne(bench)) as [string]
    await describedBy(bench, { accounts: 'openapi' })
    const account = accounts(bench).get(id) as SmartleadAccount
    accounts(bench).put(id, { ...account, suspended: true, messagePerDay: 0 }, String(account.userId))
    const before = await tool(bench).mailbox('jane@fresh-name.com')
    expect(before).toMatchObject({ suspended: true })
    allSucceeded(await tool(bench).pause([id]))
    allSucceeded(await tool(bench).resume([{ ...(before as ToolMailbox), dailyLimit: 0 }]))
    expect(accounts(bench).get(id)).toMatchObject({ suspended: true, messagePerDay: 0 })
  })

  it.each([
    ['the limit is refused', { kind: '500', method: 'POST' } as const],
    ['the suspension is not lifted', { kind: '500', method: 'DELETE' } as const],
  ])(
    'never lets a mailbox go on without a limit: when %s, it stays suspended until the next try',
    async (_, fault) => {
      await using bench = await openBench('in-process')
      const ids = await connectOne(bench)
      allSucceeded(await tool(bench).pause(ids))
      bench.sandbox.faults.add({ ...fault, vendor: 'smartlead', times: 9 })
      expect((await tool(bench).resume(ids.map(asBefore))).map(({ ok }) => ok)).toEqual([false])
      expect(accounts(bench).get(ids[0] ?? '')).toMatchObject({ suspended: true })
      bench.sandbox.faults.clear()
      allSucceeded(await tool(bench).resume(ids.map(asBefore)))
      expect(accounts(bench).get(ids[0] ?? '')).toMatchObject({ suspended: false, messagePerDay: 2 })
    },
  )

  it('pauses and resumes again what was left half-way, where doing it twice is refused', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    await describedBy(bench, { suspendedTwice: 'refused' })
    const limitIsAway = () =>
      bench.sandbox.faults.add({ kind: '500', vendor: 'smartlead', method: 'POST', times: 9 })
    limitIsAway()
    expect((await tool(bench).pause(ids)).map(({ ok }) => ok)).toEqual([false])
    bench.sandbox.faults.clear()
    allSucceeded(await tool(bench).pause(ids))
    expect(countOf(bench, isStill)).toBe(1)
    allSucceeded(await tool(bench).resume(ids.map(asBefore)))
    allSucceeded(await tool(bench).resume(ids.map(asBefore)))
    expect(accounts(bench).get(ids[0] ?? '')).toMatchObject({ suspended: false, messagePerDay: 2 })
  })

  it('sets those to 0 that are suspended where a single one is refused with 403', async () => {
    await using bench = await openBench('in-process')
    const ids = (await connectTrio(bench)) as string[]
    const outcomes = await tool(suspendingSays(bench, 'Forbidden', 403, `/suspend/${ids[1]}`)).pause(ids)
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(ids.map((id) => accounts(bench).get(id)?.messagePerDay)).toEqual([0, 1, 0])
  })

  it('limits mailboxes where the key is refused for suspending alone, and tells of a key that is refused', async () => {
    await using bench = await openBench('in-process')
    const ids = (await connectTrio(bench)) as string[]
    const outcomes = await tool(suspendingSays(bench, 'API key is required', 401)).pause(ids)
    expect(outcomes.map((outcome) => failureOf(outcome).kind)).toEqual(ids.map(() => 'rejected'))
    expect(countOf(bench, ({ messagePerDay }) => messagePerDay === 1)).toBe(3)
    const refused = createSmartleadTool(urlsOf(bench), { apiKey: 'badkey-123' }, {}, bench.dependencies)
    expect(await thrownBy(refused.pause(ids))).toMatchObject({ kind: 'unauthorised', waitsFor: 'customer' })
  })

  it('limits a mailbox that could not be suspended and says so', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    bench.sandbox.faults.add({ kind: '500', vendor: 'smartlead', path: '/suspend/', times: 9 })
    expect((await tool(bench).pause(ids)).map(({ ok }) => ok)).toEqual([false])
    expect(accounts(bench).get(ids[0] ?? '')).toMatchObject({ suspended: false, messagePerDay: 1 })
  })

  /** The bench, where suspending is answered with these words. */
  function suspendingSays(
    bench: ContractBench,
    message: string,
    status: number,
    path = '/suspend/',
  ): ContractBench {
    const { fetch, ...others } = bench.dependencies
    const dependencies: typeof bench.dependencies = {
      ...others,
      fetch: (url, init) =>
        String(url).includes(path)
          ? Promise.resolve(Response.json({ message }, { status }))
          : fetch(url, init),
    }
    return { ...bench, dependencies }
  }

  it.each([
    ['Account cannot be suspended', 400],
    ['Your plan does not include this', 403],
    ['Not found', 404],
  ])('says what a mailbox still sends of whose suspension it is said: %s', async (message, status) => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    const [outcome] = await tool(suspendingSays(bench, message, status)).pause(ids)
    expect(failureOf(outcome)).toMatchObject({
      kind: 'rejected',
      reason: expect.stringMatching(
        new RegExp(`\\(${message}\\), so it sends at most 1 a day; to stop it, `),
      ),
    })
    // Not 0, which may be none at all.
    expect(accounts(bench).get(ids[0] ?? '')).toMatchObject({ messagePerDay: 1 })
    expect(isPaused((await tool(bench).mailboxes(['fresh-name.com']))[0] as never)).toBe(false)
  })

  it('takes one that is suspended already for paused', async () => {
    await using bench = await openBench('in-process')
    const ids = await connectOne(bench)
    allSucceeded(await tool(suspendingSays(bench, 'Account is already suspended', 400)).pause(ids))
    expect(accounts(bench).get(ids[0] ?? '')).toMatchObject({ messagePerDay: 0 })
  })

  it('reads limit and suspension in the form of the OpenAPI document as well', async () => {
    await using bench = await openBench('in-process')
    await connectOne(bench)
    await describedBy(bench, { accounts: 'openapi' })
    const jane = () => tool(bench).mailbox('jane@fresh-name.com')
    expect(await jane()).toMatchObject({ sends: true, warmupOn: true, dailyLimit: 2 })
    for (const account of accountsAt(bench, 'fresh-name.com'))
      accounts(bench).put(String(account.id), { ...account, suspended: true }, String(account.userId))
    expect(await jane()).toMatchObject({ sends: false, warmupOn: false, dailyLimit: 2 })
  })

  it('does not take an empty object for an empty list', async () => {
    await using bench = await openBench('in-process')
    await connectTrio(bench)
    bench.sandbox.faults.add({ kind: 'false_success', vendor: 'smartlead' })
    expect((await thrownBy(tool(bench).mailboxes(['fresh-name.com']))).kind).toBe('transient')
  })

  it('refuses a key that is not valid in plain words', async () => {
    await using bench = await openBench('in-process')
    const refused = createSmartleadTool(urlsOf(bench), { apiKey: 'badkey-123' }, {}, bench.dependencies)
    const error = await thrownBy(refused.mailboxes(['x.com']))
    expect([error.kind, error.reason]).toEqual(['unauthorised', 'the API key is not valid or was revoked'])
    expect(await refused.probe()).toEqual({
      ok: false,
      reason: error.reason,
      isAway: false,
      concerns: 'apiKey',
    })
    expect(await tool(bench).probe()).toEqual({ ok: true })
  })

  it('keeps the key in the address out of every log line and error, in any spelling', async () => {
    const odd = 'canary key/with?odd&signs=1'
    await using bench = await openBench('in-process')
    const of = createSmartleadTool(urlsOf(bench), { apiKey: odd }, {}, bench.dependencies)
    await of.mailboxes(['x.com'])
    bench.sandbox.faults.add({ kind: 'drop', vendor: 'smartlead' })
    const error = await thrownBy(of.mailboxes(['x.com']))
    for (const written of [bench.logText(), error.message, JSON.stringify(error)])
      for (const spelling of [odd, encodeURIComponent(odd), 'canary'])
        expect(written.includes(spelling)).toBe(false)
  })

  it('counts calls per account under keys that are not the secret; all together within a second, two, and a minute', async () => {
    await using bench = await openBench('in-process')
    await connectTrio(bench)
    await tool(bench).domainCounts?.(week, { purpose: 'looks' })
    const { reservations } = bench.dependencies.limits
    expect(reservations.length).toBe(requestsTo(bench, 'smartlead').length)
    const rates = new Map(reservations.map(({ key, rate }) => [key, rate]))
    expect(rates.size).toBe(2)
    for (const key of rates.keys()) expect(key).toMatch(/^smartlead:[0-9a-f]{20}$/)
    const callsIn = (seconds: number) =>
      [...rates.values()].reduce((sum, { burst, perSecond }) => sum + burst + perSecond * seconds, 0)
    expect(callsIn(1)).toBeLessThanOrEqual(10)
    expect(callsIn(2)).toBeLessThanOrEqual(10)
    expect(callsIn(60)).toBeLessThanOrEqual(60)
  })
})

describe('signing in to a mailbox for Smartlead', () => {
  it('opens the customer’s own link of a platform, and knows no way in without one', async () => {
    await using bench = await openBench('in-process')
    const way = tool(bench).signInAt('azure')
    expect(await way?.begin()).toEqual({ link: linkCanary })
    expect(tool(bench).signInAt('google')).toBeUndefined()
    // Only the list says what came of it, and there is no call that tries sending.
    expect(await way?.result('any')).toEqual({ state: 'pending' })
    expect(way?.trySending).toBeUndefined()
    expect(requestsTo(bench, 'smartlead')).toEqual([])
  })

  it('puts whoever signs in there into the customer’s list, again and again by the same link', async () => {
    await using bench = await openBench('http')
    const state = createSmartleadState(bench.sandbox.world)
    const link = createOauthLinks(state).linkOf(state.userOfKey(apiKey) ?? 0, 'microsoft')
    const people = ['jo', 'mo'].map((local) => addMicrosoftUser(bench.sandbox, local))
    const of = createSmartleadTool(urlsOf(bench), { apiKey }, { azure: link }, bench.dependencies)
    for (const address of people) {
      expect(await of.mailbox(address)).toBeUndefined()
      const page = await of.signInAt('azure')?.begin()
      await signInOnPages(bench.sandbox, page?.link ?? '', address)
      expect(await of.mailbox(address)).toMatchObject({ address })
    }
    expect(bench.logText()).not.toContain(new URL(link).searchParams.get('state'))
  })
})

describe('bulk updates at Smartlead', () => {
  const byKey = (bench: ContractBench) =>
    createSmartleadBulkTool(urlsOf(bench), { apiKey: demoSmartlead.apiKey }, bench.dependencies)
  const byToken = (bench: ContractBench, token: string = demoSmartlead.jwt) =>
    createSmartleadJwtBulkTool(urlsOf(bench), { jwt: token }, bench.dependencies)

  it.each([
    ['an API key', byKey],
    ['a token', byToken],
  ])('change every account and read it back, with %s', async (_way, of) => {
    await using bench = await openBench('in-process')
    const found = await of(bench).listAccounts(['northwindhq.com', 'HelloNorthwind.com'])
    expect(found).toHaveLength(42)
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['OUTLOOK', 'GMAIL']))
    const ids = found.map(({ id }) => id)
    const heard: string[] = []
    allSucceeded(
      await of(bench).updateSettings(
        ids,
        { ...settings, warmup: { ...warmup, alsoEnable: true } },
        { onOutcome: (id) => heard.push(id) },
      ),
    )
    allSucceeded(await of(bench).setSignature(ids, '<b>Best</b>'))
    allSucceeded(await of(bench).setTags(ids, ['northwind', 'tryit', 'tryit']))
    expect(heard.sort()).toEqual([...ids].sort())
    for (const id of ids) expect(isSet(accounts(bench).get(id) as SmartleadAccount)).toBe(true)
    const now = await of(bench).readBack(ids)
    expect(now).toHaveLength(ids.length)
    for (const account of now) {
      expect(account).toMatchObject({ warmupOn: true, dailyLimit: 3 })
      expect(account.tags?.sort()).toEqual(['northwind', 'tryit'])
      expect(accounts(bench).get(account.id)?.signature).toBe('<b>Best</b>')
    }
    expect(tagsAt(bench).count()).toBe(2)
  })

  it('say what each way in shows, and what it does not', async () => {
    await using bench = await openBench('in-process')
    const [key] = await byKey(bench).readBack(['700001'])
    expect(key).toMatchObject({
      firstName: 'Amelia',
      lastName: 'Hart',
      warmupScore: 90,
      sendingGapMinutes: 10,
      replyRatePercent: 30,
      signature: '',
      tags: ['northwind'],
    })
    const [token] = await byToken(bench).readBack(['700001'])
    expect(token).toMatchObject({ warmupScore: 90, dailyLimit: 20, tags: ['northwind'] })
    expect([token?.sendingGapMinutes, token?.signature, token?.warmupLimit]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('list everything, in campaigns or not', async () => {
    await using bench = await openBench('in-process')
    for (const of of [byKey, byToken]) expect(await of(bench).listAccounts('all')).toHaveLength(210)
    expect(await byToken(bench).listAccounts(['nobody.com'])).toEqual([])
  })

  it('list everything with a token where Smartlead cuts its pages short', async () => {
    await using bench = await openBench('in-process')
    bench.answerBefore(({ url }, pass) =>
      url.includes('get-total-email-accounts')
        ? pass(url.replace('limit=500', 'limit=100'), {
            headers: { authorization: `Bearer ${demoSmartlead.jwt}` },
          })
        : undefined,
    )
    expect(await byToken(bench).listAccounts('all')).toHaveLength(210)
  })

  it('leave warm-up off where it was off, unless asked to switch it on', async () => {
    await using bench = await openBench('in-process')
    for (const of of [byKey, byToken]) {
      const before = (await of(bench).listAccounts(['northwindhq.com'])).map(({ id, warmupOn }) => [
        id,
        warmupOn,
      ])
      allSucceeded(
        await of(bench).updateSettings(
          before.map(([id]) => id as string),
          { warmup },
        ),
      )
      const after = (await of(bench).listAccounts(['northwindhq.com'])).map(({ id, warmupOn }) => [
        id,
        warmupOn,
      ])
      expect(after).toEqual(before)
    }
  })

  it('switch the ramp-up off with 0 on either way in; 1 a day only works with a token', async () => {
    await using bench = await openBench('in-process')
    const id = '700001'
    for (const of of [byKey, byToken]) {
      allSucceeded(await of(bench).updateSettings([id], { warmup: { ...warmup, increment: 0 } }))
      expect(accounts(bench).get(id)?.warmup.isRampupEnabled).toBe(false)
      allSucceeded(await of(bench).updateSettings([id], { warmup }))
    }
    const slowly = { warmup: { ...warmup, increment: 1 } }
    const error = await thrownBy(byKey(bench).updateSettings([id], slowly))
    expect([error.kind, error.reason]).toEqual([
      'rejected',
      'with an API key the ramp-up must be a whole number from 5 to 20',
    ])
    allSucceeded(await byToken(bench).updateSettings([id], slowly))
    expect(accounts(bench).get(id)?.warmup).toMatchObject({ isRampupEnabled: true, rampupValue: 1 })
  })

  it('change 210 accounts with a token in a single call for each kind of setting', async () => {
    await using bench = await openBench('in-process')
    const ids = (await byToken(bench).listAccounts('all')).map(({ id }) => id)
    const before = requestsTo(bench, 'smartlead').length
    allSucceeded(
      await byToken(bench).updateSettings(ids, { ...settings, warmup: { ...warmup, alsoEnable: true } }),
    )
    expect(requestsTo(bench, 'smartlead').length - before).toBe(3)
  })

  it('name the account that is barred from warm-up by key; by token only reading back shows it', async () => {
    await using bench = await openBench('in-process')
    const barred = accounts(bench)
      .list()
      .find(({ warmup: { blockedReason } }) => blockedReason) as SmartleadAccount
    const ids = ['700001', String(barred.id), '700002']
    const outcomes = await byKey(bench).enableWarmup(ids)
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true])
    expect(failureOf(outcomes[1]).reason).toMatch(/^Warmup is blocked/)
    allSucceeded(await byToken(bench).enableWarmup(ids))
    const now = await byToken(bench).readBack(ids)
    expect(now.filter(({ warmupOn }) => warmupOn)).toHaveLength(2)
  })

  it.each(['Bearer ', 'bearer ', 'Authorization: Bearer '])(
    'take a token pasted with “%s”',
    async (prefix) => {
      await using bench = await openBench('in-process')
      expect(await byToken(bench, `${prefix}${demoSmartlead.jwt}\n`).listAccounts('all')).toHaveLength(210)
    },
  )

  it('end at once with an expired token, at the lists, the settings and the tags', async () => {
    await using bench = await openBench('in-process')
    const refused = byToken(bench, 'expired-token-123')
    for (const work of [
      refused.listAccounts('all'),
      refused.updateSettings(['700001'], settings),
      refused.setTags(['700001'], ['x']),
    ]) {
      const error = await thrownBy(work)
      expect([error.kind, error.reason]).toEqual([
        'unauthorised',
        'the token has expired or is not valid; copy it again from a signed-in browser',
      ])
    }
  })

  it('do not try the rest once Smartlead says when to come back', async () => {
    await using bench = await openBench('in-process')
    const ids = (await byKey(bench).listAccounts('all')).map(({ id }) => id)
    bench.sandbox.faults.add({ kind: '429', vendor: 'smartlead', skip: 50, retryAfter: 30 })
    const outcomes = await byKey(bench).setSignature(ids, 'x')
    const late = outcomes.filter((outcome) => !outcome.ok)
    expect(late.length).toBeGreaterThan(150)
    for (const outcome of late)
      expect(failureOf(outcome)).toMatchObject({ kind: 'transient', retryAfterMs: 30_000 })
  })
})

describe('Smartlead’s own limits in the sandbox', () => {
  it('let ten calls through at once, then refuse with a time to wait in header and body', async () => {
    const sandbox = createSandbox({ storePath: ':memory:' })
    const url = `${sandbox.origin}/smartlead/api/v1/email-accounts/?api_key=${demoSmartlead.apiKey}&limit=1`
    // No time passes between the calls, however busy the machine is.
    vi.useFakeTimers({ toFake: ['performance'] })
    const answers = await Promise.all(Array.from({ length: 15 }, () => sandbox.fetch(url)))
    vi.useRealTimers()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', retry_after: 1 } })
    await sandbox.close()
  })

  it('give a user who signs in the token and the documented key', async () => {
    const sandbox = createSandbox({ storePath: ':memory:' })
    const signIn = (password: string) =>
      sandbox.fetch(`${sandbox.origin}/smartlead/api/auth/login`, {
        method: 'POST',
        body: JSON.stringify({ email: demoSmartlead.email, password }),
      })
    expect((await signIn('wrong-password')).status).toBe(401)
    const body = (await (await signIn(demoSmartlead.password)).json()) as {
      token: string
      user: { api_key: string }
    }
    expect(body.user.api_key).toBe(demoSmartlead.apiKey)
    const list = await sandbox.fetch(
      `${sandbox.origin}/smartlead/api/email-account/get-total-email-accounts?limit=5`,
      { headers: { authorization: `Bearer ${body.token}` } },
    )
    expect(list.status).toBe(200)
    await sandbox.close()
  })
})
