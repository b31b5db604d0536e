import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldNamesRenewDays } from '#features/orders/rules/order-holds.ts'
import { connectedCount } from './connected-count.ts'
import { coldLimitDigest, type Desired, type DesiredMailbox, type Holding } from './desired.ts'
import type { FactName, Facts, Freshness } from './facts.ts'
import { invalidatedBy } from './invalidated-by.ts'
import { nextStep, plan } from './plan.ts'
import { type StepId, stepIds, stepsFor } from './step-ids.ts'
import { renewsItself, stepRules } from './step-rules.ts'
import {
  desiredOf,
  holdingOf,
  linkOf,
  mailboxOf,
  now,
  pausedOf,
  readAt,
  retiringOf,
  standingFacts,
} from './testing/known-name.ts'

const at = readAt
const day = 24 * 3600_000
const running = standingFacts(desiredOf())
const paused = standingFacts(pausedOf())
/** What is known of a name that is taken down and waits for the end of its time of grace. */
const retired: Facts = {
  ...standingFacts(retiringOf()),
  autoRenew: { at, on: false },
  unredirected: { at },
}
const without = (facts: Facts, ...names: FactName[]): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name as FactName)))
const missing = (desired: Desired, facts: Facts, freshness: Freshness = now) =>
  plan(desired, facts, freshness)
/** Someone asked for a new look after everything was read. */
const askedAgain: Freshness = { ...now, recheckBefore: now.now }

test('of a name for which everything stands nothing is missing: running, paused, or taken down', () => {
  expect(missing(desiredOf(), running)).toEqual([])
  expect(missing(pausedOf(), paused)).toEqual([])
  expect(missing(retiringOf(), retired)).toEqual([])
})

describe('what is not known is missing', () => {
  test.each<[FactName, StepId[], StepId[], StepId[]]>([
    ['registration', ['register'], [], ['check_registration']],
    ['autoRenew', ['renewal_on'], ['renewal_on'], ['renewal_off']],
    ['zone', ['zone'], [], []],
    ['delegation', ['delegation'], [], []],
    ['host', ['place', 'proof'], [], []],
    ['verification', ['add_to_host', 'records', 'dns_seen'], ['records', 'dns_seen'], []],
    ['verified', ['verify'], [], []],
    ['mailRecords', ['mail_records', 'records', 'dns_seen', 'proof'], ['records', 'dns_seen'], []],
    ['dkim', ['dkim_keys', 'records', 'dns_seen', 'dkim_on', 'proof'], ['records', 'dns_seen'], []],
    ['proof', ['proof'], [], []],
    ['photo', ['photo'], [], []],
    ['mailboxes', ['mailboxes'], ['mailboxes'], []],
    ['tool', ['tool'], ['pause_tool'], []],
    ['delivered', ['delivered'], [], []],
    // Looked for in the zone again as long as it was once seen in DNS.
    ['records', ['records'], ['records'], []],
    ['dns', ['dns_seen'], [], []],
    ['unredirected', [], [], ['stop_redirect']],
  ])('without %s: running %j, paused %j, taken down %j', (fact, run, pause, retire) => {
    expect(missing(desiredOf(), without(running, fact))).toEqual(run)
    expect(missing(pausedOf(), without(paused, fact))).toEqual(pause)
    expect(missing(retiringOf(), without(retired, fact))).toEqual(retire)
  })

  test('nothing is bought or made for a name that is not paid, what was made is kept', () => {
    const bare = desiredOf({ isServed: false }, [
      mailboxOf({ want: 'disabled', inTool: 'removed', externalId: null, hostState: null, links: [] }),
    ])
    expect(missing(bare, { tool: standingFacts(bare).tool! })).toEqual([])
    const never = desiredOf({ isServed: false }, [mailboxOf({ ...bare.mailboxes[0], hostState: 'disabled' })])
    expect(missing(never, without({ ...paused, tool: standingFacts(bare).tool! }, 'mailboxes'))).toEqual([])
    // Neither is what was not finished when it was paused.
    const unfinished: Facts = {
      ...paused,
      delegation: { at, seen: [], ok: false },
      dkim: { ...paused.dkim!, state: 'created' },
    }
    expect(missing(pausedOf(), unfinished)).toEqual([])
    expect(missing(pausedOf(), without(paused, 'records', 'dns'))).toEqual([])
    // What is in the zone is kept right, although it was not seen in DNS before the pause.
    const written: Facts = { ...without(paused, 'dns'), records: { at, digest: 'other' } }
    expect(missing(pausedOf(), written)).toEqual(['records'])
  })

  test('a name that was paused while its mailboxes were made has all of them stopped', () => {
    const half = desiredOf({ isServed: false }, [
      mailboxOf({ ...pausedOf().mailboxes[0], externalId: null }),
      mailboxOf({ ...pausedOf().mailboxes[0], id: 'mbx_2' }),
    ])
    expect(missing(half, { ...paused, tool: standingFacts(half).tool! })).toEqual(['mailboxes'])
  })
})

