import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainTypes } from '../domains/domain-type.ts'
import { domainStatuses } from '../orders/order-status.ts'
import { healthStateNames } from './health-states.ts'
import { type ReadySpare, readyAtOf, type SpareFacts, sparesFor, standingOf, type Wanting } from './spares.ts'

const day = 86_400_000
const now = 100 * day
const warm: SpareFacts = {
  status: 'done',
  deliveredAt: now - 21 * day,
  spentAt: null,
  isLeaving: false,
  hasFallingBefore: false,
  isServed: true,
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

  test.each<[string, Partial<SpareFacts>, string]>([
    ['has no place yet', { deliveredAt: null, status: 'in progress' }, 'setting_up'],
    ['is on hold', { isServed: false }, 'unfit'],
    ['is being replaced', { isLeaving: true }, 'unfit'],
    ['replaced one that still receives', { hasFallingBefore: true }, 'unfit'],
    ['is on watch', { health: 'watch' }, 'unfit'],
    ['should rest', { health: 'rest' }, 'unfit'],
    ['is lost itself', { health: 'replace' }, 'unfit'],
    ['is cut off from its tool', { connected: 3 }, 'unfit'],
    ['has been replaced by a spare', { spentAt: now }, 'spent'],
  ])('that %s takes no place', (_, change, state) => {
    expect(stateOf(change)).toBe(state)
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

  test('is ready only where nothing at all speaks against it, and says why wherever something does', () => {
    const facts = fc.record<SpareFacts>({
      status: fc.constantFrom(...domainStatuses),
      deliveredAt: fc.option(fc.integer({ min: 0, max: now + 30 * day })),
      spentAt: fc.option(fc.integer({ min: 0, max: now })),
      isLeaving: fc.boolean(),
      hasFallingBefore: fc.boolean(),
      isServed: fc.boolean(),
      isWarmable: fc.boolean(),
      warmedFrom: fc.option(fc.integer({ min: 0, max: now + 30 * day })),
      health: fc.option(fc.constantFrom(...healthStateNames)),
      mailboxes: fc.integer({ min: 1, max: 52 }),
      connected: fc.integer({ min: 0, max: 52 }),
    })
    fc.assert(
      fc.property(facts, (each) => {
        const { state, readyAt, why } = standingOf(each, now)
        expect(why === null).toBe(state !== 'unfit' && state !== 'spent')
        if (state !== 'ready') return
        expect(each).toMatchObject({ spentAt: null, isLeaving: false, isServed: true, status: 'done' })
        expect(['watch', 'rest', 'replace']).not.toContain(each.health)
        expect(readyAt).toBeLessThanOrEqual(now)
        expect(each.hasFallingBefore).toBe(false)
        if (!each.isWarmable) return
        expect(each.health).not.toBe('warming')
        expect(each.warmedFrom).toBeLessThanOrEqual(now - 21 * day)
        expect(each.connected).toBeGreaterThanOrEqual(each.mailboxes)
      }),
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
