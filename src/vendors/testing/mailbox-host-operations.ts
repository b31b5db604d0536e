import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { allSucceeded } from './all-succeeded.ts'
import { type ContractBench, type ContractOperation, operation } from './contract.ts'
import { people, verifyName } from './mailboxes.ts'
import type { CallOnMany, CallsOnMany } from './one-of-many.ts'
import { publishRecords } from './publish-records.ts'

/** What the operations of one vendor's host have brought about there. */
export interface HostState {
  hasDomain(bench: ContractBench): boolean
  isVerified(bench: ContractBench): boolean
  mailboxes(bench: ContractBench): number
  lastName(bench: ContractBench): string | undefined
  isDisabled(bench: ContractBench): boolean
  deleted(bench: ContractBench): number
}

export interface OpenedHost {
  host: MailboxHost
  ids: string[]
}

/** States to begin an operation in, each with a fresh adapter, so that the call under test signs in as well. */
export function arrangeHost(open: (bench: ContractBench) => MailboxHost, name: string) {
  const opened = (bench: ContractBench, ids: string[] = []): OpenedHost => ({ host: open(bench), ids })
  return {
    opened: (bench: ContractBench) => opened(bench),
    async added(bench: ContractBench) {
      await open(bench).ensureDomain(name)
      return opened(bench)
    },
    /** The record that proves the domain is published. */
    async proven(bench: ContractBench) {
      const host = open(bench)
      await host.ensureDomain(name)
      publishRecords(bench.sandbox, name, [await host.verificationRecord(name)])
      return opened(bench)
    },
    async verified(bench: ContractBench) {
      await verifyName(bench, open(bench), name)
      return opened(bench)
    },
    async withMailbox(bench: ContractBench) {
      const host = open(bench)
      await verifyName(bench, host, name)
      const made = allSucceeded(await host.ensureMailboxes(people(name, 1)))
      return opened(
        bench,
        made.map(({ externalId }) => externalId),
      )
    },
  }
}

/** What every mailbox host does alike. */
export function mailboxHostOperations(
  { opened, added, proven, verified, withMailbox }: ReturnType<typeof arrangeHost>,
  name: string,
  state: HostState,
): ContractOperation<OpenedHost>[] {
  const count = (is: boolean) => (is ? 1 : 0)
  return [
    operation<OpenedHost>({
      name: 'ensureDomain',
      arrange: opened,
      call: ({ ctx }, { host }) => host.ensureDomain(name, ctx),
      effects: (bench) => count(state.hasDomain(bench)),
    }),
    operation<OpenedHost>({
      name: 'domainState',
      arrange: added,
      call: ({ ctx }, { host }) => host.domainState(name, ctx),
    }),
    operation<OpenedHost>({
      name: 'verificationRecord',
      arrange: added,
      call: ({ ctx }, { host }) => host.verificationRecord(name, ctx),
    }),
    operation<OpenedHost>({
      name: 'verifyDomain',
      arrange: proven,
      call: ({ ctx }, { host }) => host.verifyDomain(name, ctx),
      effects: (bench) => count(state.isVerified(bench)),
    }),
    operation<OpenedHost>({
      name: 'mailRecords',
      arrange: verified,
      call: ({ ctx }, { host }) => host.mailRecords(name, ctx),
    }),
    operation<OpenedHost>({
      name: 'mailboxes',
      arrange: withMailbox,
      call: ({ ctx }, { host }) => host.mailboxes(name, ctx),
    }),
    operation<OpenedHost>({
      name: 'allMailboxes',
      arrange: withMailbox,
      call: ({ ctx }, { host }) => host.allMailboxes(ctx),
    }),
    operation<OpenedHost>({
      name: 'ensureMailboxes',
      arrange: verified,
      call: async ({ ctx }, { host }) => allSucceeded(await host.ensureMailboxes(people(name, 1), ctx)),
      effects: state.mailboxes,
    }),
    operation<OpenedHost>({
      name: 'renameMailboxes',
      arrange: withMailbox,
      call: async ({ ctx }, { host, ids }) => {
        const changes = ids.map((externalId) => ({ externalId, firstName: 'Joan', lastName: 'Roe' }))
        return allSucceeded(await host.renameMailboxes(changes, ctx))
      },
      effects: (bench) => count(state.lastName(bench) === 'Roe'),
    }),
    operation<OpenedHost>({
      name: 'setMailboxesEnabled',
      arrange: withMailbox,
      call: async ({ ctx }, { host, ids }) => allSucceeded(await host.setMailboxesEnabled(ids, false, ctx)),
      effects: (bench) => count(state.isDisabled(bench)),
    }),
    operation<OpenedHost>({
      name: 'setPassword',
      arrange: withMailbox,
      call: ({ ctx }, { host, ids }) => host.setPassword(ids[0] ?? '', 'Another.Horse.22', ctx),
    }),
    operation<OpenedHost>({
      name: 'sendProofMail',
      arrange: withMailbox,
      call: ({ ctx }, { host, ids }) => {
        const from = { externalId: ids[0] ?? '', address: people(name, 1)[0]?.address ?? '' }
        return host.sendProofMail({ from, to: 'proof@example.com', token: 'tabc' }, ctx)
      },
    }),
    operation<OpenedHost>({
      name: 'deleteMailboxes',
      arrange: withMailbox,
      call: async ({ ctx }, { host, ids }) => allSucceeded(await host.deleteMailboxes(ids, ctx)),
      effects: state.deleted,
    }),
    operation<OpenedHost>({
      name: 'removeDomain',
      arrange: verified,
      call: ({ ctx }, { host }) => host.removeDomain(name, ctx),
      effects: (bench) => count(!state.hasDomain(bench)),
    }),
  ]
}