describe('what has grown old is looked at again', () => {
  test('of a running name all that can change, not the place, the photo and the word to the customer', () => {
    expect(missing(desiredOf(), running, askedAgain)).toEqual([
      'register',
      'renewal_on',
      'zone',
      'add_to_host',
      'delegation',
      'verify',
      'mail_records',
      'records',
      'dns_seen',
      'dkim_on',
      'mailboxes',
      // There was nothing to prove it with; there may be by now.
      'proof',
      'tool',
    ])
  })

  test('of a paused one what stands, but never at the registrar, which would sell it again', () => {
    expect(missing(pausedOf(), paused, askedAgain)).toEqual([
      'pause_tool',
      'zone',
      'add_to_host',
      'delegation',
      'verify',
      'mail_records',
      'records',
      'dns_seen',
      'dkim_on',
      'mailboxes',
    ])
  })

  test('a picture that could not be fetched, which may be shared by then; not one that is set', () => {
    const unshared: Facts = { ...running, photo: { ...running.photo!, problem: 'unshared' } }
    const later: Freshness = { ...now, now: new Date(Date.parse(at) + day) }
    expect(missing(desiredOf(), unshared)).toEqual([])
    expect(missing(desiredOf(), unshared, later)).toContain('photo')
    expect(missing(desiredOf(), running, later)).not.toContain('photo')
  })

  test('a proof when it is time to try again or somebody asks, never one that was had for the same place and keys', () => {
    const { of } = running.proof!
    const attempt = { at, of, token: 't1', begunAt: at, mails: {}, failedBefore: 0, lateBefore: 0 }
    const again = new Date(Date.parse(at) + 3600_000)
    const proven: Facts = { ...running, proof: { ...attempt, state: 'proven' } }
    const late: Facts = {
      ...running,
      proof: { ...attempt, state: 'late', cause: { why: 'team' }, againAt: again.toISOString() },
    }
    for (const freshness of [now, askedAgain, { ...now, now: new Date(Date.parse(at) + 30 * day) }])
      expect(missing(desiredOf(), proven, freshness)).not.toContain('proof')
    expect(missing(desiredOf(), { ...proven, host: { at, accountId: 'acc_2' } })).toContain('proof')
    expect(missing(desiredOf(), late)).toEqual([])
    expect(missing(desiredOf(), late, { ...now, now: new Date(again.getTime() - 1) })).toEqual([])
    expect(missing(desiredOf(), late, { ...now, now: again })).toEqual(['proof'])
    expect(missing(desiredOf(), late, askedAgain)).toContain('proof')
    expect(missing(desiredOf(), late, { ...now, recheckBefore: new Date(at) })).not.toContain('proof')
    const under: Facts = { ...running, proof: { ...attempt, state: 'under_way' } }
    expect(missing(desiredOf(), under)).toEqual(['proof'])
  })

  test('of one that is taken down only whether it is registered', () => {
    expect(missing(retiringOf(), retired, askedAgain)).toEqual(['check_registration'])
  })

  test('DKIM keys of which a listing says that they are gone are made again', () => {
    const later = new Date(Date.parse(at) + 1_000).toISOString()
    const gone: Freshness = { ...now, listed: { dkim: { at: later, agrees: false } } }
    expect(missing(desiredOf(), running, gone)).toEqual(['dkim_keys', 'dkim_on'])
    expect(missing(pausedOf(), paused, gone)).toEqual(['dkim_keys', 'dkim_on'])
    expect(missing(desiredOf(), { ...running, dkim: { ...running.dkim!, records: [] } })).toContain(
      'dkim_keys',
    )
  })
})

