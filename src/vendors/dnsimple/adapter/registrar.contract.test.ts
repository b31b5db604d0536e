import { describe, expect, it } from 'vitest'
import { openBench } from '#vendors/testing/contract.ts'
import {
  changeAccount,
  chargesAt,
  dnsimpleOf,
  domainAt,
  expire,
  host,
  name,
  register,
  renew,
  terms,
} from '#vendors/testing/dnsimple-bench.ts'

describe('registering a name', () => {
  it('is told as running, then as done, where the registry takes its time', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    const started = await registrar.ensureRegistered('brightfoundry42.co', {
      ...terms,
      ceilingCents: 45_00,
    })
    expect(started.state).toBe('registering')
    const done = await registrar.findRegistration('brightfoundry42.co', started.externalId)
    expect(done).toMatchObject({ state: 'registered', autoRenew: true, expiresAt: expect.any(Date) })
    expect(chargesAt(bench)).toMatchObject([{ name: 'brightfoundry42.co', cents: 35_00 }])
  })

  it('is told as failed when the registry refuses it in the end, and nothing is paid', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    const started = await registrar.ensureRegistered('failingfoundry.com', terms)
    expect(started.state).toBe('registering')
    const failed = await registrar.findRegistration('failingfoundry.com', started.externalId)
    expect(failed?.state).toBe('failed')
    expect(chargesAt(bench)).toEqual([])
  })

  it('looks pending for ever where it failed, unless its number is known; then it is ordered anew', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    const failingName = 'failingfoundry.com'
    const first = await registrar.ensureRegistered(failingName, terms)
    expect((await registrar.findRegistration(failingName, first.externalId))?.state).toBe('failed')
    expect((await registrar.findRegistration(failingName))?.state).toBe('registering')
    expect((await registrar.ensureRegistered(failingName, terms)).isNew).toBeUndefined()
    let noted = 0
    const afterFailed = { noted: async () => void noted++ }
    const second = await registrar.ensureRegistered(failingName, { ...terms, afterFailed })
    expect([second.isNew, noted]).toEqual([true, 1])
    expect(second.externalId).not.toBe(first.externalId)
  })

  it('waits for the operator where the contact that it is made for is gone, and nothing is paid', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench, { registrantId: 77 })
    await expect(registrar.ensureRegistered(name, terms)).rejects.toMatchObject({
      kind: 'waiting',
      waitsFor: 'operator',
      reason: 'the account has no contact 77; create one at DNSimple and set REGISTRANT_ID',
    })
    expect(chargesAt(bench)).toEqual([])
  })

  it.each([
    ['premiumfoundry.com', 'premium'],
    ['brightfoundry42.io', 'price_above_ceiling'],
    ['acme.com', 'taken'],
    ['snatchedfoundry.com', 'taken'],
  ])('refuses %s as %s and pays nothing', async (wantedName, code) => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await expect(registrar.ensureRegistered(wantedName, terms)).rejects.toMatchObject({
      kind: 'rejected',
      code,
    })
    expect(chargesAt(bench)).toEqual([])
  })

  it.each([
    ['brightfoundry42.com', true],
    ['brightfoundry42.io', false],
  ])(
    'keeps the contact of %s out of the public register where its TLD has that: %s',
    async (of, isPrivate) => {
      await using bench = await openBench('in-process')
      await dnsimpleOf(bench).registrar.ensureRegistered(of, { ...terms, ceilingCents: 90_00 })
      expect(domainAt(bench, of)).toMatchObject({ whoisPrivacy: isPrivate })
    },
  )

  it('does nothing for a name the account has', async () => {
    await using bench = await openBench('in-process')
    await register(bench)
    const again = await dnsimpleOf(bench).registrar.ensureRegistered(name, terms)
    expect(again.state).toBe('registered')
    expect(chargesAt(bench)).toHaveLength(1)
  })

  it('does not register a name that the customer owns elsewhere', async () => {
    await using bench = await openBench('in-process')
    await host(bench)
    await expect(register(bench)).rejects.toMatchObject({ kind: 'rejected', code: 'taken' })
    expect(chargesAt(bench)).toEqual([])
  })

  it('says that the account has a bill to pay', async () => {
    await using bench = await openBench('in-process')
    await changeAccount(bench, { unpaid: true })
    await expect(register(bench)).rejects.toMatchObject({ kind: 'unauthorised', code: 'unpaid' })
    await changeAccount(bench, { unpaid: false })
    await register(bench)
    expect(chargesAt(bench)).toHaveLength(1)
  })

  it('tells names that are not sold at all from a name that cannot be checked', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    const of = (checked: string) => registrar.check(checked).catch((error: unknown) => error)
    expect(await of('brightfoundry42.love')).toMatchObject({ kind: 'rejected', code: 'tld_unsupported' })
    expect(await of('no_name.com')).toMatchObject({ kind: 'rejected', status: 400, code: undefined })
  })
})

const day = 24 * 3_600_000

