import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStep, plan } from './plan.ts'
import { type StepId, stepIds } from './step-ids.ts'
import { stepRules } from './step-rules.ts'
import { workedOff } from './testing/imagined-work.ts'
import { desiredOf, mailboxOf, now, pausedOf, readAt, standingFacts } from './testing/known-name.ts'

const stuckAt = (...steps: StepId[]) => new Set(steps)

/** A bought name of which nothing is done yet, with an entry at a former host. */
const fresh = { ...desiredOf(), hostsToLeave: ['acc_0'] }
const setUp: StepId[] = [
  'register',
  'renewal_on',
  'zone',
  'place',
  'leave_host',
  'add_to_host',
  'records',
  'delegation',
  'verify',
  'mail_records',
  'dkim_keys',
  'records',
  'dns_seen',
  'dkim_on',
  'mailboxes',
  'proof',
  'photo',
  'tool',
  'delivered',
]

/** One that ran, is taken down, and whose time of grace is over. */
const due = { ...desiredOf({ want: 'retire', retireAt: new Date(readAt) }), hostsToLeave: ['acc_0'] }
const ran = standingFacts(desiredOf())
const takenDown: StepId[] = [
  'leave_host',
  'disconnect',
  'disable',
  'stop_redirect',
  'renewal_off',
  'purge',
  'release',
]

describe('a name is set up', () => {
  test('from nothing to delivered, the records written again once the host has said more', () => {
    expect(workedOff(fresh, {})).toEqual(setUp)
  })

  const mail: StepId[] = ['dns_seen', 'dkim_on', 'mailboxes', 'proof', 'photo', 'tool', 'delivered']
  test.each<[StepId, StepId[]]>([
    [
      'register',
      [
        'renewal_on',
        'zone',
        'place',
        'add_to_host',
        'records',
        'delegation',
        'verify',
        'mail_records',
        'dkim_keys',
        ...mail,
      ],
    ],
    ['renewal_on', ['delivered']],
    ['zone', ['records', 'delegation', 'verify', 'mail_records', 'dkim_keys', ...mail]],
    ['place', ['add_to_host', 'verify', 'mail_records', 'dkim_keys', ...mail]],
    ['leave_host', []],
    ['add_to_host', ['verify', 'mail_records', 'dkim_keys', ...mail]],
    ['records', ['delegation', 'verify', 'mail_records', 'dkim_keys', ...mail]],
    ['delegation', ['verify', 'mail_records', 'dkim_keys', ...mail]],
    ['verify', ['mail_records', 'dkim_keys', ...mail]],
    ['mail_records', ['dkim_keys', ...mail]],
    ['dkim_keys', ['dns_seen', 'dkim_on', 'proof', 'tool', 'delivered']],
    ['dns_seen', ['dkim_on', 'proof', 'tool', 'delivered']],
    ['dkim_on', ['proof', 'delivered']],
    ['mailboxes', ['proof', 'photo', 'tool', 'delivered']],
    ['proof', ['delivered']],
    ['photo', ['delivered']],
    ['tool', ['delivered']],
    ['delivered', []],
  ])('as far as it goes when %s is stuck: only %j wait behind it', (stuck, waiting) => {
    const done = new Set(workedOff(fresh, {}, stuckAt(stuck)))
    expect(setUp.filter((step) => !done.has(step) && step !== stuck)).toEqual(
      setUp.filter((step) => waiting.includes(step) && step !== stuck),
    )
  })

  test('an own name without a registrar', () => {
    const own = { ...fresh, holding: { ...desiredOf({ source: 'own' }).holding! } }
    expect(workedOff(own, {})).toEqual(setUp.filter((step) => step !== 'register' && step !== 'renewal_on'))
  })
})

describe('a name is taken down', () => {
  test('from running to free', () => expect(workedOff(due, ran)).toEqual(takenDown))

  test('after the registry was asked, where nobody knows whether it is registered', () => {
    const { registration, ...unknown } = ran
    expect(workedOff(due, unknown)).toEqual(takenDown.toSpliced(4, 0, 'check_registration'))
    // Neither its renewal nor its end is decided before.
    expect(workedOff(due, unknown, stuckAt('check_registration'))).toEqual([
      'leave_host',
      'disconnect',
      'disable',
      'stop_redirect',
      'purge',
    ])
  })

  test.each<[StepId, StepId[]]>([
    ['leave_host', ['release']],
    ['disconnect', ['purge', 'release']],
    ['disable', ['purge', 'release']],
    ['stop_redirect', ['release']],
    ['renewal_off', ['release']],
    ['purge', ['release']],
    ['release', []],
  ])('as far as it goes when %s is stuck: only %j wait behind it', (stuck, waiting) => {
    expect(workedOff(due, ran, stuckAt(stuck))).toEqual(
      takenDown.filter((step) => step !== stuck && !waiting.includes(step)),
    )
  })
})

test('a name that is paused is paused in the tool and then switched off, before anything else', () => {
  const running = desiredOf({ isServed: false }, [mailboxOf({ want: 'disabled', inTool: 'paused' })])
  const { autoRenew, ...facts } = ran
  expect(plan(running, facts, now)).toEqual(['pause_tool', 'disable', 'renewal_on', 'mailboxes'])
  expect(plan(pausedOf(), standingFacts(pausedOf()), now)).toEqual([])
})

test('nothing is planned for a name that nobody holds, or whose order is not paid', () => {
  expect(plan({ ...fresh, holding: undefined }, {}, now)).toEqual([])
  expect(plan({ ...fresh, ...{ holding: { ...fresh.holding!, want: 'hold' } } }, {}, now)).toEqual([])
})

describe('the next step', () => {
  const steps = fc.subarray([...stepIds])

  test('is the first one that is missing, is not stuck, and waits for none that is missing', () => {
    fc.assert(
      fc.property(steps, steps, (missing, stuck) => {
        const next = nextStep(missing, new Set(stuck))
        const canBegin = (step: StepId) =>
          !stuck.includes(step) && stepRules[step].needs.every((need) => !missing.includes(need))
        expect(next).toBe(missing.filter(canBegin)[0])
      }),
    )
  })

  test('is there as long as something is missing and nothing is stuck', () => {
    fc.assert(
      fc.property(steps, (missing) => {
        expect(nextStep(missing, new Set()) === undefined).toBe(missing.length === 0)
      }),
    )
  })
})
