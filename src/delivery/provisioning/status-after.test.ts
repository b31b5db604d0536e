import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { platforms } from '#features/plans/rules/catalog.ts'
import {
  type Meaning,
  VendorError,
  type VendorErrorDetails,
  type VendorId,
  vendorIds,
  vendorNames,
  waitsFor,
  waitsForCustomer,
  waitsForOperator,
  waitsForVendor,
} from '#vendors/client/vendor-error.ts'
import { isDeliveryGone, isOurs, type Stuck, statusAfter } from './status.ts'
import { stepIds } from './step-ids.ts'
import { desiredOf, linkOf, mailboxOf, readAt, standingFacts } from './testing/known-name.ts'

const at = new Date('2026-05-01T12:00:00.000Z')
const until = new Date('2026-05-01T12:10:00.000Z')
const settingUp = { isServed: true, platform: 'google', deliveredAt: null, changing: null } as const
const delivered = { ...settingUp, deliveredAt: at } as const

const refused = (
  meaning: Meaning & Partial<VendorErrorDetails>,
  { vendor = 'google' as VendorId, ...stuck }: Partial<Stuck> & { vendor?: VendorId } = {},
): Stuck => ({
  step: 'mailboxes',
  error: new VendorError({ vendor, operation: 'test', reason: 'the quota is full', ...meaning }),
  isDead: false,
  at,
  until,
  ...stuck,
})

const meanings: readonly Meaning[] = [
  ...waitsFor.flatMap((who) => [
    { kind: 'waiting' as const, waitsFor: who },
    { kind: 'unauthorised' as const, waitsFor: who },
  ]),
  { kind: 'transient' },
  { kind: 'rejected' },
  { kind: 'not_found' },
]
const stuck = fc
  .record({
    meaning: fc.constantFrom(...meanings),
    vendor: fc.constantFrom(...vendorIds),
    step: fc.constantFrom(...stepIds),
    isDead: fc.boolean(),
  })
  .map(({ meaning: each, vendor, step, isDead }) => refused(each, { vendor, step, isDead }))
const platform = fc.constantFrom(...platforms)

describe('a name that is not served', () => {
  test('is pending and paused, whatever else is the matter with it', () => {
    fc.assert(
      fc.property(fc.option(stuck, { nil: undefined }), fc.boolean(), fc.boolean(), (each, isGone, isOld) => {
        const holding = { ...(isOld ? delivered : settingUp), isServed: false }
        expect(statusAfter(holding, each, isGone)).toEqual({
          status: 'pending',
          note: 'Paused. Your mailboxes are disabled until this is settled.',
        })
      }),
    )
  })
})

test('a name with nothing missing is done, and nothing is said', () => {
  for (const each of [settingUp, delivered]) expect(statusAfter(each, undefined)).toEqual({ status: 'done' })
})

