import { afterEach, describe, expect, it } from 'vitest'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState, type Tenant } from '#vendors/microsoft/simulator/state.ts'
import type { SignInOutcome } from '#vendors/ports/sign-in.ts'
import { password } from '#vendors/sandbox/sign-in/testing/people.ts'
import { openSignInBench } from './testing/sign-in-bench.ts'

const bench = await openSignInBench()
const { sandbox, captured } = bench
const tool = new URL(sandbox.origin).host

const { tenants, wrongPasswords } = microsoftState(sandbox.store)
const tenant = tenants.get(demoMicrosoftTenant.tenantId)
function changeTenant(change: Partial<Tenant>) {
  if (tenant) tenants.put(tenant.tenantId, { ...tenant, ...change })
}
afterEach(() => changeTenant({}))

/** The pages of this sandbox have answered so many requests below a path. */
const asked = (path: string) =>
  sandbox.requests().filter((each) => each.vendor === 'sign-in' && each.path.includes(path)).length

/** A person's outcome whose picture is one of the page. */
function expectPerson(outcome: SignInOutcome, cause: string, code: number | null) {
  expect(outcome).toMatchObject({ kind: 'person', cause, code })
  const picture = outcome.kind === 'person' ? outcome.picture : null
  expect(picture?.subarray(1, 4).toString()).toBe('PNG')
  expect(picture?.length).toBeLessThan(300 * 1024)
}

describe('Signing a mailbox in with a browser', () => {
  it('leads through Microsoft’s pages to the tool, which then has the account', async () => {
    const address = bench.addUser()
    const { sessionId, link } = await bench.begin()
    expect(await bench.signIn(address, { link })).toEqual({ kind: 'finished', finalHost: tool })
    expect(await bench.statusOf(sessionId)).toMatchObject({ status: 'success', email: address })
  })

  it('begins anew for every mailbox, whoever has signed in before', async () => {
    const [first, second] = [bench.addUser(), bench.addUser()]
    await bench.signIn(first)
    const { sessionId, link } = await bench.begin()
    await bench.signIn(second, { link })
    expect(await bench.statusOf(sessionId)).toMatchObject({ status: 'success', email: second })
  })

  it('accepts the consent that is asked for again', async () => {
    const address = bench.addUser()
    await bench.signIn(address)
    sandbox.faults.add({ kind: 'consent' })
    expect(await bench.signIn(address)).toMatchObject({ kind: 'finished' })
    expect(sandbox.faults.list()).toEqual([])
  })

  it('puts a registration campaign off where the page lets it', async () => {
    changeTenant({ registrationCampaign: 'enabled' })
    expect(await bench.signIn(bench.addUser())).toMatchObject({ kind: 'finished' })
  })

  it('claims nothing of an account whose link has expired at the tool', async () => {
    const address = bench.addUser()
    const { sessionId, link } = await bench.begin()
    await sandbox.advance(600_000)
    expect(await bench.signIn(address, { link })).toEqual({ kind: 'finished', finalHost: tool })
    expect(await bench.statusOf(sessionId)).toEqual({ status: 'expired' })
  })
})

describe('What Microsoft refuses', () => {
  it.each([
    ['a user without a password', { password: null }, 'wrong-password', 50056],
    ['a blocked user', { accountEnabled: false }, 'disabled', 50057],
  ] as const)('%s is told by its code', async (_, change, cause, code) => {
    expect(await bench.signIn(bench.addUser(change))).toEqual({ kind: 'refused', cause, code })
  })

  it('an address that is nobody’s is told, and no password typed', async () => {
    const before = asked('/login')
    expect(await bench.signIn(`nobody@${demoMicrosoftTenant.initialDomain}`)).toEqual({
      kind: 'refused',
      cause: 'no-such-user',
      code: 50034,
    })
    expect(asked('/login') - before).toBe(1)
  })

  it('a wrong password is typed once', async () => {
    const address = bench.addUser()
    const before = asked('/login')
    sandbox.faults.add({ kind: 'wrong_password' })
    expect(await bench.signIn(address)).toEqual({ kind: 'refused', cause: 'wrong-password', code: 50126 })
    // The address and the password.
    expect(asked('/login') - before).toBe(2)
  })

  it('a locked mailbox is told as locked', async () => {
    const address = bench.addUser()
    const id = `id-of-${address.split('@')[0]}`
    wrongPasswords.put(id, { count: 0, marks: [], lockedUntil: sandbox.world.now() + 60_000 })
    expect(await bench.signIn(address)).toEqual({ kind: 'refused', cause: 'locked', code: 50053 })
  })

  it('an administrator’s consent that is missing is told', async () => {
    changeTenant({ usersMayNotConsent: true })
    expect(await bench.signIn(bench.addUser())).toEqual({
      kind: 'refused',
      cause: 'admin-consent',
      code: 90094,
    })
  })

  it.each([
    ['a client it does not know', 'client_id', 'x', 'app-unknown', 700016],
    ['no scope', 'scope', '', 'link-wrong', 900144],
  ])('a link with %s is told', async (_, name, value, cause, code) => {
    const link = new URL((await bench.begin()).link)
    link.searchParams.set(name, value)
    expect(await bench.signIn(bench.addUser(), { link: link.href })).toEqual({ kind: 'refused', cause, code })
  })

  it('what only the tool is told is read on the way to it', async () => {
    const { link } = await bench.begin()
    expect(await bench.signIn(bench.addUser(), { link: `${link}&prompt=none` })).toEqual({
      kind: 'refused',
      cause: 'other',
      code: 50058,
    })
  })
})