/** What a host holds of one mailbox, by its address or its id; undefined where it holds none. */
export type ShownMailbox = { isOn: boolean; lastName: string; hasExpiringPassword?: boolean } | undefined

/** Calls on many mailboxes, which every host knows alike. */
export function callsOnMailboxes(
  open: (bench: ContractBench) => MailboxHost,
  name: string,
  shown: (bench: ContractBench, addressOrId: string) => ShownMailbox,
) {
  const wanted = people(name, 3)
  const made = async (bench: ContractBench) => {
    const host = open(bench)
    await verifyName(bench, host, name)
    return allSucceeded(await host.ensureMailboxes(wanted)).map(({ externalId }) => externalId)
  }
  return {
    ensureMailboxes: {
      arrange: async (bench) => {
        await verifyName(bench, open(bench), name)
        return wanted.map(({ address }) => address)
      },
      call: (bench, ids, ctx) =>
        open(bench).ensureMailboxes(
          wanted.filter(({ address }) => ids.includes(address)),
          ctx,
        ),
      isDone: (bench, id) => shown(bench, id)?.isOn === true,
    },
    renameMailboxes: {
      arrange: made,
      call: (bench, ids, ctx) =>
        open(bench).renameMailboxes(
          ids.map((externalId) => ({ externalId, firstName: 'Joan', lastName: 'Roe' })),
          ctx,
        ),
      isDone: (bench, id) => shown(bench, id)?.lastName === 'Roe',
    },
    setMailboxesEnabled: {
      arrange: made,
      call: (bench, ids, ctx) => open(bench).setMailboxesEnabled(ids, false, ctx),
      isDone: (bench, id) => shown(bench, id)?.isOn === false,
    },
    deleteMailboxes: {
      arrange: made,
      call: (bench, ids, ctx) => open(bench).deleteMailboxes(ids, ctx),
      isDone: (bench, id) => shown(bench, id) === undefined,
      goneIsDone: true,
    },
  } satisfies Record<Exclude<CallsOnMany<MailboxHost>, 'letPasswordsLast'>, CallOnMany>
}
