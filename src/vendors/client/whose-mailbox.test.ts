import { afterEach, describe, expect, it } from 'vitest'
import { required } from '#base/text/required.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { googleState, putUser as putGoogleUser } from '#vendors/google/simulator/state.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { findUser, microsoftState, putMailbox, putRecipient } from '#vendors/microsoft/simulator/state.ts'
import type { MailboxHost, NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { openHost as openGoogle } from '#vendors/testing/google-host.ts'
import { people, verifyName } from '#vendors/testing/mailboxes.ts'
import { openHost as openMicrosoft } from '#vendors/testing/microsoft-host.ts'

const name = 'contoso-outreach.com'
const { tenantId } = demoMicrosoftTenant
const day = 86_400_000

let bench: ContractBench
afterEach(() => bench.sandbox.close())

/** Another's mailbox there, and one that is wanted. */
const [other, wanted] = people(name, 2) as [NewMailbox, NewMailbox]

async function refusal(host: MailboxHost, mailbox: NewMailbox = wanted) {
  const [outcome] = await host.ensureMailboxes([mailbox])
  if (!outcome || outcome.ok) throw new Error('It was taken.')
  return outcome.error
}

interface Bench {
  host: MailboxHost
  /** Gives the user an address more, as people do in the consoles. */
  addAlias(id: string, address: string): void
  addGroup(address: string): void
  /** Everything of a user that must not change. */
  userOf(id: string): unknown
  passwordOf(id: string): unknown
  removedAt(id: string): number | undefined
}

async function atMicrosoft(options: Parameters<typeof openMicrosoft>[1] = {}): Promise<Bench> {
  bench = await openBench('in-process')
  const host = openMicrosoft(bench, options)
  const state = microsoftState(bench.sandbox.store)
  await verifyName(bench, host, name)
  return {
    host,
    addAlias(id, address) {
      const mailbox = required(state.mailboxes.get(id), 'its mailbox')
      putMailbox(state, { ...mailbox, addresses: [...mailbox.addresses, address] })
    },
    addGroup: (address) =>
      putRecipient(state, {
        id: 'group-1',
        tenantId,
        displayName: 'Sales',
        primarySmtpAddress: address,
        type: 'MailUniversalDistributionGroup',
      }),
    userOf: (id) => state.users.get(id),
    passwordOf: (id) => state.users.get(id)?.password,
    removedAt: (id) => state.deletedUsers.get(id)?.deletedAt,
  }
}

async function atGoogle(): Promise<Bench> {
  bench = await openBench('in-process')
  const host = openGoogle(bench)
  const state = googleState(bench.sandbox.store)
  await verifyName(bench, host, name)
  return {
    host,
    addAlias: (userId, alias) => state.aliases.put(alias, { alias, userId }, userId),
    addGroup: (address) => state.groups.put(address, { address, customerId: demoGoogleAccount.customerId }),
    userOf: (id) => state.users.get(id),
    passwordOf: (id) => state.users.get(id)?.password,
    removedAt: (id) => state.deletedUsers.get(id)?.deletedAt,
  }
}

const hosts = [
  ['Microsoft', atMicrosoft],
  ['Microsoft, with licences', () => atMicrosoft({ exchangeUndocumented: false })],
  ['Google', atGoogle],
] as const

describe.each(hosts)('a wanted address at %s', (_, open) => {
  const made = async ({ host }: Bench, mailbox = other) =>
    required(allSucceeded(await host.ensureMailboxes([mailbox]))[0], 'the mailbox').externalId

  it('that is an alias of another mailbox is refused, and that one stays as it is', async () => {
    const at = await open()
    const id = await made(at)
    at.addAlias(id, wanted.address)
    const before = at.userOf(id)
    const error = await refusal(at.host)
    expect(error).toMatchObject({
      kind: 'rejected',
      reason: expect.stringMatching(/^jane\.doe2@contoso-outreach\.com is an alias of .*jane\.doe1@/),
      holder: expect.stringContaining('jane.doe1@'),
    })
    expect(error.told).toBe(`${wanted.address} is already in use`)
    expect(at.userOf(id)).toEqual(before)
  })

  it('at which a mailbox stands that is not ours is refused, disabled or not', async () => {
    const at = await open()
    const id = await made(at, { ...wanted, mark: 'by_hand' })
    const stands = { kind: 'rejected', reason: expect.stringContaining('was not made for this order') }
    expect(await refusal(at.host)).toMatchObject(stands)
    allSucceeded(await at.host.setMailboxesEnabled([id], false))
    const before = at.userOf(id)
    expect(await refusal(at.host)).toMatchObject(stands)
    expect(at.userOf(id)).toEqual(before)
  })

  it('at which one stands that was adopted is ours', async () => {
    const at = await open()
    const externalId = await made(at, { ...wanted, mark: 'by_hand' })
    const adopted = { ...wanted, externalId, wasMade: true }
    expect(allSucceeded(await at.host.ensureMailboxes([adopted]))[0]?.externalId).toBe(externalId)
  })

  it('of a group is never taken', async () => {
    const at = await open()
    at.addGroup(wanted.address)
    const error = await refusal(at.host, { ...wanted, isAskedFor: false })
    expect(error.reason).toContain('group')
    expect(error.waitsFor ?? error.kind).toMatch(/^(operator|rejected)$/)
  })

  it('of a removed mailbox of someone else is refused, with the day until which it is kept', async () => {
    const at = await open()
    const id = await made(at, { ...wanted, mark: 'by_hand' })
    allSucceeded(await at.host.deleteMailboxes([id]))
    const days = at.host.platform === 'azure' ? 30 : 20
    const until = new Date((at.removedAt(id) ?? 0) + days * day)
    expect(await refusal(at.host)).toMatchObject({
      kind: 'rejected',
      reason: `${wanted.address} is kept for a removed mailbox of someone else until ${until.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
    })
    await bench.sandbox.advance(days * day + 1)
    allSucceeded(await at.host.ensureMailboxes([wanted]))
  })

  it('of a removed mailbox of ours is restored, as when somebody removed it by hand', async () => {
    const at = await open()
    const externalId = await made(at, wanted)
    allSucceeded(await at.host.deleteMailboxes([externalId]))
    const [restored] = allSucceeded(await at.host.ensureMailboxes([{ ...wanted, externalId, wasMade: true }]))
    expect(restored?.externalId).toBe(externalId)
    expect(await at.host.mailboxes(name)).toMatchObject([{ externalId, enabled: true, ready: true }])
  })

  it('of a removed mailbox that its customer had before is restored with the password of the new one', async () => {
    const at = await open()
    const id = await made(at, wanted)
    allSucceeded(await at.host.setMailboxesEnabled([id], false))
    allSucceeded(await at.host.deleteMailboxes([id]))
    const again = { ...wanted, mark: 'mbx_new', formerIds: [id], password: 'Another-Horse-43' }
    expect(allSucceeded(await at.host.ensureMailboxes([again]))[0]?.externalId).toBe(id)
    expect(at.passwordOf(id)).toBe('Another-Horse-43')
    expect(await at.host.mailboxes(name)).toMatchObject([{ externalId: id, enabled: true }])
  })
})

describe('at Microsoft', () => {
  it('a contact and a group are named by what they are', async () => {
    const { host } = await atMicrosoft()
    const state = microsoftState(bench.sandbox.store)
    const contact = { id: 'contact-1', tenantId, displayName: 'Jo', primarySmtpAddress: wanted.address }
    putRecipient(state, { ...contact, type: 'MailContact' })
    expect(await refusal(host)).toMatchObject({
      kind: 'rejected',
      reason: `${wanted.address} belongs to the contact ${wanted.address}`,
    })
    expect(findUser(state, tenantId, wanted.address)).toBeUndefined()
  })
})

describe('at Google', () => {
  it('what is taken and not shown may be ours, where it was asked for within hours', async () => {
    const { host, addGroup } = await atGoogle()
    addGroup(wanted.address)
    expect(await refusal(host)).toMatchObject({ kind: 'waiting', waitsFor: 'vendor' })
    expect(await refusal(host, { ...wanted, isAskedFor: false })).toMatchObject({
      kind: 'waiting',
      waitsFor: 'operator',
    })
  })

  it('marks of other programs are no marks of ours', async () => {
    const { host } = await atGoogle()
    const [made] = allSucceeded(await host.ensureMailboxes([wanted]))
    const state = googleState(bench.sandbox.store)
    const user = required(state.users.get(made?.externalId ?? ''), 'the user')
    putGoogleUser(state, {
      ...user,
      externalIds: [{ type: 'organization', value: wanted.mark }, { value: 7 }],
    })
    expect(await refusal(host)).toMatchObject({ kind: 'rejected' })
  })
})