describe('what is wanted otherwise is missing', () => {
  const renamed = [mailboxOf({ firstName: 'Grace' })]
  test.each<[string, Desired, Facts, StepId[]]>([
    [
      'another forwarding',
      desiredOf({ forwardingUrl: 'https://example.org' }),
      running,
      ['records', 'dns_seen'],
    ],
    ['another name', desiredOf({}, renamed), running, ['mailboxes', 'tool', 'delivered']],
    [
      'another tool',
      desiredOf({ connection: { id: 'con_2', kind: 'bison', state: 'ok' } }),
      running,
      ['tool', 'delivered'],
    ],
    ['another picture', desiredOf({ profilePictureLink: 'https://example.com/b.png' }), running, ['photo']],
    ['no picture', desiredOf({ profilePictureLink: null }), without(running, 'photo'), []],
    ['a pause', desiredOf({ isServed: false }, pausedOf().mailboxes), running, ['pause_tool', 'mailboxes']],
    ['to run after a pause', desiredOf(), paused, ['mailboxes', 'tool', 'delivered']],
    ['renewal', desiredOf(), { ...running, autoRenew: { at, on: false } }, ['renewal_on']],
    ['its host', desiredOf(), { ...running, delegation: { at, seen: [], ok: false } }, ['delegation']],
    ['DKIM', desiredOf(), { ...running, dkim: { ...running.dkim!, state: 'created' } }, ['dkim_on']],
  ])('%s', (_, desired, facts, steps) => expect(missing(desired, facts)).toEqual(steps))

  test('a name that is bought is registered and renewed; an own one is neither, whatever it does', () => {
    const facts = without(running, 'registration', 'autoRenew')
    expect(missing(desiredOf(), facts)).toEqual(['register', 'renewal_on'])
    expect(missing(desiredOf({ source: 'own' }), facts)).toEqual([])
    expect(missing(retiringOf({ source: 'own' }), without(retired, 'registration', 'autoRenew'))).toEqual([])
    expect(missing(retiringOf({ source: 'own' }), without(retired, 'autoRenew'))).toEqual([])
  })
})

describe('a former host is left', () => {
  const former = (desired: Desired): Desired => ({ ...desired, hostsToLeave: ['acc_0'] })
  test('by what runs and what is taken down, not by what is only held', () => {
    expect(missing(former(desiredOf()), running)).toEqual(['leave_host'])
    expect(missing(former(retiringOf()), retired)).toEqual(['leave_host'])
    expect(missing(former(desiredOf({ want: 'hold' })), running)).toEqual([])
    expect(missing({ ...desiredOf(), hostsToLeave: [] }, running)).toEqual([])
  })
  test('customers are not told of it, nor of limits of a rest, nor of a proof of what is delivered', () => {
    const unseen = (holding: Holding) => stepIds.filter((step) => stepRules[step].isUnseen?.(holding))
    expect(unseen(holdingOf({ deliveredAt: new Date(at) }))).toEqual(['leave_host', 'proof', 'cold_limit'])
    expect(unseen(holdingOf())).toEqual(['leave_host', 'cold_limit'])
  })
})

describe('daily limits are set', () => {
  const limits = (desired: Desired, facts: Facts = running, freshness: Freshness = now) =>
    missing(desired, facts, freshness).includes('cold_limit')
  const resting = desiredOf({ coldShare: 0 })
  const known = (desired: Desired): Facts => ({
    ...running,
    coldLimit: { at, digest: coldLimitDigest(desired) },
  })
  const rest = { whole: 30, set: 0, isBeingSet: false }
  test('of a domain that rests or returns, for its share and the mailboxes that the tool has', () => {
    expect(limits(resting)).toBe(true)
    expect(limits(resting, known(resting))).toBe(false)
    expect(limits(desiredOf({ coldShare: 25 }), known(resting))).toBe(true)
    const two = desiredOf({ coldShare: 0 }, [mailboxOf(), mailboxOf({ id: 'mbx_2' })])
    expect(limits(two, known(resting))).toBe(true)
  })
  test('back, of one that does neither any more', () => {
    expect(limits(desiredOf())).toBe(false)
    expect(limits(desiredOf({}, [mailboxOf({ links: [linkOf({ rest })] })]))).toBe(true)
  })
  test('again once they were looked at a day ago, or somebody may have changed them', () => {
    const later: Freshness = { ...now, now: new Date(now.now.getTime() + day) }
    expect(limits(resting, known(resting), later)).toBe(true)
    const listed = { coldLimit: { at: now.now.toISOString(), agrees: false } }
    expect(limits(resting, known(resting), { ...now, listed })).toBe(true)
  })
  test('never of what is not served, is paused by us, or stands in a file', () => {
    expect(limits(pausedOf({ coldShare: 0 }), paused)).toBe(false)
    const inFile = desiredOf({ coldShare: 0, connection: { id: 'con_1', kind: 'other', state: 'ok' } })
    expect(limits(inFile)).toBe(false)
    const beforePause = { sends: true, warmupOn: true, dailyLimit: 2 }
    const stillPaused = desiredOf({}, [mailboxOf({ links: [linkOf({ rest, beforePause })] })])
    expect(limits(stillPaused)).toBe(false)
  })
})

