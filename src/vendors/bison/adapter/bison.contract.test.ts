import { describe, expect, it } from 'vitest'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { isPaused, type ToolSignIn } from '#vendors/ports/sending-tools.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { callsOnTool } from '#vendors/testing/calls-on-tool.ts'
import { comeBack, personAt } from '#vendors/testing/connected-accounts.ts'
import {
  type ContractBench,
  describeFailureMatrix,
  openBench,
  operation,
  requestsTo,
} from '#vendors/testing/contract.ts'
import { failureOf, thrownBy } from '#vendors/testing/failure-of.ts'
import { describeOneOfMany } from '#vendors/testing/one-of-many.ts'
import { demoBison } from '../simulator/demo.ts'
import type { BisonKey, BisonSender } from '../simulator/state.ts'
import { createBisonTool } from './bison-tool.ts'
import { lookUpBisonWorkspaces } from './look-up-workspaces.ts'
import { createSafeFetch } from './safe-fetch.ts'

const apiKey = '77|canary-bison-0ddba11'

/** In-process any host that begins with `bison.` is the instance; over the wire it has a port of its own. */
const originOf = ({ sandbox }: ContractBench) =>
  sandbox.ports.bison ? `http://127.0.0.1:${sandbox.ports.bison}` : 'https://bison.agency.test'
/** As in the product: whatever is not the sandbox is refused. In-process nobody has an address. */
const dependenciesOf = (bench: ContractBench) => ({
  ...bench.dependencies,
  fetch: createSafeFetch({
    allowedOrigins: [originOf(bench)],
    ...(!bench.sandbox.ports.bison && {
      resolveAllowed: async () => [{ address: '127.0.0.1', family: 4 }],
      exchange: (_addresses, url, init) => bench.dependencies.fetch(url.href, init),
    }),
  }),
})
const tool = (bench: ContractBench, credentials: { apiKey?: string; workspaceId?: string } = {}) =>
  createBisonTool({ origin: originOf(bench), apiKey, ...credentials }, dependenciesOf(bench))
const senders = ({ sandbox }: ContractBench) => sandbox.store.collection<BisonSender>('bison.senders')
const sendersAt = (bench: ContractBench, domain = 'fresh-name.com') =>
  senders(bench)
    .list()
    .filter(({ email }) => email.endsWith(`@${domain}`))
/** A person connects mailboxes with the vendor's uploader. */
async function upload(bench: ContractBench, mailboxes: unknown[], changes: object = {}) {
  const answer = await bench.sandbox.fetch(`${bench.sandbox.origin}/_bison/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: apiKey, mailboxes, ...changes }),
  })
  return (await answer.json()) as { added: number; workspaceId: number }
}
const choose = (bench: ContractBench, variants: object) =>
  bench.sandbox.fetch(`${bench.sandbox.origin}/_bison/variants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(variants),
  })
/** Somebody deletes a key on the instance's pages. */
const revoke = (bench: ContractBench, key: string) =>
  bench.sandbox.fetch(`${bench.sandbox.origin}/_bison/keys/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
/** The way in of an instance that has sign-in pages. */
const signIn = (bench: ContractBench, platform: Platform = 'azure'): ToolSignIn => {
  const way = tool(bench).signInAt(platform)
  if (!way) throw new Error('There is no way in.')
  return way
}
const withSignIns = (bench: ContractBench) => choose(bench, { hasSignInSessions: true })
async function openPage(bench: ContractBench) {
  await withSignIns(bench)
  const { link, session = '' } = await signIn(bench).begin()
  return { link, session }
}
const uploadOne = async (bench: ContractBench) => {
  await upload(bench, ['jane@fresh-name.com'])
  return sendersAt(bench).map(({ id }) => String(id))
}

const week = { from: '2026-11-18', to: '2026-11-24', answersFrom: '2026-11-11' }
const countEveryDay = (bench: ContractBench, domain: string, counts: object) =>
  bench.sandbox.fetch(`${bench.sandbox.origin}/_bison/counts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain, ...counts }),
  })

