import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { healthStateNames } from '#features/health/rules/health-states.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { withPairs } from '#tests/rules/with-pairs.ts'
import {
  type ReadySpare,
  readyAtOf,
  type SpareFacts,
  type SpareState,
  sparesFor,
  standingOf,
  type Wanting,
} from './spares.ts'

const day = 86_400_000
const now = 100 * day
const warm: SpareFacts = {
  status: 'done',
  deliveredAt: now - 40 * day,
  spentAt: null,
  isLeaving: false,
  hasFallingBefore: false,
  isServed: true,
  hasEnded: false,
  isWarmable: true,
  warmedFrom: now - 21 * day,
  health: 'unknown',
  mailboxes: 4,
  connected: 4,
}
const stateOf = (change: Partial<SpareFacts>, at = now) => standingOf({ ...warm, ...change }, at).state

describe('a spare', () => {
  test('is ready once it has warmed up for three weeks, and not a moment before', () => {
    expect([stateOf({}), stateOf({}, now - 1)]).toEqual(['ready', 'warming'])
    expect(standingOf(warm, now - day)).toMatchObject({ readyAt: now, why: null })
  })

  test('is as warm as its newest mailbox, however old the domain is', () => {
    expect(standingOf({ ...warm, deliveredAt: 0, warmedFrom: now - day }, now)).toEqual({
      state: 'warming',
      readyAt: now + 20 * day,
      why: null,
    })
    expect(standingOf({ ...warm, warmedFrom: null }, now)).toMatchObject({ state: 'warming', readyAt: null })
  })

  test('goes on warming up while its health says that it does', () => {
    expect(standingOf({ ...warm, health: 'warming' }, now)).toMatchObject({ state: 'warming', readyAt: null })
    expect(standingOf({ ...warm, health: 'warming' }, now - day)).toMatchObject({ readyAt: now })
  })

  test('in a file, where nothing warms it up, is ready as soon as it is delivered', () => {
    expect(stateOf({ isWarmable: false, deliveredAt: now, warmedFrom: null, connected: 0 })).toBe('ready')
    expect(readyAtOf({ ...warm, deliveredAt: now, isWarmable: false }, now)).toEqual({
      readyAt: now,
      isReady: true,
    })
  })

  test('whose place was taken says until when mail to it arrives, and that it is over after thirty days', () => {
    const spentAt = now - 29 * day
    expect(standingOf({ ...warm, spentAt }, now)).toMatchObject({ state: 'spent', receivesUntil: now + day })
    const over = standingOf({ ...warm, spentAt }, now + day)
    expect(over.receivesUntil).toBeUndefined()
    expect(over).toMatchObject({ state: 'spent', why: expect.stringContaining('its time is over') })
  })

  test('whose place was taken says its last day also once another domain is ordered for it', () => {
    const leaving = { ...warm, spentAt: now - 29 * day, isLeaving: true }
    expect(standingOf(leaving, now)).toMatchObject({ state: 'unfit', receivesUntil: now + day })
    expect(standingOf(leaving, now + day).receivesUntil).toBeUndefined()
    expect(standingOf({ ...leaving, spentAt: null }, now).receivesUntil).toBeUndefined()
  })

  const everything = withPairs(warm, {
    status: domainStatuses.filter((status) => status !== 'done'),
    deliveredAt: [null],
    spentAt: [now - 29 * day, now - 30 * day],
    isLeaving: [true],
    hasFallingBefore: [true],
    isServed: [false],
    hasEnded: [true],
    isWarmable: [false],
    warmedFrom: [null, now - 20 * day],
    health: [null, ...healthStateNames.filter((state) => state !== 'unknown')],
    connected: [3],
  })
  /** What stands in its way, the first of which it says. */
  const obstacles: [is: (facts: SpareFacts) => boolean, state: SpareState, why: string | null][] = [
    [({ isLeaving }) => isLeaving, 'unfit', 'Another domain has been ordered in its place.'],
    [
      ({ spentAt }) => spentAt === now - 29 * day,
      'spent',
      'A spare took its place. Replace it to have a spare here again.',
    ],
    [
      ({ spentAt }) => spentAt === now - 30 * day,
      'spent',
      'A spare took its place, and its time is over. Replace it to have a spare here again.',
    ],
    [
      ({ hasFallingBefore }) => hasFallingBefore,
      'unfit',
      'The domain that it replaced still receives replies. End that overlap, then it can be used.',
    ],
    [({ isServed }) => !isServed, 'unfit', 'Its order is on hold.'],
    [({ hasEnded }) => hasEnded, 'unfit', 'The registration of this domain has ended.'],
    [({ deliveredAt }) => deliveredAt === null, 'setting_up', null],
    [({ status }) => status !== 'done', 'setting_up', null],
    [
      ({ health }) => health === 'watch' || health === 'rest' || health === 'replace',
      'unfit',
      'It is not well itself: its own page under Health says why.',
    ],
    [
      ({ isWarmable, connected }) => isWarmable && connected === 3,
      'unfit',
      'The sending tool is not signed in to all of its mailboxes.',
    ],
    [
      ({ isWarmable, warmedFrom, health }) =>
        isWarmable && (warmedFrom !== now - 21 * day || health === 'warming'),
      'warming',
      null,
    ],
  ]

  test('takes a place where nothing is in its way, and says the first thing that is', () => {
    for (const facts of everything) {
      const [, state, why] = obstacles.find(([is]) => is(facts)) ?? [null, 'ready', null]
      expect(standingOf(facts, now), JSON.stringify(facts)).toMatchObject({ state, why })
    }
  })

  test('says when it is ready only where that is known', () => {
    for (const facts of everything) {
      const { state, readyAt } = standingOf(facts, now)
      const warmAt =
        facts.warmedFrom === null || (facts.health === 'warming' && facts.warmedFrom !== now - 20 * day)
          ? null
          : facts.warmedFrom + 21 * day
      const known = facts.isWarmable ? warmAt : facts.deliveredAt
      expect(readyAt, JSON.stringify(facts)).toBe(state === 'ready' || state === 'warming' ? known : null)
    }
  })

  test('has a last day exactly while one took its place less than thirty days ago', () => {
    for (const facts of everything)
      expect(standingOf(facts, now).receivesUntil, JSON.stringify(facts)).toBe(
        facts.spentAt === now - 29 * day ? now + day : undefined,
      )
  })
})

