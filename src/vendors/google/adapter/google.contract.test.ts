import { VendorError } from '#vendors/client/vendor-error.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { demoProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, describeFailureMatrix, operation } from '#vendors/testing/contract.ts'
import { openHost, openProbe } from '#vendors/testing/google-host.ts'
import {
  arrangeHost,
  callsOnMailboxes,
  mailboxHostOperations,
  type OpenedHost,
} from '#vendors/testing/mailbox-host-operations.ts'
import { password, people } from '#vendors/testing/mailboxes.ts'
import { describeOneOfMany } from '#vendors/testing/one-of-many.ts'
import { probeOperations } from '#vendors/testing/probe-operations.ts'
import { demoGoogleAccount } from '../simulator/demo.ts'
import { googleState } from '../simulator/state.ts'

const name = 'contoso-outreach.com'
const state = ({ sandbox }: ContractBench) => googleState(sandbox.store)
const domain = (bench: ContractBench) => state(bench).domains.get(name)
const user = (bench: ContractBench) =>
  state(bench).users.get(state(bench).emails.list({ parent: name })[0] ?? '')

const arranged = arrangeHost(openHost, name)
const alike = mailboxHostOperations(arranged, name, {
  hasDomain: (bench) => domain(bench) !== undefined,
  isVerified: (bench) => domain(bench)?.verifiedAt !== undefined,
  mailboxes: (bench) => state(bench).users.count(),
  lastName: (bench) => user(bench)?.familyName,
  isDisabled: (bench) => user(bench)?.suspended === true,
  deleted: (bench) => state(bench).deletedUsers.count(),
})

const unexpectedForm = new VendorError({
  vendor: 'google',
  operation: 'listAlerts',
  kind: 'transient',
  reason: 'the answer has an unexpected form',
})

const operations = [
  ...alike,
  ...probeOperations(openProbe),
  operation<OpenedHost>({
    name: 'ensureMailboxes, allowing IMAP',
    arrange: arranged.withMailbox,
    call: async ({ ctx }, { host }) => allSucceeded(await host.ensureMailboxes(people(name, 1), ctx)),
    effects: (bench) => (user(bench)?.imapEnabled ? 1 : 0),
  }),
  operation<OpenedHost>({
    name: 'blockedSenders',
    arrange: arranged.withMailbox,
    call: async ({ ctx }, { host }) => host.blockedSenders?.(ctx),
  }),
  operation<MailboxHost>({
    name: 'alerts',
    arrange: (bench) => {
      const at = new Date(bench.sandbox.world.now()).toISOString()
      const { customerId } = demoGoogleAccount
      const raised = { type: 'Apps outage', source: 'Apps outage', status: 'NOT_STARTED' as const, data: {} }
      const alert = { alertId: 'a', customerId, createTime: at, updateTime: at, ...raised }
      state(bench).alerts.put('a', alert, customerId)
      return openHost(bench)
    },
    // What can be read in part is no failure, and is not whole.
    call: async ({ ctx }, host) => {
      const heard = await host.alerts?.(new Date(0), ctx)
      if (heard === 'forbidden' || !heard?.isWhole) throw unexpectedForm
    },
  }),
  operation<OpenedHost>({
    name: 'setPhoto',
    arrange: arranged.withMailbox,
    call: ({ ctx }, { host, ids }) => host.setPhoto(ids[0] ?? '', new Uint8Array([0xff, 0xd8, 0xff]), ctx),
    effects: (bench) => state(bench).photos.count(),
  }),
]

const secrets = [
  demoGoogleAccount.privateKey.slice(40, 80),
  demoProbeMailboxes.google.privateKey.slice(40, 80),
  'ya29.',
  'eyJ',
  password,
]

describeFailureMatrix({
  vendor: 'google',
  secrets,
  transport: 'in-process',
  ports: (bench) => [openHost(bench), openProbe(bench)],
  without: {
    dkim: 'It asks nothing of Google.',
    ensureDkimKeys: 'As above.',
    enableDkim: 'As above.',
    prepareSignIn: 'As above.',
    signInInterrupts: 'As above.',
    probeConsent: 'As above.',
    probe: 'It answers what a call would throw.',
    probeSending: 'As above.',
  },
  operations,
})

describeOneOfMany(
  'google',
  callsOnMailboxes(openHost, name, (bench, addressOrId) => {
    const { users } = state(bench)
    const found = users.list().find(({ id, primaryEmail }) => [id, primaryEmail].includes(addressOrId))
    return found && { isOn: !found.suspended, lastName: found.familyName }
  }),
)