const isStill = ({ dailyLimit, warmupEnabled }: BisonSender) => dailyLimit === 0 && !warmupEnabled
const asBefore = (externalId: string) => ({ externalId, sends: true, warmupOn: true, dailyLimit: 9 })

for (const transport of ['in-process', 'http'] as const) {
  describeFailureMatrix({
    vendor: 'bison',
    secrets: [apiKey, 'canary-bison'],
    transport,
    operations: [
      operation({
        name: 'configure',
        arrange: uploadOne,
        call: async (bench, ids: string[]) =>
          allSucceeded(await tool(bench).configure(ids, { dailyLimit: 7, warmupOn: true }, bench.ctx)),
        effects: (bench) =>
          sendersAt(bench).filter(({ dailyLimit, warmupEnabled }) => dailyLimit === 7 && warmupEnabled)
            .length,
      }),
      // Over the wire one operation with all its parts is enough: the rest is the same client.
      ...(transport === 'http'
        ? []
        : [
            operation({
              name: 'mailboxes',
              arrange: uploadOne,
              call: (bench) => tool(bench).mailboxes(['fresh-name.com', 'other-name.com'], bench.ctx),
            }),
            operation({
              name: 'mailbox',
              arrange: uploadOne,
              call: (bench) => tool(bench).mailbox('Jane@fresh-name.com', bench.ctx),
            }),
            operation({
              name: 'signInAt begin',
              arrange: withSignIns,
              call: (bench) => signIn(bench).begin(bench.ctx),
            }),
            operation({
              name: 'signInAt result',
              arrange: openPage,
              call: (bench, { session }: { session: string }) => signIn(bench).result(session, bench.ctx),
            }),
            operation({
              name: 'counts',
              arrange: uploadOne,
              call: (bench) =>
                tool(bench).counts?.(['jane@fresh-name.com'], week, bench.ctx) ?? Promise.reject(),
            }),
            operation({
              name: 'pause',
              arrange: uploadOne,
              call: async (bench, ids: string[]) => allSucceeded(await tool(bench).pause(ids, bench.ctx)),
              effects: (bench) => sendersAt(bench).filter(isStill).length,
            }),
            operation({
              name: 'resume',
              arrange: async (bench) => {
                const ids = await uploadOne(bench)
                allSucceeded(await tool(bench).pause(ids))
                return ids
              },
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).resume(ids.map(asBefore), bench.ctx)),
              effects: (bench) =>
                sendersAt(bench).filter(({ dailyLimit, warmupEnabled }) => dailyLimit === 9 && warmupEnabled)
                  .length,
            }),
            operation({
              name: 'limit',
              arrange: uploadOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(
                  await tool(bench).limit(
                    ids.map((externalId) => ({ externalId, dailyLimit: 7 })),
                    bench.ctx,
                  ),
                ),
              effects: (bench) => sendersAt(bench).filter(({ dailyLimit }) => dailyLimit === 7).length,
            }),
            operation({
              name: 'disconnect',
              arrange: uploadOne,
              call: async (bench, ids: string[]) =>
                allSucceeded(await tool(bench).disconnect(ids, bench.ctx)),
              effects: (bench) => (sendersAt(bench).length === 0 ? 1 : 0),
            }),
            operation({
              name: 'mailboxes of one workspace by a super-admin key',
              call: (bench) =>
                tool(bench, { apiKey: demoBison.superAdminKey, workspaceId: '54' }).mailboxes(
                  ['ferrouslabs-mail.com'],
                  bench.ctx,
                ),
            }),
            operation({
              name: 'lookUpBisonWorkspaces',
              call: (bench) =>
                lookUpBisonWorkspaces({ origin: originOf(bench), apiKey }, dependenciesOf(bench), bench.ctx),
            }),
          ]),
    ],
    ...(transport === 'in-process' && {
      ports: (bench: ContractBench) => [tool(bench)],
      without: { probe: 'It answers what a call would throw.' },
    }),
  })
}