describe('mailboxes are switched off', () => {
  const two = (one: Partial<DesiredMailbox>) => [
    mailboxOf({ hostState: 'disabled' }),
    mailboxOf({ id: 'mbx_2', ...one }),
  ]
  const disables = (desired: Desired, facts: Facts) => missing(desired, facts).includes('disable')
  test('where one of a paused name or of one taken down is not yet', () => {
    for (const hostState of ['active', 'purged', null] as const) {
      expect(disables(desiredOf({ isServed: false }, two({ hostState })), paused)).toBe(true)
      expect(disables(desiredOf({ want: 'retire' }, two({ hostState })), retired)).toBe(true)
    }
    expect(disables(desiredOf({ want: 'retire' }, two({ hostState: 'disabled' })), retired)).toBe(false)
  })
  test('never of a name that is served, nor where nothing was ever made', () => {
    expect(disables(desiredOf({}, two({})), running)).toBe(false)
    expect(disables(desiredOf({ want: 'hold' }, two({})), running)).toBe(false)
    expect(disables(desiredOf({ want: 'retire' }, two({})), without(retired, 'host'))).toBe(false)
  })
  test('are paused in the tool only where the name is kept', () => {
    expect(missing(pausedOf({ want: 'retire' }), without(retired, 'tool'))).not.toContain('pause_tool')
    expect(missing(pausedOf({ want: 'hold' }), {})).toEqual([])
  })
  test('come first for a paused name and in turn for all others', () => {
    expect(stepsFor(holdingOf({ isServed: false })).slice(0, 2)).toEqual(['pause_tool', 'disable'])
    expect(stepsFor(holdingOf({ isServed: false }))).toHaveLength(stepIds.length)
    expect(stepsFor(holdingOf())).toEqual(stepIds)
    expect(stepsFor(holdingOf({ want: 'retire', isServed: false }))).toEqual(stepIds)
  })
})

test('a name that the registrar does not hold any more is registered, or asked about, as if it never had', () => {
  const ended = (facts: Facts): Facts => ({ ...facts, registration: { at, ended: true } })
  expect(missing(desiredOf(), ended(running))).toEqual(['register'])
  expect(missing(pausedOf(), { ...ended(paused), autoRenew: { at, on: false } })).toEqual([])
  expect(missing(retiringOf(), ended(retired))).toEqual(['check_registration'])
})

test('a zone that is in doubt is looked for again, and stays one that can forward', () => {
  const doubted = (facts: Facts): Facts => ({ ...facts, zone: { at, doubted: true } })
  expect(missing(desiredOf(), doubted(running))).toEqual(['zone'])
  expect(missing(retiringOf(), doubted(without(retired, 'unredirected')))).toEqual(['stop_redirect'])
})

test('a name that is taken down leaves the tool as long as the tool may list one of its mailboxes', () => {
  const abandoned = linkOf({ abandonedAt: new Date(at) })
  const linked = (...links: ReturnType<typeof linkOf>[]) =>
    missing(desiredOf({ want: 'retire' }, [mailboxOf({ hostState: 'disabled', links })]), retired)
  expect(linked(linkOf({ confirmedAt: null, externalId: null }))).toEqual(['disconnect'])
  expect(linked(abandoned, linkOf())).toEqual(['disconnect'])
  expect(linked(abandoned)).toEqual([])
  expect(linked(linkOf({ want: 'disconnected' }))).toEqual([])
  expect(linked()).toEqual([])
  const out = mailboxOf({ hostState: 'disabled', links: [] })
  const still = mailboxOf({ id: 'mbx_2', hostState: 'disabled' })
  expect(missing(desiredOf({ want: 'retire' }, [out, still]), retired)).toEqual(['disconnect'])
})

