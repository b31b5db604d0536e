import { describe, expect, it } from 'vitest'
import { openBench } from '../testing/contract.ts'
import {
  changeAccount,
  chargesAt,
  dnsimpleOf,
  host,
  name,
  register,
  terms,
} from '../testing/dnsimple-bench.ts'

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
    expect(await registrar.findRegistration('failingfoundry.com')).toBeUndefined()
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

  it('takes up again a name that has expired, for one year and the price of one', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await registrar.setAutoRenew(name, false)
    await bench.sandbox.advance(370 * 24 * 3_600_000)
    await registrar.ensureRegistered(name, terms)
    expect((await registrar.findRegistration(name))?.state).toBe('registered')
    expect(chargesAt(bench)).toMatchObject([
      { for: 'registration', cents: 16_00 },
      { for: 'renewal', cents: 16_00 },
    ])
  })

  it('tells names that are not sold at all from a name that cannot be checked', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    const of = (checked: string) => registrar.check(checked).catch((error: unknown) => error)
    expect(await of('brightfoundry42.love')).toMatchObject({ kind: 'rejected', code: 'tld_unsupported' })
    expect(await of('no_name.com')).toMatchObject({ kind: 'rejected', status: 400, code: undefined })
  })

  it('renews by itself while that is on, and expires when it is off', async () => {
    await using bench = await openBench('in-process')
    const { registrar } = dnsimpleOf(bench)
    await register(bench)
    await bench.sandbox.advance(370 * 24 * 3_600_000)
    expect((await registrar.findRegistration(name))?.state).toBe('registered')
    expect(chargesAt(bench).map((charge) => charge.for)).toEqual(['registration', 'renewal'])
    await registrar.setAutoRenew(name, false)
    await bench.sandbox.advance(370 * 24 * 3_600_000)
    expect((await registrar.findRegistration(name))?.state).toBe('expired')
    await bench.sandbox.advance(40 * 24 * 3_600_000)
    expect(await registrar.findRegistration(name)).toBeUndefined()
    expect((await registrar.check(name)).available).toBe(true)
  })
})