describeOneOfMany(
  'bison',
  callsOnTool(
    tool,
    async (bench) => {
      await upload(bench, ['jane@fresh-name.com', 'jdoe@fresh-name.com', 'jane.doe@fresh-name.com'])
      const ids = sendersAt(bench).map(({ id }) => String(id))
      allSucceeded(await tool(bench).configure(ids, { dailyLimit: 9, warmupOn: true }))
      return ids
    },
    (bench, id) => {
      const sender = senders(bench).get(id)
      return (
        sender && {
          dailyLimit: sender.dailyLimit,
          isWarm: sender.warmupEnabled,
          sends: sender.dailyLimit > 0,
          isStill: isStill(sender),
        }
      )
    },
    // Warm-up is switched off in one request; only where one in it is refused each is asked for.
    { pause: [500] },
  ),
)

describe('a customer’s Email Bison workspace', () => {
  it('stops senders by their limit and warm-up, and sets both as they were', async () => {
    await using bench = await openBench('in-process')
    await upload(bench, ['jane@fresh-name.com', 'joe@fresh-name.com'])
    const [warm, cold] = sendersAt(bench).map(({ id }) => String(id)) as [string, string]
    allSucceeded(await tool(bench).configure([warm], { dailyLimit: 9, warmupOn: true }))
    allSucceeded(await tool(bench).configure([cold], { dailyLimit: 4, warmupOn: false }))
    const settings = () => sendersAt(bench).map((each) => [each.dailyLimit, each.warmupEnabled])
    expect(settings()).toEqual([
      [9, true],
      [4, false],
    ])
    allSucceeded(await tool(bench).pause([warm, cold]))
    expect((await tool(bench).mailboxes(['fresh-name.com'])).every(isPaused)).toBe(true)
    expect(sendersAt(bench).every(isStill)).toBe(true)
    allSucceeded(
      await tool(bench).resume([
        asBefore(warm),
        { externalId: cold, sends: true, warmupOn: false, dailyLimit: 4 },
      ]),
    )
    expect(settings()).toEqual([
      [9, true],
      [4, false],
    ])
  })

  it('has no sign-in page: a person uploads Microsoft and Google mailboxes, then limit and warm-up are set', async () => {
    await using bench = await openBench('in-process')
    expect(await thrownBy(signIn(bench).begin())).toMatchObject({ kind: 'not_found' })
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toBeUndefined()
    expect((await upload(bench, [{ email: 'jane@fresh-name.com', name: 'Jane Doe' }])).added).toBe(1)
    const [id] = sendersAt(bench).map((sender) => String(sender.id)) as [string]
    allSucceeded(await tool(bench).configure([id], { dailyLimit: 2, warmupOn: true }))
    const jane = {
      externalId: id,
      address: 'jane@fresh-name.com',
      connection: { state: 'connected' },
      sends: true,
      warmupOn: true,
      warmupBarred: false,
      dailyLimit: 2,
    }
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toEqual(jane)
    expect(await tool(bench).mailboxes(['fresh-name.com'])).toEqual([jane])
    expect(await tool(bench).mailbox('joe@fresh-name.com')).toBeUndefined()
    expect(sendersAt(bench)[0]).toMatchObject({ type: 'microsoft_oauth', dailyLimit: 2, warmupEnabled: true })
  })

  it('does not upload twice what is there', async () => {
    await using bench = await openBench('in-process')
    await uploadOne(bench)
    expect((await upload(bench, ['jane@fresh-name.com', 'JANE@fresh-name.com'])).added).toBe(0)
  })

  it('reads every page of 15', async () => {
    await using bench = await openBench('in-process')
    const addresses = Array.from(
      { length: 100 },
      (_, at) => `sender.${at}@${at < 52 ? 'fresh' : 'other'}-name.com`,
    )
    await upload(bench, addresses)
    expect(await tool(bench).mailboxes(['fresh-name.com'])).toHaveLength(52)
    // A search for the one domain: 52 in pages of 15.
    expect(requestsTo(bench, 'bison')).toHaveLength(4)
    expect(await tool(bench).mailboxes(['fresh-name.com', 'other-name.com', 'third-name.com'])).toHaveLength(
      100,
    )
  })

  it('counts what these mailboxes have sent in those days, and nobody else', async () => {
    await using bench = await openBench('in-process')
    const all = Array.from({ length: 52 }, (_, at) => `sender.${at}@fresh-name.com`)
    await upload(bench, [...all, 'joe@other-name.com'])
    await countEveryDay(bench, 'fresh-name.com', { sent: 3, bounced: 1, warmupSent: 2, replied: 1 })
    await countEveryDay(bench, 'other-name.com', { sent: 100, bounced: 100, warmupSent: 100 })
    const before = requestsTo(bench, 'bison').length
    expect(await tool(bench).counts?.(all, week)).toEqual({
      sent: 52 * 21,
      bounced: 52 * 7,
      warmupSent: 52 * 14,
      answers: { sent: 52 * 42, replied: 52 * 14 },
    })
    // Four pages of 15, and two times 50 senders at most.
    expect(requestsTo(bench, 'bison')).toHaveLength(before + 6)
    expect(await tool(bench).counts?.(all.slice(0, 2), week)).toMatchObject({ sent: 42 })
  })

  it('asks for no counts of what the workspace does not have: without a sender they would be of all of it', async () => {
    await using bench = await openBench('in-process')
    await upload(bench, ['joe@other-name.com'])
    await countEveryDay(bench, 'other-name.com', { sent: 100, bounced: 100, warmupSent: 100 })
    expect(await tool(bench).counts?.(['jane@fresh-name.com'], week)).toEqual({
      ...{ sent: 0, bounced: 0 },
      answers: { sent: 0, replied: 0 },
    })
    expect(requestsTo(bench, 'bison').filter(({ path }) => path.includes('campaign-events'))).toEqual([])
  })

  it('is not asked for ever by an instance whose lists do not end', async () => {
    await using bench = await openBench('in-process')
    await uploadOne(bench)
    const endless = { ...dependenciesOf(bench) }
    const { fetch } = endless
    endless.fetch = async (...request) => {
      const answer = await fetch(...request)
      const body = (await answer.json()) as { meta?: object }
      return Response.json(body.meta ? { ...body, meta: { ...body.meta, last_page: 1_000_000 } } : body)
    }
    const hostile = createBisonTool({ origin: originOf(bench), apiKey }, endless)
    const before = requestsTo(bench, 'bison').length
    expect(
      await thrownBy(hostile.counts?.(['jane@fresh-name.com'], week) ?? Promise.resolve()),
    ).toMatchObject({ kind: 'transient', reason: 'a list does not end' })
    expect(requestsTo(bench, 'bison')).toHaveLength(before + 1)
  })

  it('begins the warm-up of uploaded mailboxes with five mails a day', async () => {
    await using bench = await openBench('in-process')
    const ids = await uploadOne(bench)
    allSucceeded(await tool(bench).configure(ids, { dailyLimit: 2, warmupOn: true }))
    expect(sendersAt(bench)).toMatchObject([{ dailyLimit: 2, warmupEnabled: true, warmupDailyLimit: 5 }])
  })

  it('says of a mailbox that the tool lost its way in to that it is refused', async () => {
    await using bench = await openBench('in-process')
    await uploadOne(bench)
    const [sender] = sendersAt(bench) as [BisonSender]
    senders(bench).put(String(sender.id), { ...sender, status: 'Not connected' }, String(sender.workspaceId))
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toMatchObject({
      connection: { state: 'refused', reason: 'Email Bison shows it as not connected' },
    })
  })

  it('takes one that was moved to another workspace for gone, and goes on with the others', async () => {
    await using bench = await openBench('in-process')
    await upload(bench, ['jane@fresh-name.com', 'joe@fresh-name.com'])
    const [moved, stays] = sendersAt(bench) as [BisonSender, BisonSender]
    senders(bench).put(String(moved.id), { ...moved, workspaceId: 54 }, '54')
    const ids = [String(moved.id), String(stays.id)]
    for (const outcomes of [
      await tool(bench).configure(ids, { dailyLimit: 3, warmupOn: true }),
      await tool(bench).limit(ids.map((externalId) => ({ externalId, dailyLimit: 4 }))),
      await tool(bench).pause(ids),
    ]) {
      expect(outcomes.map(({ ok }) => ok)).toEqual([false, true])
      expect(failureOf(outcomes[0])).toMatchObject({
        kind: 'not_found',
        reason: 'it is in another workspace than the API key',
      })
    }
    allSucceeded(await tool(bench).disconnect(ids))
    expect(sendersAt(bench).map(({ id }) => id)).toEqual([moved.id])
  })

  it.each(['refused', 'raised'])(
    'says what a mailbox still sends where a limit of 0 is %s, and has its warm-up off all the same',
    async (noDailyLimit) => {
      await using bench = await openBench('in-process')
      await upload(bench, ['jane@fresh-name.com', 'joe@fresh-name.com'])
      const ids = sendersAt(bench).map(({ id }) => String(id))
      allSucceeded(await tool(bench).configure(ids, { dailyLimit: 9, warmupOn: true }))
      await choose(bench, { noDailyLimit })
      for (const outcome of await tool(bench).pause(ids))
        expect(failureOf(outcome)).toMatchObject({
          kind: 'rejected',
          reason: expect.stringContaining('sends at most 1 a day'),
        })
      expect(sendersAt(bench)).toMatchObject([
        { dailyLimit: 1, warmupEnabled: false },
        { dailyLimit: 1, warmupEnabled: false },
      ])
      const listed = await tool(bench).mailboxes(['fresh-name.com'])
      expect(listed.map((mailbox) => [isPaused(mailbox), mailbox.dailyLimit])).toEqual([
        [false, 1],
        [false, 1],
      ])
      allSucceeded(await tool(bench).resume(ids.map(asBefore)))
      expect(sendersAt(bench).map((each) => [each.dailyLimit, each.warmupEnabled])).toEqual([
        [9, true],
        [9, true],
      ])
    },
  )

  it('limits mailboxes whose warm-up cannot be switched off, and says that it is on', async () => {
    await using bench = await openBench('in-process')
    const ids = await uploadOne(bench)
    allSucceeded(await tool(bench).configure(ids, { dailyLimit: 9, warmupOn: true }))
    bench.sandbox.faults.add({ kind: '500', vendor: 'bison', path: '/warmup/', times: 9 })
    expect((await tool(bench).pause(ids)).map(({ ok }) => ok)).toEqual([false])
    expect(sendersAt(bench)).toMatchObject([{ dailyLimit: 0, warmupEnabled: true }])
  })

  /** The bench, where calls whose address holds this are answered with 403 in these words. */
  function refusing(bench: ContractBench, part: string, message: string): ContractBench {
    const { fetch, ...others } = bench.dependencies
    const dependencies: typeof bench.dependencies = {
      ...others,
      fetch: (url, init) =>
        String(url).includes(part)
          ? Promise.resolve(Response.json({ message }, { status: 403 }))
          : fetch(url, init),
    }
    return { ...bench, dependencies }
  }

  it('limits mailboxes also with a key that may not change warm-up, and calls paused what had none', async () => {
    await using bench = await openBench('in-process')
    await upload(bench, ['jane@fresh-name.com', 'joe@fresh-name.com'])
    const [warm, cold] = sendersAt(bench).map(({ id }) => String(id)) as [string, string]
    allSucceeded(await tool(bench).configure([warm], { dailyLimit: 9, warmupOn: true }))
    allSucceeded(await tool(bench).configure([cold], { dailyLimit: 9, warmupOn: false }))
    const [stillWarm, paused] = await tool(refusing(bench, '/warmup/', 'Forbidden')).pause([warm, cold])
    expect(failureOf(stillWarm).kind).toBe('unauthorised')
    expect(paused?.ok).toBe(true)
    expect(sendersAt(bench)).toMatchObject([{ dailyLimit: 0 }, { dailyLimit: 0, warmupEnabled: false }])
  })

  it('reads a list that is refused for its workspace as a key to be corrected', async () => {
    await using bench = await openBench('in-process')
    const message = 'This action is unauthorized. The api key does not match the workspace the record is on.'
    await expect(
      tool(refusing(bench, '/sender-emails?', message)).mailboxes(['fresh-name.com']),
    ).rejects.toMatchObject({
      kind: 'unauthorised',
      waitsFor: 'customer',
      reason: 'the API key belongs to another workspace',
    })
  })

  it('says whether the credentials work', async () => {
    await using bench = await openBench('in-process')
    const own = await tool(bench).probe()
    expect(own).toMatchObject({ ok: true, workspace: { isOnly: true } })
    expect(await tool(bench, { apiKey: '9|revoked-key-1' }).probe()).toEqual({
      ok: false,
      reason: 'the API key is not valid or was revoked',
      isAway: false,
      concerns: 'apiKey',
    })
    // The key of one workspace opens that one, whichever is asked for.
    expect(await tool(bench, { workspaceId: '999999' }).probe()).toEqual(own)
    const admin = { apiKey: demoBison.superAdminKey }
    const [, client] = demoBison.workspaces
    expect(await tool(bench, { ...admin, workspaceId: String(client.id) }).probe()).toEqual({
      ok: true,
      workspace: { id: String(client.id), name: client.name, isOnly: false },
    })
    expect(await tool(bench, admin).probe()).toEqual({ ok: true })
    expect(await tool(bench, { ...admin, workspaceId: '999999' }).probe()).toEqual({
      ok: false,
      reason: 'the API key does not reach the chosen workspace',
      isAway: false,
      concerns: 'workspace',
    })
  })

  it('says so when the address leads elsewhere or is no Email Bison', async () => {
    await using bench = await openBench('in-process')
    const answering = (answer: () => Response) => ({ ...bench.dependencies, fetch: async () => answer() })
    const workspacesFrom = (answer: () => Response) =>
      thrownBy(lookUpBisonWorkspaces({ origin: 'https://x.com', apiKey }, answering(answer)))
    expect(
      await workspacesFrom(() => new Response(null, { status: 302, headers: { location: '/login' } })),
    ).toMatchObject({
      kind: 'rejected',
      reason: expect.stringMatching(/leads elsewhere/),
    })
    expect(await workspacesFrom(() => new Response('<h1>Not found</h1>', { status: 404 }))).toMatchObject({
      kind: 'rejected',
      reason: 'there is no Email Bison at this address',
    })
  })

  it('is never looked for inside our own network', async () => {
    await using bench = await openBench('in-process')
    const inside = createBisonTool({ origin: 'https://10.0.0.1', apiKey }, dependenciesOf(bench))
    expect(await inside.probe()).toEqual({
      ok: false,
      reason: 'the address does not belong to the public internet',
      isAway: false,
      concerns: 'url',
    })
    const typo = createBisonTool({ origin: 'send example', apiKey }, dependenciesOf(bench))
    expect(await typo.probe()).toEqual({
      ok: false,
      reason: 'the address is not a web address',
      isAway: false,
      concerns: 'url',
    })
  })
})