describe('a step is tried only when what it stands on is there', () => {
  /** Steps that hold it up while they are missing. */
  const heldUpBy = (step: StepId) =>
    stepIds.filter((other) => other !== step && nextStep([other, step], new Set([other])) !== step)

  test.each<[string, Partial<Record<StepId, StepId[]>>]>([
    [
      'only a registered name is renewed, given a zone, and placed at a host',
      { renewal_on: ['register'], zone: ['register'], place: ['register'] },
    ],
    ['a name is added where it was placed', { add_to_host: ['register', 'place'] }],
    ['records are written to a zone', { records: ['zone'] }],
    ['nobody is asked to delegate to a zone that is not complete', { delegation: ['zone', 'records'] }],
    [
      'a host verifies what was added there, by records that the world can see',
      { verify: ['add_to_host', 'delegation', 'records'] },
    ],
    [
      'a host tells its mail settings of a verified name alone, and makes its keys after that',
      { mail_records: ['verify'], dkim_keys: ['mail_records'] },
    ],
    [
      'DNS is looked at when all that is to be seen there is known and written',
      { dns_seen: ['delegation', 'mail_records', 'dkim_keys', 'records'] },
    ],
    ['DKIM is switched on when its keys are seen', { dkim_on: ['dkim_keys', 'records', 'dns_seen'] }],
    ['mailboxes are made where mail can arrive', { mailboxes: ['mail_records', 'records'] }],
    [
      'people and tools come to mailboxes that stand',
      { photo: ['mailboxes'], tool: ['dns_seen', 'mailboxes'] },
    ],
    [
      'delivered is what renews itself, signs, sends and has its picture',
      { delivered: ['renewal_on', 'dkim_on', 'proof', 'photo', 'tool'] },
    ],
    ['renewal ends when it is known what is registered', { renewal_off: ['check_registration'] }],
    ['nothing is purged that still sends', { purge: ['disconnect', 'disable'] }],
    [
      'a name is given free when nothing of it is left anywhere',
      { release: ['leave_host', 'stop_redirect', 'check_registration', 'renewal_off', 'purge'] },
    ],
    [
      'what begins a name, and what stops one, waits for nothing',
      {
        register: [],
        leave_host: [],
        disconnect: [],
        pause_tool: [],
        disable: [],
        stop_redirect: [],
        check_registration: [],
      },
    ],
  ])('%s', (_, rule) => {
    for (const [step, needs] of Object.entries(rule)) {
      expect(heldUpBy(step as StepId), step).toEqual(needs)
      // And on nothing that is no step.
      expect(stepRules[step as StepId].needs, step).toHaveLength(needs.length)
    }
  })
})

describe('a name is purged and given free', () => {
  const inMs = (ms: number) => retiringOf({ retireAt: new Date(now.now.getTime() + ms) })
  test('once its time of grace is over, not a moment before', () => {
    expect(missing(inMs(0), retired)).toEqual(['purge', 'release'])
    expect(missing(inMs(-1), retired)).toEqual(['purge', 'release'])
    expect(missing(inMs(1), retired)).toEqual([])
    expect(missing(retiringOf({ retireAt: null }), retired)).toEqual([])
    expect(missing(inMs(0), { ...retired, purged: { at } })).toEqual(['release'])
  })
  test('at once where it was bought and never registered', () => {
    const never = { ...without(retired, 'registration', 'autoRenew'), unregistered: { at } }
    expect(missing(retiringOf(), never)).toEqual(['purge', 'release'])
    expect(missing(retiringOf({ source: 'own' }), never)).toEqual([])
    expect(missing(retiringOf(), { ...never, registration: { at } })).toEqual(['renewal_off'])
    expect(missing(retiringOf(), { ...never, registration: { at, ended: true } })).toEqual(['renewal_off'])
  })
  test('never while it runs', () => {
    expect(missing(desiredOf({ retireAt: new Date(at) }), running)).toEqual([])
  })
})