test('spares are given once each, only where they fit, the longest ready first, and none is kept back', () => {
  const group = fc.constantFrom('a', 'b', 'c')
  const type = fc.constantFrom(...domainTypes)
  const spares = fc.uniqueArray(
    fc.record<ReadySpare>({
      domain: fc.string({ minLength: 1, maxLength: 3 }).map((name) => `s${name}`),
      domainType: type,
      readyAt: fc.integer({ min: 0, max: 5 }),
      fits: fc.uniqueArray(group),
    }),
    { selector: ({ domain }) => domain, maxLength: 8 },
  )
  const wanting = fc.uniqueArray(
    fc.record<Wanting>({
      domain: fc.string({ minLength: 1, maxLength: 3 }).map((name) => `w${name}`),
      domainType: type,
      groupId: group,
    }),
    { selector: ({ domain }) => domain, maxLength: 8 },
  )
  fc.assert(
    fc.property(wanting, spares, (wants, all) => {
      const given = sparesFor(wants, all)
      expect(new Set(given.values()).size).toBe(given.size)
      const fitting = ({ domainType, groupId }: Wanting) =>
        all.filter((spare) => spare.domainType === domainType && spare.fits.includes(groupId))
      const left = new Set(all.map(({ domain }) => domain))
      for (const want of wants) {
        const free = fitting(want).filter(({ domain }) => left.has(domain))
        const got = given.get(want.domain)
        expect(got === undefined).toBe(free.length === 0)
        if (got === undefined) continue
        const spare = free.find(({ domain }) => domain === got)
        expect(spare?.readyAt).toBe(Math.min(...free.map(({ readyAt }) => readyAt)))
        left.delete(got)
      }
    }),
  )
})