describe('a name that is being set up', () => {
  test.each<[string, Stuck, string, string]>([
    [
      'is in progress while a vendor is not ready',
      refused({ ...waitsForVendor, reason: 'the domain is not verified yet' }),
      'in progress',
      'The domain is not verified yet',
    ],
    [
      'is pending while the customer has to act',
      refused({ ...waitsForCustomer, reason: 'please point your name servers here' }),
      'pending',
      'Please point your name servers here',
    ],
    [
      'is pending while a tool refuses the credentials of the customer',
      refused({ kind: 'unauthorised', waitsFor: 'customer' }, { vendor: 'instantly' }),
      'pending',
      'Instantly refuses the credentials. Please correct them in Order Details.',
    ],
    [
      'says a vendor whose name begins small with a capital',
      refused({ kind: 'unauthorised', waitsFor: 'customer' }, { vendor: 'smtp' }),
      'pending',
      'The mail server refuses the credentials. Please correct them in Order Details.',
    ],
    [
      'is in error when a vendor refuses for good',
      refused({ kind: 'rejected' }),
      'error',
      'Creating mailboxes at Google failed: the quota is full.',
    ],
    [
      'is in progress while a vendor is away',
      refused({ kind: 'transient' }),
      'in progress',
      'Creating mailboxes at Google: Google is slow to answer, trying again.',
    ],
    [
      'says that a limit is used up and when it continues, and blames nobody for being slow',
      refused({ kind: 'transient', isOverLimit: true, retryAfterMs: 60_000 }, { vendor: 'dnsimple' }),
      'in progress',
      'Creating mailboxes at Google: our DNS provider’s limit is used up for now. It continues by itself at 12:10 UTC.',
    ],
    [
      'names the day where a limit is used up until another one',
      refused(
        { kind: 'transient', isOverLimit: true, retryAfterMs: 20 * 3600_000 },
        { until: new Date('2026-05-02T08:05:00.000Z') },
      ),
      'in progress',
      'Creating mailboxes at Google: Google’s limit is used up for now. It continues by itself at 08:05 UTC on May 2.',
    ],
    [
      'names no time where a used-up limit is asked again within a minute, however often it was asked',
      refused({ kind: 'transient', isOverLimit: true }, { isDead: true }),
      'in progress',
      'Creating mailboxes at Google: Google’s limit is used up for now. It continues by itself shortly.',
    ],
    [
      'is in progress while something is not found yet',
      refused({ kind: 'not_found' }, { vendor: 'rdap' }),
      'in progress',
      'Creating mailboxes at Google: the domain registry is slow to answer, trying again.',
    ],
    [
      'is in error once it was tried so often that our team was told',
      refused({ kind: 'transient' }, { isDead: true }),
      'error',
      'Creating mailboxes at Google keeps failing. Our team has been told.',
    ],
    [
      'is in progress while our team has to act, with no word of what',
      refused(waitsForOperator),
      'in progress',
      'Creating mailboxes at Google: our team is on it. There is nothing you need to do.',
    ],
    [
      'is in progress while our team has to act, with what it wants customers to read',
      refused({ ...waitsForOperator, told: 'we are asking the registry for it' }, { isDead: true }),
      'in progress',
      'Creating mailboxes at Google: we are asking the registry for it. There is nothing you need to do.',
    ],
    [
      'is in progress while our own credentials are refused',
      refused({ kind: 'unauthorised', waitsFor: 'operator' }),
      'in progress',
      'Creating mailboxes at Google: our team is on it. There is nothing you need to do.',
    ],
  ])('%s', (_, each, status, note) => expect(statusAfter(settingUp, each)).toEqual({ status, note }))

  test('says what is done on its own platform', () => {
    const { note } = statusAfter({ ...settingUp, platform: 'azure' }, refused({ kind: 'rejected' }))
    expect(note).toBe('Creating mailboxes at Microsoft failed: the quota is full.')
  })

  test('never shows a change, which only what is delivered has', () => {
    fc.assert(
      fc.property(stuck, platform, fc.boolean(), (each, on, isGone) => {
        expect(statusAfter({ ...settingUp, platform: on }, each, isGone).changing).toBeUndefined()
      }),
    )
  })
})

describe('a name that is delivered', () => {
  const lost = (each: Stuck) =>
    each.error.waitsFor === 'customer' ||
    (each.error.kind === 'rejected' && ['register', 'verify', 'add_to_host'].includes(each.step))

  test('stays done while something is changed, until the domain is lost or the customer has to act', () => {
    for (const meaning of meanings)
      for (const step of stepIds) {
        const each = refused(meaning, { step })
        expect(statusAfter(delivered, each)).toEqual(
          lost(each)
            ? statusAfter(settingUp, each)
            : { status: 'done', changing: expect.objectContaining({ since: at.toISOString() }) },
        )
      }
  })

  test('is shown as one being set up when what was sold is not there', () => {
    fc.assert(
      fc.property(stuck, (each) => {
        expect(statusAfter(delivered, each, true)).toEqual(statusAfter(settingUp, each, true))
      }),
    )
  })

  test('tells of the change that was asked for, since when it was asked for', () => {
    const changing = { what: 'people', since: '2026-04-30T00:00:00.000Z', why: 'working' } as const
    const shown = statusAfter({ ...delivered, changing }, refused({ kind: 'transient' }))
    expect(shown.changing).toEqual({ what: 'people', since: changing.since, why: 'slow', by: 'Google' })
    for (const before of [null, { ...changing, what: 'stopped' } as const])
      expect(
        statusAfter({ ...delivered, changing: before }, refused({ kind: 'transient' })).changing,
      ).toMatchObject({ what: 'check' })
  })

  const change = { what: 'check', since: at.toISOString(), by: 'Google' }
  test.each<[string, Stuck, object]>([
    [
      'it was refused for good',
      refused({ kind: 'rejected' }),
      { why: 'failed', detail: 'the quota is full' },
    ],
    [
      'a vendor is not ready',
      refused({ ...waitsForVendor, reason: 'it is not seen yet' }),
      { why: 'waiting', detail: 'it is not seen yet' },
    ],
    ['our team has to act', refused(waitsForOperator), { why: 'team' }],
    [
      'our team has to act and says what is the matter',
      refused({ ...waitsForOperator, told: 'the account is full' }),
      { why: 'team', detail: 'the account is full' },
    ],
    [
      'our team has to act, and the customer may as well',
      refused({ ...waitsForOperator, customersMay: 'connect the rest yourself' }),
      { why: 'team', may: 'connect the rest yourself' },
    ],
    [
      'a vendor is not ready, whatever the customer may do',
      refused({ ...waitsForVendor, reason: 'it is not seen yet', customersMay: 'connect the rest yourself' }),
      { why: 'waiting', detail: 'it is not seen yet' },
    ],
    ['it was tried too often', refused({ kind: 'transient' }, { isDead: true }), { why: 'team' }],
    [
      'it was tried too often, though only for a limit',
      refused({ kind: 'transient', isOverLimit: true }, { isDead: true }),
      { why: 'team' },
    ],
    [
      'a limit is used up, until when',
      refused({ kind: 'transient', isOverLimit: true }),
      { why: 'limit', until: until.toISOString() },
    ],
    ['a vendor is away', refused({ kind: 'transient' }), { why: 'slow' }],
    [
      'a vendor is away of which there is something to tell our team only',
      refused({ kind: 'transient', told: 'not for customers' }),
      { why: 'slow' },
    ],
  ])('says why a change is not finished: %s', (_, each, why) => {
    expect(statusAfter(delivered, each).changing).toEqual({ ...change, ...why })
  })

  test('names those whom customers know, and no others', () => {
    for (const vendor of vendorIds) {
      const { changing } = statusAfter(delivered, refused({ kind: 'transient' }, { vendor }))
      const known =
        vendor === 'dnsimple' ? 'our DNS provider' : vendor === 'dns' ? 'DNS' : vendorNames[vendor]
      expect(changing?.by).toBe(known)
      const said = refused({ kind: 'rejected', reason: `${vendorNames[vendor]} is full` }, { vendor })
      expect(statusAfter(delivered, said).changing?.detail).toBe(`${known} is full`)
    }
  })
})