describe('Email Bison’s workspaces', () => {
  const workspacesOf = (bench: ContractBench, key: string) =>
    lookUpBisonWorkspaces({ origin: `${originOf(bench)}/dashboard?x=1`, apiKey: key }, dependenciesOf(bench))

  it('are all seen by a super-admin key, and one by a key made inside it', async () => {
    await using bench = await openBench('in-process')
    expect(await workspacesOf(bench, demoBison.superAdminKey)).toEqual(
      demoBison.workspaces.map(({ id, name }) => ({ id: String(id), name })),
    )
    expect(await workspacesOf(bench, demoBison.apiUserKey)).toEqual([{ id: '41', name: 'Harborline Agency' }])
  })

  it('are read by the older call where the newer one is missing', async () => {
    await using bench = await openBench('in-process')
    const asked: string[] = []
    const older = {
      ...bench.dependencies,
      fetch: async (url: string) => {
        asked.push(new URL(url).pathname)
        return url.endsWith('v1.1')
          ? Response.json({ message: 'Record not found.' }, { status: 404 })
          : Response.json({ data: [{ id: 5, name: 'Only one' }] })
      },
    }
    expect(await lookUpBisonWorkspaces({ origin: 'https://x.com', apiKey }, older)).toEqual([
      { id: '5', name: 'Only one' },
    ])
    expect(asked).toEqual(['/api/workspaces/v1.1', '/api/workspaces'])
  })

  it('are acted in with a key of their own, made once and kept, whatever is selected meanwhile', async () => {
    await using bench = await openBench('in-process')
    const kept: string[] = []
    const inWorkspace = (workspaceToken?: string) =>
      createBisonTool(
        { origin: originOf(bench), apiKey: demoBison.superAdminKey, workspaceId: '54', workspaceToken },
        { ...dependenciesOf(bench), keepWorkspaceToken: async (token) => void kept.push(token) },
      )
    const keys = bench.sandbox.store.collection<BisonKey>('bison.keys')
    const before = keys.get(demoBison.superAdminKey)
    const first = inWorkspace()
    const lists = await Promise.all([
      first.mailboxes(['ferrouslabs-mail.com']),
      first.mailboxes(['ferrouslabs-mail.com']),
    ])
    for (const list of lists) expect(list).toHaveLength(21)
    expect(kept).toHaveLength(1)
    expect(await inWorkspace(kept[0]).mailboxes(['getferrouslabs.com'])).toHaveLength(21)
    expect(kept).toHaveLength(1)
    expect(keys.get(demoBison.superAdminKey)).toEqual(before)
    for (const token of kept) expect(bench.logText()).not.toContain(token)
  })

  it('are acted in with another key where the kept one was deleted, and only the account’s own key is called invalid', async () => {
    await using bench = await openBench('in-process')
    const kept: string[] = []
    const inWorkspace = (workspaceToken?: string) =>
      createBisonTool(
        { origin: originOf(bench), apiKey: demoBison.superAdminKey, workspaceId: '54', workspaceToken },
        { ...dependenciesOf(bench), keepWorkspaceToken: async (token) => void kept.push(token) },
      )
    const listed = (tool: ReturnType<typeof inWorkspace>) => tool.mailboxes(['ferrouslabs-mail.com'])
    await listed(inWorkspace())
    await revoke(bench, kept[0] ?? '')
    const again = inWorkspace(kept[0])
    const lists = await Promise.all([listed(again), listed(again)])
    for (const list of lists) expect(list).toHaveLength(21)
    expect(kept).toHaveLength(2)
    expect(await listed(inWorkspace(kept[1]))).toHaveLength(21)
    expect(kept).toHaveLength(2)

    await revoke(bench, kept[1] ?? '')
    await revoke(bench, demoBison.superAdminKey)
    expect(await thrownBy(listed(inWorkspace(kept[1])))).toMatchObject({ kind: 'unauthorised', status: 401 })
    expect(kept).toHaveLength(2)
    for (const token of kept) expect(bench.logText()).not.toContain(token)
  })

  it('that a key does not reach are refused before anything else', async () => {
    await using bench = await openBench('in-process')
    const error = await thrownBy(
      tool(bench, { apiKey: demoBison.apiUserKey, workspaceId: '54' }).mailboxes(['x.com']),
    )
    expect(error).toMatchObject({
      kind: 'unauthorised',
      reason: 'the API key does not reach the chosen workspace',
    })
    expect(
      await tool(bench, { apiKey: demoBison.apiUserKey, workspaceId: '41' }).mailboxes(['x.com']),
    ).toEqual([])
  })
})