describe('renewing a name', () => {
  it('takes up again a name that has expired, for one year and the price of one', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    const until = (await registrar.findRegistration(name))?.expiresAt?.getTime() ?? 0
    await expire(bench, 5)
    // Asked to have it registered, the registrar only tells that it has expired.
    expect((await registrar.ensureRegistered(name, terms)).state).toBe('expired')
    expect(await renew(bench)).toMatchObject({ state: 'renewed' })
    const renewed = await registrar.findRegistration(name)
    expect(renewed?.state).toBe('registered')
    expect(renewed?.expiresAt?.getTime()).toBe(until + 365 * day)
    expect(chargesAt(bench)).toMatchObject([
      { for: 'registration', cents: 16_00 },
      { for: 'renewal', cents: 16_00 },
    ])
    expect(await renew(bench)).toEqual({ state: 'renewed' })
    expect(chargesAt(bench)).toHaveLength(2)
  })

  it.each([
    ['pending', 'renewed', 'registered', 1],
    ['failing', 'failed', 'expired', 0],
  ])('that is %s at the registry is told as running, then as %s', async (renewals, state, after, paid) => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await expire(bench)
    await changeAccount(bench, { renewals })
    const { externalId = '', ...asked } = await renew(bench)
    expect(asked).toEqual({ state: 'renewing' })
    expect(chargesAt(bench).filter((charge) => charge.for === 'renewal')).toEqual([])
    expect(await registrar.findRenewal(name, externalId)).toEqual({ state, externalId })
    expect((await registrar.findRegistration(name))?.state).toBe(after)
    expect(chargesAt(bench).filter((charge) => charge.for === 'renewal')).toHaveLength(paid)
  })

  it('is noted right before it is asked for, and not where the price forbids it', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await expire(bench)
    const asked = () =>
      bench.sandbox.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renewals'))
    const notedAt: number[] = []
    const noted = async () => void notedAt.push(asked().length)
    await expect(registrar.renew(name, { ceilingCents: 5_00, noted })).rejects.toMatchObject({
      code: 'price_above_ceiling',
    })
    expect(notedAt).toEqual([])
    await registrar.renew(name, { ceilingCents: 25_00, noted })
    expect([notedAt, asked().length]).toEqual([[0], 1])
  })

  it('is not noted where the request is kept back in the last moment', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await expire(bench)
    const seen = () =>
      bench.sandbox.requests().filter(({ path }) => path.endsWith('/prices') || path.endsWith('/renewals'))
    const asked = seen().length
    let isNoted = false
    const noted = async () => {
      isNoted = true
    }
    const beforeCall = async () => {
      // The price was looked up by then.
      if (seen().length > asked) throw new Error('another wish')
      return undefined
    }
    await expect(
      registrar.renew(name, { ceilingCents: 25_00, noted }, { ...bench.ctx, beforeCall }),
    ).rejects.toThrow('another wish')
    expect(isNoted).toBe(false)
    expect(seen().length).toBe(asked + 1)
  })

  it('is refused once the grace period is over', async () => {
    await using bench = await openBench('in-process')
    await register(bench)
    await expire(bench, 30)
    await expect(renew(bench)).rejects.toMatchObject({
      kind: 'rejected',
      status: 400,
      reason: `${name} may not be renewed at this time`,
    })
    expect(chargesAt(bench)).toHaveLength(1)
  })

  it('goes by itself while that is on, and the name expires when it is off', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await bench.sandbox.advance(370 * day)
    expect((await registrar.findRegistration(name))?.state).toBe('registered')
    expect(chargesAt(bench).map((charge) => charge.for)).toEqual(['registration', 'renewal'])
    await registrar.setAutoRenew(name, false)
    await bench.sandbox.advance(370 * day)
    expect((await registrar.findRegistration(name))?.state).toBe('expired')
    await bench.sandbox.advance(50 * day)
    expect((await registrar.check(name)).available).toBe(false)
    await bench.sandbox.advance(10 * day)
    expect(await registrar.findRegistration(name)).toBeUndefined()
    expect((await registrar.check(name)).available).toBe(true)
  })

  it('does not go by itself on a card that is refused', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await changeAccount(bench, { unpaid: true })
    await bench.sandbox.advance(366 * day)
    expect(await registrar.findRegistration(name)).toMatchObject({ state: 'expired', autoRenew: true })
  })

  it('cannot be switched off while it goes by itself, and of a name that has expired or is gone it is off', async () => {
    await using bench = await openBench('in-process', { delayScale: 1 })
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await changeAccount(bench, { renewals: 'pending' })
    await bench.sandbox.advance(362 * day + 5_000)
    await expect(registrar.setAutoRenew(name, false)).rejects.toMatchObject({
      kind: 'waiting',
      waitsFor: 'vendor',
      reason: expect.stringContaining('renewing itself'),
    })
    await bench.sandbox.advance(day)
    await registrar.setAutoRenew(name, false)
    await bench.sandbox.advance(370 * day)
    expect((await registrar.findRegistration(name))?.state).toBe('expired')
    await registrar.setAutoRenew(name, false)
    await expect(registrar.setAutoRenew(name, true)).rejects.toMatchObject({ kind: 'rejected' })
    await bench.sandbox.advance(70 * day)
    await registrar.setAutoRenew(name, false)
    await expect(registrar.setAutoRenew(name, true)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('is off for a name that is only hosted, and cannot be switched on', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await host(bench)
    expect(domainAt(bench)).toMatchObject({ state: 'hosted', registrantId: null })
    await registrar.setAutoRenew(name, false)
    await expect(registrar.setAutoRenew(name, true)).rejects.toMatchObject({ kind: 'rejected', status: 400 })
  })
})
