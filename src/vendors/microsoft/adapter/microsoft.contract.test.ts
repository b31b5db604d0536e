import type { MailboxHost, MessageTrace } from '#vendors/ports/mailbox-hosts.ts'
import { appOf } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, describeFailureMatrix, operation } from '#vendors/testing/contract.ts'
import {
  arrangeHost,
  callsOnMailboxes,
  mailboxHostOperations,
  type OpenedHost,
} from '#vendors/testing/mailbox-host-operations.ts'
import { password, people, verifyName } from '#vendors/testing/mailboxes.ts'
import { openHost, openProbe } from '#vendors/testing/microsoft-host.ts'
import {
  type CallOnMany,
  type CallsOnMany,
  describeOneOfMany,
  refusingPart,
} from '#vendors/testing/one-of-many.ts'
import { probeOperations } from '#vendors/testing/probe-operations.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { demoMicrosoftTenant } from '../simulator/demo.ts'
import { microsoftState, putUser } from '../simulator/state.ts'

const name = 'contoso-outreach.com'
const { tenantId } = demoMicrosoftTenant
const state = ({ sandbox }: ContractBench) => microsoftState(sandbox.store)
const domain = (bench: ContractBench) => state(bench).domains.get(`${tenantId}/${name}`)
const usersOf = (bench: ContractBench) => state(bench).userNames.list({ parent: `${tenantId}/${name}` })
const user = (bench: ContractBench) => state(bench).users.get(usersOf(bench)[0] ?? '')

const arranged = arrangeHost((bench) => openHost(bench), name)
const alike = mailboxHostOperations(arranged, name, {
  hasDomain: (bench) => domain(bench) !== undefined,
  isVerified: (bench) => domain(bench)?.supportedServices.includes('Email') === true,
  mailboxes: (bench) => state(bench).mailboxes.count() * (user(bench)?.accountEnabled ? 1 : 0),
  lastName: (bench) => user(bench)?.displayName.split(' ').at(-1),
  isDisabled: (bench) => user(bench)?.accountEnabled === false,
  deleted: (bench) => state(bench).deletedUsers.count(tenantId),
})

const { clientId, scope } = appOf('smartlead').microsoft
const link = { clientId, scopes: scope.split(' '), mayConsent: true }
const prepare = ({ ctx }: ContractBench, { host, ids }: OpenedHost) =>
  host.prepareSignIn(
    {
      ...link,
      mailboxes: ids.map((externalId) => ({ externalId, address: people(name, 1)[0]?.address ?? '' })),
    },
    ctx,
  )
/** One where everything stands once, as it should. */
const prepared = (bench: ContractBench): number => {
  const { permissionGrants, servicePrincipals, mailboxes } = state(bench)
  const apps = servicePrincipals.list({ parent: tenantId }).filter(({ appId }) => appId === clientId)
  const granted = permissionGrants.list({ parent: tenantId }).flatMap((grant) => grant.scope.split(' '))
  const isGranted =
    granted.sort().join() ===
    link.scopes
      .map((text) => text.split('/').at(-1))
      .sort()
      .join()
  const isOn = mailboxes.list().every((mailbox) => mailbox.smtpClientAuthenticationDisabled === false)
  return apps.length === 1 && isGranted && isOn ? 1 : 0
}
/** Microsoft has the app, and half of what is asked for now. */
async function withHalfAGrant(bench: ContractBench): Promise<OpenedHost> {
  const half = link.scopes.filter((text) => !/email|IMAP/.test(text))
  await openHost(bench).prepareSignIn({ ...link, scopes: half, mailboxes: [] })
  return arranged.opened(bench)
}

async function withKeys(bench: ContractBench): Promise<OpenedHost> {
  const host = openHost(bench)
  await verifyName(bench, host, name)
  publishRecords(bench.sandbox, name, (await host.ensureDkimKeys(name)).records)
  return arranged.opened(bench)
}

async function withExpiringPassword(bench: ContractBench): Promise<OpenedHost> {
  const opened = await arranged.withMailbox(bench)
  const made = user(bench)
  if (made) putUser(state(bench), { ...made, passwordPolicies: null })
  return opened
}

const traced = async (bench: ContractBench) => {
  const { trace } = openHost(bench)
  if (!trace) throw new Error('Microsoft has a trace.')
  return trace
}