describe('What only a person can do', () => {
  it.each([
    ['second_factor', 'second-factor', 50076],
    ['captcha', 'captcha', 50196],
  ] as const)('%s waits for a person, with a picture of the page', async (kind, cause, code) => {
    sandbox.faults.add({ kind })
    expectPerson(await bench.signIn(bench.addUser()), cause, code)
  })

  it('a password that must be changed', async () => {
    expectPerson(await bench.signIn(bench.addUser({ mustChangePassword: true })), 'change-password', 50055)
  })

  it('a second factor that must be set up', async () => {
    changeTenant({ securityDefaults: true })
    expectPerson(await bench.signIn(bench.addUser()), 'enrol', 50072)
  })

  it('a page nobody knows, at the beginning and in the middle', async () => {
    sandbox.faults.add({ kind: 'unknown_page' })
    expectPerson(await bench.signIn(bench.addUser()), 'unknown-page', null)
    sandbox.faults.add({ kind: 'unknown_page', path: '/kmsi' })
    expectPerson(await bench.signIn(bench.addUser()), 'unknown-page', null)
  })
})

describe('What goes wrong on the way', () => {
  it('a page that closes itself', async () => {
    sandbox.faults.add({ kind: 'closing_page', method: 'POST' })
    expect(await bench.signIn(bench.addUser())).toEqual({ kind: 'failed', reason: 'page-closed' })
  })

  it.each(['500', '503', '429'] as const)('an answer of %s', async (kind) => {
    sandbox.faults.add({ kind, vendor: 'sign-in', path: '/kmsi' })
    expect(await bench.signIn(bench.addUser())).toEqual({ kind: 'failed', reason: 'page-error' })
  })

  it('a connection that is cut, at the beginning and in the middle', async () => {
    sandbox.faults.add({ kind: 'drop', vendor: 'sign-in', times: 9 })
    expect(await bench.signIn(bench.addUser())).toEqual({ kind: 'failed', reason: 'unreachable' })
    sandbox.faults.clear()
    sandbox.faults.add({ kind: 'drop', vendor: 'sign-in', method: 'POST', path: '/kmsi', times: 9 })
    expect(await bench.signIn(bench.addUser())).toEqual({ kind: 'failed', reason: 'unreachable' })
  })

  it('pages of a host that is not there', async () => {
    const link = new URL((await bench.begin()).link)
    link.port = '9'
    expect(await bench.signIn(bench.addUser(), { link: link.href })).toEqual({
      kind: 'failed',
      reason: 'unreachable',
    })
  })

  it('a sign-in that was left open for too long', async () => {
    const request = await bench.request(bench.addUser())
    const before = asked('/authorize')
    // Holds the next page back for as long as it takes to move the clock on.
    sandbox.setLatency(1_500)
    const outcome = bench.signIns.signIn(request, new AbortController().signal)
    await expect.poll(() => asked('/authorize'), { timeout: 30_000 }).toBe(before + 1)
    await sandbox.advance(31 * 60_000)
    sandbox.setLatency(0)
    expect(await outcome).toEqual({ kind: 'failed', reason: 'link-expired' })
  })
})

it('writes no password, link, state or code into its log', () => {
  expect(captured.lines().length).toBeGreaterThan(20)
  expect(captured.text()).toContain('wrong-password')
  expect(captured.text()).not.toMatch(/client_id|state=|code=|authorize|https?:/)
  expect(captured.text()).not.toContain(password)
})
