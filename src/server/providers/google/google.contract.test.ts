import { demoGoogleAccount } from '../../../sandbox/google/demo.ts'
import { googleState } from '../../../sandbox/google/state.ts'
import type { MailboxHost } from '../ports.ts'
import { allSettled } from '../testing/all-settled.ts'
import { type ContractBench, describeFailureMatrix, operation } from '../testing/contract.ts'
import { openHost } from '../testing/google-host.ts'
import { password, people, verifyName } from '../testing/mailboxes.ts'
import { publishRecords } from '../testing/publish-records.ts'

const name = 'contoso-outreach.com'
const state = ({ sandbox }: ContractBench) => googleState(sandbox.store)
const domain = (bench: ContractBench) => state(bench).domains.get(name)
const user = (bench: ContractBench) =>
  state(bench).users.get(state(bench).emails.list({ parent: name })[0] ?? '')

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
    effects: (bench) => (domain(bench)?.verifiedAt === undefined ? 0 : 1),
  }),
  operation<Arranged>({
    name: 'mailRecords',
    arrange: verified,
    call: ({ ctx }, { host }) => host.mailRecords(name, ctx),
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
    effects: (bench) => state(bench).users.count(),
  }),
  operation<Arranged>({
    name: 'ensureMailboxes, allowing IMAP',
    arrange: withMailbox,
    call: async ({ ctx }, { host }) => allSettled(await host.ensureMailboxes(people(name, 1), ctx)),
    effects: (bench) => (user(bench)?.imapEnabled ? 1 : 0),
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
    effects: (bench) => (user(bench)?.familyName === 'Roe' ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'setMailboxesEnabled',
    arrange: withMailbox,
    call: async ({ ctx }, { host, ids }) => allSettled(await host.setMailboxesEnabled(ids, false, ctx)),
    effects: (bench) => (user(bench)?.suspended ? 1 : 0),
  }),
  operation<Arranged>({
    name: 'deleteMailboxes',
    arrange: withMailbox,
    call: async ({ ctx }, { host, ids }) => allSettled(await host.deleteMailboxes(ids, ctx)),
    effects: (bench) => state(bench).deletedUsers.count(),
  }),
  operation<Arranged>({
    name: 'setPhoto',
    arrange: withMailbox,
    call: ({ ctx }, { host, ids }) => host.setPhoto(ids[0] ?? '', new Uint8Array([0xff, 0xd8, 0xff]), ctx),
    effects: (bench) => state(bench).photos.count(),
  }),
  operation<Arranged>({
    name: 'removeDomain',
    arrange: verified,
    call: ({ ctx }, { host }) => host.removeDomain(name, ctx),
    effects: (bench) => (domain(bench) ? 0 : 1),
  }),
]

const secrets = [demoGoogleAccount.privateKey.slice(40, 80), 'ya29.', 'eyJ', password]

describeFailureMatrix({ vendor: 'google', secrets, transport: 'in-process', operations })