test('forwarding is stopped where there is a zone that could forward', () => {
  expect(missing(retiringOf(), without(retired, 'unredirected'))).toEqual(['stop_redirect'])
  expect(missing(retiringOf(), without(retired, 'unredirected', 'zone'))).toEqual([])
})

describe('a bought name renews itself', () => {
  const unpaidFor = (ms: number) => ({ unpaidSince: new Date(now.now.getTime() - ms) })
  test('while it is paid, and for seven days after', () => {
    expect(heldNamesRenewDays).toBe(7)
    expect(renewsItself({ want: 'run', unpaidSince: null }, now.now)).toBe(true)
    expect(renewsItself({ want: 'run', ...unpaidFor(7 * day - 1) }, now.now)).toBe(true)
    expect(renewsItself({ want: 'run', ...unpaidFor(7 * day) }, now.now)).toBe(false)
    for (const want of ['hold', 'retire'] as const)
      expect(renewsItself({ want, unpaidSince: null }, now.now)).toBe(false)
  })

  test('and no longer: then renewal is switched off, and on again with the payment', () => {
    const off = { ...paused, autoRenew: { at, on: false } }
    expect(missing(pausedOf(unpaidFor(8 * day)), paused)).toEqual(['renewal_off'])
    expect(missing(pausedOf(unpaidFor(8 * day)), off)).toEqual([])
    expect(missing(pausedOf(unpaidFor(6 * day)), off)).toEqual(['renewal_on'])
    expect(missing(pausedOf(unpaidFor(6 * day)), paused)).toEqual([])
    expect(missing(desiredOf(), { ...running, autoRenew: { at, on: false } })).toEqual(['renewal_on'])
  })

  test('where it is registered, and ours to renew', () => {
    expect(missing(pausedOf({ source: 'own', ...unpaidFor(8 * day) }), paused)).toEqual([])
    expect(missing(pausedOf(unpaidFor(8 * day)), without(paused, 'registration'))).toEqual([])
    expect(missing(desiredOf({ want: 'hold', ...unpaidFor(8 * day) }), running)).toEqual([])
    expect(missing(retiringOf(), { ...retired, autoRenew: { at, on: true } })).toEqual(['renewal_off'])
  })
})

test('connected are the mailboxes that the tool of now can use, of those that are to send from it', () => {
  const connected = mailboxOf({ id: 'a' })
  const elsewhere = mailboxOf({ id: 'b', links: [linkOf({ connectionId: 'con_0' })] })
  const underWay = mailboxOf({ id: 'c', links: [linkOf({ connection: 'signing_in' })] })
  const leftBehind = mailboxOf({ id: 'd', inTool: 'paused' })
  const moved = mailboxOf({ id: 'e', links: [linkOf({ connectionId: 'con_0' }), linkOf()] })
  const all = [connected, elsewhere, underWay, leftBehind, moved]
  expect(connectedCount(desiredOf({}, all))).toEqual({ connected: 2, wanted: 4 })
  expect(connectedCount({ ...desiredOf({}, all), holding: undefined })).toEqual({ connected: 0, wanted: 4 })
})