test('ours to mend is what waits for the operator, and what nobody else can correct', () => {
  for (const { kind, waitsFor } of meanings)
    expect(isOurs({ kind, waitsFor })).toBe(
      waitsFor === 'operator' || (kind === 'unauthorised' && waitsFor === 'vendor'),
    )
})

describe('what was sold is gone', () => {
  const facts = standingFacts(desiredOf())
  const healing = (sentences: Record<string, string>) => ({ ...facts, healing: { at: readAt, sentences } })
  const isGone = (...[desired, known = facts, isRefused]: Parameters<typeof isDeliveryGone>) =>
    isDeliveryGone(desired, known, isRefused)

  test('not while every mailbox stands, and sends', () => {
    expect(isGone(desiredOf(), facts)).toBe(false)
    expect(isGone({ ...desiredOf(), holding: undefined }, facts)).toBe(true)
    expect(isGone({ ...desiredOf({}, []), holding: undefined }, facts)).toBe(false)
  })

  test('when a mailbox is missing or switched off at the host', () => {
    for (const hostState of ['disabled', 'purged', null] as const) {
      expect(isGone(desiredOf({}, [mailboxOf(), mailboxOf({ id: 'b', hostState })]), facts)).toBe(true)
      // One that is not wanted any more may be.
      const leaving = mailboxOf({ id: 'b', want: 'disabled', inTool: 'removed', hostState })
      expect(isGone(desiredOf({}, [mailboxOf(), leaving]), facts)).toBe(false)
    }
  })

  test('when a mailbox is not in the sending tool, where there is one', () => {
    const outside = [mailboxOf(), mailboxOf({ id: 'b', links: [linkOf({ connection: 'wanted' })] })]
    expect(isGone(desiredOf({}, outside), facts)).toBe(true)
    expect(
      isGone(desiredOf({ connection: { id: 'con_1', kind: 'other', state: 'ok' } }, outside), facts),
    ).toBe(false)
  })

  test('not while the customer has asked for others, unless these were refused for good', () => {
    const missing = [mailboxOf({ hostState: null })]
    const asked = (what: 'people' | 'tool' | 'forwarding' | 'check') =>
      desiredOf({ changing: { what, since: readAt, why: 'working' } }, missing)
    for (const what of ['people', 'tool'] as const) {
      expect(isGone(asked(what), facts)).toBe(false)
      expect(isGone(asked(what), facts, true)).toBe(true)
    }
    for (const what of ['forwarding', 'check'] as const) expect(isGone(asked(what), facts)).toBe(true)
  })

  test('not by those that the host itself has stopped, while the others stand', () => {
    const stopped = desiredOf({}, [mailboxOf(), mailboxOf({ id: 'b', hostState: 'disabled' })])
    expect(isGone(stopped, standingFacts(stopped))).toBe(false)
    const alone = desiredOf({}, [...stopped.mailboxes, mailboxOf({ id: 'c', hostState: null })])
    expect(isGone(alone, standingFacts(alone))).toBe(true)
  })

  test('when a listing found mailboxes missing at the host or in the tool, whatever was asked for', () => {
    const asked = desiredOf({ changing: { what: 'people', since: readAt, why: 'working' } })
    expect(isGone(asked, healing({ mailboxes: 'A mailbox was missing' }))).toBe(true)
    expect(isGone(asked, healing({ tool: 'A mailbox was missing' }))).toBe(true)
    expect(isGone(asked, healing({ records: 'A record was changed' }))).toBe(false)
    expect(isGone(asked, healing({}))).toBe(false)
  })
})