describe('Signing in on Email Bison’s pages', () => {
  it('connects whoever signs in, and the list of senders shows it', async () => {
    await using bench = await openBench('in-process')
    const { link, session } = await openPage(bench)
    expect(link).toMatch(/^https:\/\/login\.microsoftonline\.com\//)
    expect(await signIn(bench).result(session)).toEqual({ state: 'pending' })
    await comeBack(bench.sandbox, 'bison', link, personAt('Jane'))
    expect(await signIn(bench).result(session)).toEqual({ state: 'signed_in', address: undefined })
    expect(await tool(bench).mailbox('jane@fresh-name.com')).toMatchObject({ address: 'jane@fresh-name.com' })
  })

  it('opens Google’s page for a mailbox at Google', async () => {
    await using bench = await openBench('in-process')
    await withSignIns(bench)
    expect((await signIn(bench, 'google').begin()).link).toMatch(/^https:\/\/accounts\.google\.com\//)
  })

  it('fails for who turned back, and for an address that another workspace has', async () => {
    await using bench = await openBench('in-process')
    const failure = { state: 'failed', reason: 'Email Bison could not sign in to it' }
    const turnedBack = await openPage(bench)
    await comeBack(bench.sandbox, 'bison', turnedBack.link, { error: 'access_denied' })
    expect(await signIn(bench).result(turnedBack.session)).toEqual(failure)
    await upload(bench, ['jane@fresh-name.com'], { key: 'another-key-123' })
    const others = await openPage(bench)
    await comeBack(bench.sandbox, 'bison', others.link, personAt('jane'))
    expect(await signIn(bench).result(others.session)).toEqual(failure)
  })

  it('knows nothing of a page that nobody used in time, nor of one that is not its own', async () => {
    await using bench = await openBench('in-process')
    const { session } = await openPage(bench)
    await bench.sandbox.advance(11 * 60_000)
    expect(await signIn(bench).result(session)).toEqual({ state: 'lost' })
    expect(await signIn(bench).result('4711')).toEqual({ state: 'lost' })
  })
})

describe('Email Bison in the sandbox', () => {
  it('lets a browser look workspaces up from another origin', async () => {
    await using bench = await openBench('in-process')
    const url = `${originOf(bench)}/api/workspaces`
    const preflight = await bench.sandbox.fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:3000',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    const headers = { origin: 'http://127.0.0.1:3000', accept: 'application/json' }
    const refused = await bench.sandbox.fetch(url, { headers })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })

  it('takes a whole file of mailboxes at once, and says which it skipped', async () => {
    await using bench = await openBench('in-process')
    const form = new FormData()
    const rows = [
      'name,email,password,imap_server,imap_port,smtp_server,smtp_port',
      '"Doe, Jane",jane@fresh-name.com,"p,1",imap.x.com,993,smtp.x.com,587',
      'Joe,not an address,p,imap.x.com,993,smtp.x.com,587',
    ]
    form.set('csv', new File([rows.join('\r\n')], 'rows.csv'))
    const answer = await bench.sandbox.fetch(`${originOf(bench)}/api/sender-emails/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      body: form,
    })
    expect(answer.status).toBe(201)
    expect(sendersAt(bench).map(({ name, password: given }) => [name, given])).toEqual([['Doe, Jane', 'p,1']])
  })

  it('sends a caller that does not ask for JSON to the sign-in page', async () => {
    await using bench = await openBench('in-process')
    const answer = await bench.sandbox.fetch(`${originOf(bench)}/api/users`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login'])
  })
})