describe('before a step begins', () => {
  const other = { at, digest: 'other' }
  const all: Facts = {
    ...running,
    records: other,
    dns: other,
    mailboxes: other,
    tool: other,
    delivered: other,
  }
  const soon = new Date(now.now.getTime() - 1)
  const link = mailboxOf({ links: [linkOf()] })
  test.each<[StepId, Desired, Facts, FactName[]]>([
    ['renewal_on', desiredOf(), { ...all, autoRenew: { at, on: false } }, ['autoRenew']],
    ['records', desiredOf(), all, ['records']],
    ['mailboxes', desiredOf(), all, ['mailboxes']],
    ['photo', desiredOf({ profilePictureLink: 'https://example.com/b.png' }), all, ['photo']],
    ['tool', desiredOf(), all, ['tool']],
    ['disconnect', desiredOf({ want: 'retire' }, [link]), all, ['tool', 'delivered']],
    ['pause_tool', pausedOf(), all, ['tool']],
    ['disable', desiredOf({ want: 'retire' }), all, ['mailboxes', 'delivered']],
    ['stop_redirect', retiringOf(), all, ['records']],
    ['renewal_off', retiringOf(), all, ['autoRenew']],
    [
      'purge',
      retiringOf({ retireAt: soon }),
      all,
      ['verification', 'verified', 'mailRecords', 'dkim', 'mailboxes', 'proof', 'tool'],
    ],
    ['release', retiringOf({ retireAt: soon }), all, ['zone', 'records', 'dns', 'delegation']],
    ['register', desiredOf(), without(all, 'registration'), []],
    ['delivered', desiredOf(), all, []],
  ])('%s: what it undoes is forgotten', (step, desired, facts, forgotten) => {
    expect(invalidatedBy(step, desired.holding!, desired, facts, now.now)).toEqual(forgotten)
    const [first, ...rest] = forgotten
    // What is not known needs no forgetting.
    if (first)
      expect(invalidatedBy(step, desired.holding!, desired, without(facts, first), now.now)).toEqual(
        // A redirect is stopped, a zone given free, only of what is known.
        stepRules[step].isMissing(desired.holding!, desired, without(facts, first), now) ? rest : [],
      )
  })

  test('nothing is forgotten by a step that only looks again at what has grown old', () => {
    const yearsLater = new Date(now.now.getTime() + 1_000 * day)
    for (const step of stepIds)
      expect(invalidatedBy(step, holdingOf(), desiredOf(), running, yearsLater), step).toEqual([])
  })

  test('what a step does not undo is never forgotten', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stepIds),
        fc.constantFrom(desiredOf(), retiringOf({ retireAt: soon })),
        (step, desired) => {
          const forgotten = invalidatedBy(step, desired.holding!, desired, all, now.now)
          expect(stepRules[step].invalidates ?? []).toEqual(expect.arrayContaining(forgotten))
        },
      ),
    )
  })
})

/** What customers read while a step is done, and in the timeline afterwards. */
const words: Record<StepId, [doing: string, done: string]> = {
  register: ['Registering the domain', 'Domain registered'],
  renewal_on: ['Switching renewal on', 'Renewal is on'],
  zone: ['Creating the DNS zone', 'DNS zone created'],
  place: ['Finding a place at HOST', 'Placed at HOST'],
  leave_host: ['Leaving the former place at HOST', 'Left the former place at HOST'],
  add_to_host: ['Adding the domain at HOST', 'Domain added at HOST'],
  delegation: ['Checking the name servers', 'Name servers point here'],
  verify: ['Verifying at HOST', 'Verified at HOST'],
  mail_records: ['Reading mail settings from HOST', 'HOST is ready for mail'],
  dkim_keys: ['Making DKIM keys', 'DKIM keys made'],
  records: ['Writing DNS records', 'DNS records written'],
  dns_seen: ['Waiting until the DNS records are seen', 'MX, SPF, DKIM and DMARC are seen'],
  dkim_on: ['Switching DKIM on', 'DKIM is on'],
  mailboxes: ['Creating mailboxes at HOST', 'Mailboxes are in place at HOST'],
  proof: ['Proving that mail is authentic', 'Mail is proven to be authentic'],
  photo: ['Setting the profile picture', 'Profile picture set'],
  tool: ['Connecting mailboxes to the sending tool', 'The sending tool has connected every mailbox'],
  cold_limit: [
    'Setting the daily limits in the sending tool',
    'The daily limits are set in the sending tool',
  ],
  delivered: ['Finishing', 'Set-up complete'],
  disconnect: ['Taking the mailboxes out of the sending tool', 'Out of the sending tool'],
  disable: ['Disabling mailboxes at HOST', 'Mailboxes disabled'],
  pause_tool: ['Pausing the mailboxes in the sending tool', 'Paused in the sending tool'],
  stop_redirect: ['Stopping the forwarding', 'Forwarding stopped'],
  check_registration: ['Asking the registry about the name', 'The registry was asked about the name'],
  renewal_off: ['Switching renewal off', 'Renewal is off'],
  purge: ['Removing mailboxes and domain at HOST', 'Mailboxes removed'],
  release: ['Giving the name free', 'The name is free to be ordered again'],
}

test.each([
  ['azure', 'Microsoft'],
  ['google', 'Google'],
] as const)('each step is told in its own words, on %s with the name of %s', (platform, host) => {
  for (const step of stepIds)
    expect([stepRules[step].doing(platform), stepRules[step].done(platform)]).toEqual(
      words[step].map((text) => text.replace('HOST', host)),
    )
})
