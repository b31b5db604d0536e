import { demoMicrosoftTenant } from '../../../sandbox/microsoft/demo.ts'
import { microsoftState } from '../../../sandbox/microsoft/state.ts'
import type { MailboxHost } from '../ports.ts'
import { allSettled } from '../testing/all-settled.ts'
import { type ContractBench, describeFailureMatrix, operation } from '../testing/contract.ts'
import { password, people, verifyName } from '../testing/mailboxes.ts'
import { openHost } from '../testing/microsoft-host.ts'
import { publishRecords } from '../testing/publish-records.ts'

const name = 'contoso-outreach.com'
const { tenantId } = demoMicrosoftTenant
const state = ({ sandbox }: ContractBench) => microsoftState(sandbox.store)
const domain = (bench: ContractBench) => state(bench).domains.get(`${tenantId}/${name}`)
const usersOf = (bench: ContractBench) => state(bench).userNames.list({ parent: `${tenantId}/${name}` })
const user = (bench: ContractBench) => state(bench).users.get(usersOf(bench)[0] ?? '')

interface Arranged {
  host: MailboxHost
  ids: string[]
}
/** A fresh adapter, so that the call under test signs in as well. */
const opened = (bench: ContractBench, ids: string[] = []): Arranged => ({ host: openHost(bench), ids })

async function added(bench: ContractBench): Promise<Arranged> {
  await openHost(bench).ensureDomain(name)
  return opened(bench)
}
async function proven(bench: ContractBench): Promise<Arranged> {
  const host = openHost(bench)
  await host.ensureDomain(name)
  publishRecords(bench.sandbox, name, [await host.verificationRecord(name)])
  return opened(bench)
}
async function verified(bench: ContractBench): Promise<Arranged> {
  await verifyName(bench, openHost(bench), name)
  return opened(bench)
}
async function withKeys(bench: ContractBench): Promise<Arranged> {
  const host = openHost(bench)
  await verifyName(bench, host, name)
  publishRecords(bench.sandbox, name, (await host.ensureDkimKeys(name)).records)
  return opened(bench)
}
async function withMailbox(bench: ContractBench): Promise<Arranged> {
  const host = openHost(bench)
  await verifyName(bench, host, name)
  const made = allSettled(await host.ensureMailboxes(people(name, 1)))
  return opened(
    bench,
    made.map(({ externalId }) => externalId),
  )
}

const operations = [
  operation<Arranged>({
    name: 'ensureDomain',
    arrange: (bench) => opened(bench),
    call: ({ ctx }, { host }) => host.ensureDomain(name, ctx),
    // Half of "not found" still says so by its status.
    tolerates: ['malformed'],
    effects: (bench) => (domain(bench) ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'domainState',
    arrange: added,
    call: ({ ctx }, { host }) => host.domainState(name, ctx),
  }),
  operation<Arranged>({
    name: 'verificationRecord',
    arrange: added,
    call: ({ ctx }, { host }) => host.verificationRecord(name, ctx),
  }),
  operation<Arranged>({
    name: 'verifyDomain',
    arrange: proven,
    call: ({ ctx }, { host }) => host.verifyDomain(name, ctx),
    effects: (bench) => (domain(bench)?.supportedServices.includes('Email') ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'mailRecords',
    arrange: verified,
    call: ({ ctx }, { host }) => host.mailRecords(name, ctx),
  }),
  operation<Arranged>({ name: 'dkim', arrange: withKeys, call: ({ ctx }, { host }) => host.dkim(name, ctx) }),
  operation<Arranged>({
    name: 'ensureDkimKeys',
    arrange: verified,
    call: ({ ctx }, { host }) => host.ensureDkimKeys(name, ctx),
    tolerates: ['malformed'],
    effects: (bench) => state(bench).dkim.count(),
  }),
  operation<Arranged>({
    name: 'enableDkim',
    arrange: withKeys,
    call: ({ ctx }, { host }) => host.enableDkim(name, ctx),
    effects: (bench) =>
      state(bench)
        .dkim.list()
        .filter(({ enabled }) => enabled).length,
  }),
  operation<Arranged>({
    name: 'mailboxes',
    arrange: withMailbox,
    call: ({ ctx }, { host }) => host.mailboxes(name, ctx),
  }),
  operation<Arranged>({
    name: 'allMailboxes',
    arrange: withMailbox,
    call: ({ ctx }, { host }) => host.allMailboxes(ctx),
  }),
  operation<Arranged>({
    name: 'ensureMailboxes',
    arrange: verified,
    call: async ({ ctx }, { host }) => allSettled(await host.ensureMailboxes(people(name, 1), ctx)),
    effects: (bench) => state(bench).mailboxes.count() * (user(bench)?.accountEnabled ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'renameMailboxes',
    arrange: withMailbox,
    call: async ({ ctx }, { host, ids }) =>
      allSettled(
        await host.renameMailboxes(
          ids.map((externalId) => ({ externalId, firstName: 'Joan', lastName: 'Roe' })),
          ctx,
        ),
      ),
    effects: (bench) => (user(bench)?.displayName === 'Joan Roe' ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'setMailboxesEnabled',
    arrange: withMailbox,
    call: async ({ ctx }, { host, ids }) => allSettled(await host.setMailboxesEnabled(ids, false, ctx)),
    effects: (bench) => (user(bench)?.accountEnabled === false ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'deleteMailboxes',
    arrange: withMailbox,
    call: async ({ ctx }, { host, ids }) => allSettled(await host.deleteMailboxes(ids, ctx)),
    effects: (bench) => state(bench).deletedUsers.count(tenantId),
  }),
  operation<Arranged>({
    name: 'setPhoto',
    arrange: withMailbox,
    call: ({ ctx }, { host, ids }) => host.setPhoto(ids[0] ?? '', new Uint8Array([0xff, 0xd8, 0xff]), ctx),
    tolerates: ['wrong_types', 'malformed'],
  }),
  operation<Arranged>({
    name: 'removeDomain',
    arrange: verified,
    call: ({ ctx }, { host }) => host.removeDomain(name, ctx),
    effects: (bench) => (domain(bench) ? 0 : 1),
  }),
]

const licensed = [
  operation<MailboxHost>({
    name: 'ensureMailboxes, licensed',
    arrange: async (bench) => {
      await verifyName(bench, openHost(bench), name)
      return openHost(bench, { exchangeUndocumented: false })
    },
    call: async ({ ctx }, host) => allSettled(await host.ensureMailboxes(people(name, 1), ctx)),
    effects: (bench) =>
      state(bench)
        .users.list()
        .filter(({ skuIds }) => skuIds.length === 1).length,
  }),
]

describeFailureMatrix({
  vendor: 'microsoft',
  secrets: [demoMicrosoftTenant.clientSecret, password, 'eyJ'],
  transport: 'in-process',
  operations: [...operations, ...licensed],
})