const operations = [
  ...alike,
  operation<MessageTrace>({
    name: 'trace.failed',
    arrange: traced,
    call: ({ ctx }, trace) => trace.failed({ from: new Date(Date.now() - 3_600_000), to: new Date() }, ctx),
  }),
  operation<MessageTrace>({
    name: 'trace.whyFailed',
    arrange: traced,
    call: ({ ctx }, trace) => trace.whyFailed({ id: 'x', recipient: 'ada@fabrikam.com' }, ctx),
  }),
  ...probeOperations(openProbe),
  operation<OpenedHost>({
    name: 'dkim',
    arrange: withKeys,
    call: ({ ctx }, { host }) => host.dkim(name, ctx),
  }),
  operation<OpenedHost>({
    name: 'ensureDkimKeys',
    arrange: arranged.verified,
    call: ({ ctx }, { host }) => host.ensureDkimKeys(name, ctx),
    effects: (bench) => state(bench).dkim.count(),
  }),
  operation<OpenedHost>({
    name: 'enableDkim',
    arrange: withKeys,
    call: ({ ctx }, { host }) => host.enableDkim(name, ctx),
    effects: (bench) =>
      state(bench)
        .dkim.list()
        .filter(({ enabled }) => enabled).length,
  }),
  operation<OpenedHost>({
    name: 'blockedSenders',
    arrange: arranged.opened,
    call: async ({ ctx }, { host }) => host.blockedSenders?.(ctx),
  }),
  operation<OpenedHost>({
    name: 'letPasswordsLast',
    arrange: withExpiringPassword,
    call: async ({ ctx }, { host, ids }) => allSucceeded((await host.letPasswordsLast?.(ids, ctx)) ?? []),
    effects: (bench) => (user(bench)?.passwordPolicies === 'DisablePasswordExpiration' ? 1 : 0),
  }),
  operation<OpenedHost>({
    name: 'setPhoto',
    arrange: arranged.withMailbox,
    call: ({ ctx }, { host, ids }) => host.setPhoto(ids[0] ?? '', new Uint8Array([0xff, 0xd8, 0xff]), ctx),
  }),
]

const signingIn = [
  operation<OpenedHost>({
    name: 'prepareSignIn',
    arrange: arranged.withMailbox,
    call: prepare,
    effects: prepared,
  }),
  operation<OpenedHost>({
    name: 'prepareSignIn, with half of it granted',
    arrange: withHalfAGrant,
    call: prepare,
    effects: prepared,
  }),
  operation<OpenedHost>({
    name: 'signInInterrupts',
    arrange: arranged.opened,
    call: ({ ctx }, { host }) => host.signInInterrupts(ctx),
  }),
]

const licensed = [
  operation<MailboxHost>({
    name: 'ensureMailboxes, licensed',
    arrange: async (bench) => {
      await verifyName(bench, openHost(bench), name)
      return openHost(bench, { exchangeUndocumented: false })
    },
    call: async ({ ctx }, host) => allSucceeded(await host.ensureMailboxes(people(name, 1), ctx)),
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
  ports: (bench) => [openHost(bench), openProbe(bench)],
  without: {
    probe: 'It answers what a call would throw.',
    probeSending: 'As above.',
    probeConsent: 'As above.',
    'trace.probe': 'As above.',
    sendingLimit: 'What it may not read in one way it reads in another: see its own tests.',
  },
  operations: [...operations, ...signingIn, ...licensed],
})

const userOf = (bench: ContractBench, addressOrId: string) =>
  state(bench)
    .users.list()
    .find(({ id, userPrincipalName }) => [id, userPrincipalName].includes(addressOrId))
const ofMany = callsOnMailboxes(
  (bench) => openHost(bench),
  name,
  (bench, addressOrId) => {
    const found = userOf(bench, addressOrId)
    if (!found || found.deletedAt !== undefined) return undefined
    return { isOn: found.accountEnabled, lastName: found.displayName.split(' ').at(-1) ?? '' }
  },
)
describeOneOfMany(
  'microsoft',
  {
    ...ofMany,
    letPasswordsLast: {
      arrange: async (bench) => {
        const ids = await ofMany.setMailboxesEnabled.arrange(bench)
        for (const each of usersOf(bench)) {
          const made = state(bench).users.get(each)
          if (made) putUser(state(bench), { ...made, passwordPolicies: null })
        }
        return ids
      },
      call: async (bench, ids, ctx) => (await openHost(bench).letPasswordsLast?.(ids, ctx)) ?? [],
      isDone: (bench, id) => userOf(bench, id)?.passwordPolicies === 'DisablePasswordExpiration',
    },
  } satisfies Record<CallsOnMany<MailboxHost>, CallOnMany>,
  refusingPart,
)
