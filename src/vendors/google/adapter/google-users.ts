import { continueWith, failed, succeeded } from '#vendors/client/call-outcome.ts'
import { runEach } from '#vendors/client/run-each.ts'
import { noContent } from '#vendors/client/vendor-client.ts'
import {
  isVendorError,
  type VendorError,
  waitsForOperator,
  waitsForVendor,
} from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { aboutOne } from './about-one.ts'
import { type GoogleAccount, gmailScope } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import {
  hostedMailbox,
  imapAllowed,
  imapSettings,
  isStopped,
  type WorkspaceUser,
  webSafeBase64,
  workspaceUser,
  workspaceUserId,
} from './google-wire.ts'
import { listingUsers } from './list-users.ts'
import { makingUsers } from './make-users.ts'
import { readingUsers } from './read-user.ts'

const noneChanged =
  'Google lets none of several users be changed: look whether the administrator in whose name it is asked is still a super administrator, or has a role that may create and change users'

/** Google's "Not Authorized" to a change of one user, told as that user's own: see `about-one.ts`. */
const isNotOurs = ({ kind, status, code }: VendorError): boolean =>
  kind === 'rejected' && status === 403 && code === 'forbidden'

/** What refuses every one of several is no matter of theirs: it waits for the operator, and is one thing to mend. */
const ofAllOrEach = <T>(outcomes: CallOutcome<T>[]): CallOutcome<T>[] =>
  outcomes.length > 1 && outcomes.every((each) => !each.ok && isNotOurs(each.error))
    ? outcomes.map((each) => (each.ok ? each : failed(reworded(each.error, waitsForOperator, noneChanged))))
    : outcomes

const concurrency = 5

const byAddress = (users: readonly WorkspaceUser[]) =>
  Map.groupBy(users, ({ primaryEmail }) => primaryEmail.toLowerCase())

const notOurs =
  'Google does not let this one user be changed: it is an administrator’s or another customer’s, or the role of the administrator in whose name it was asked may not change users'

/** Users of the account: each is a mailbox. */
export function googleUsers(
  api: GoogleApi,
  account: GoogleAccount,
): Pick<
  MailboxHost,
  | 'mailboxes'
  | 'allMailboxes'
  | 'blockedSenders'
  | 'ensureMailboxes'
  | 'renameMailboxes'
  | 'setMailboxesEnabled'
  | 'setPassword'
  | 'deleteMailboxes'
  | 'setPhoto'
> {
  const { isAboutOne, told } = aboutOne(api, account)
  const { readUser, isGone } = readingUsers(api, { isAboutOne })
  const { listUsers, usersOf } = listingUsers(api, account, { isAboutOne })
  const { ourUser, restoreUser, createUser } = makingUsers(api, { isAboutOne, readUser })

  /** A change of a user that is there: of ours, unless Google says otherwise. */
  const change = <T>(request: Parameters<typeof api.directory<T>>[0], ctx?: CallContext) =>
    told(() => api.directory(request, ctx), { kind: 'rejected' }, notOurs, ctx)

  const patchUser = (operation: string, key: string, json: object, ctx?: CallContext) =>
    change(
      { operation, method: 'PATCH', path: `/users/${encodeURIComponent(key)}`, json, answer: workspaceUser },
      ctx,
    )

  async function actFor(address: string, ctx: CallContext) {
    try {
      return await api.asUser(address, gmailScope, ctx)
    } catch (error) {
      // The account's permissions are in order; this user is too new to be spoken for.
      if (isVendorError(error, 'unauthorised') && error.code === 'invalid_grant')
        throw reworded(error, waitsForVendor, 'Google does not know the new mailbox everywhere yet')
      throw error
    }
  }

  /** Sending tools read and send by IMAP as well, which a user's own settings may forbid. */
  async function allowImap(address: string, ctx: CallContext): Promise<void> {
    const call = await actFor(address, ctx)
    const path = '/users/me/settings/imap'
    const { enabled } = await call({ operation: 'readImap', path, answer: imapSettings })
    if (enabled) return
    await call({ operation: 'allowImap', method: 'PUT', path, json: { enabled: true }, answer: imapAllowed })
  }

  return {
    async mailboxes(name, ctx, { isNewDomain } = { isNewDomain: true }) {
      return (await usersOf(name, ctx, isNewDomain)).map(hostedMailbox)
    },

    async allMailboxes(ctx) {
      return (await listUsers(ctx)).map(hostedMailbox)
    },

    async blockedSenders(ctx) {
      const users = await listUsers(ctx)
      const suspended = users.filter((user) => user.suspended && user.suspensionReason !== 'ADMIN')
      const isForAbuse = ({ suspensionReason }: WorkspaceUser) => suspensionReason === 'ABUSE'
      const addressOf = ({ primaryEmail }: WorkspaceUser) => primaryEmail.toLowerCase()
      return {
        blocked: suspended.filter(isForAbuse).map(addressOf),
        unclear: suspended.filter((user) => !isForAbuse(user)).map(addressOf),
      }
    },

    async ensureMailboxes(mailboxes, ctx = {}, { isNewDomain } = { isNewDomain: true }) {
      const name = mailboxes[0]?.address.split('@')[1]
      if (name === undefined) return []
      const listed = byAddress(await usersOf(name, ctx, isNewDomain))
      const isMissing = mailboxes.some(({ address }) => !listed.has(address.toLowerCase()))
      const removed = byAddress(isMissing ? await usersOf(name, ctx, isNewDomain, true) : [])
      const made = await runEach(mailboxes, concurrency, async (wanted) => {
        const address = wanted.address.toLowerCase()
        const [user] = listed.get(address) ?? []
        if (user) return { wanted, user: await ourUser(wanted, user, ctx) }
        const restored = await restoreUser(wanted, removed.get(address) ?? [], ctx)
        return { wanted, user: restored ?? (await createUser(wanted, isNewDomain, ctx)) }
      })
      const enabled = await continueWith(
        made,
        ({ user }) => user.suspended === true && !isStopped(user),
        async (due) =>
          ofAllOrEach(
            await runEach(due, concurrency, async ({ wanted, user }) => ({
              wanted,
              user: await patchUser('enableMailbox', user.id, { suspended: false }, ctx),
            })),
          ),
      )
      // What was written says little of the user; it is read back, and is unknown while that is not possible.
      const known = await continueWith(
        enabled,
        ({ user }) => user.suspended === undefined,
        (due) =>
          runEach(due, concurrency, async ({ wanted, user }) => ({
            wanted,
            user: (await readUser(user.id, ctx)) ?? user,
          })),
      )
      const reachable = await continueWith(
        known,
        ({ user }) => user.isMailboxSetup === true && user.suspended !== true,
        (due) =>
          runEach(due, concurrency, async (each) => {
            await allowImap(each.wanted.address, ctx)
            return each
          }),
      )
      return reachable.map(
        (outcome): CallOutcome<HostedMailbox> =>
          outcome.ok ? succeeded(hostedMailbox(outcome.value.user)) : outcome,
      )
    },

    renameMailboxes: async (changes, ctx) =>
      ofAllOrEach(
        await runEach(changes, concurrency, async ({ externalId, firstName, lastName }) => {
          const name = { givenName: firstName, familyName: lastName }
          await patchUser('renameMailbox', externalId, { name }, ctx)
        }),
      ),

    setMailboxesEnabled: async (externalIds, enabled, ctx) =>
      ofAllOrEach(
        await runEach(externalIds, concurrency, async (id) => {
          await patchUser(enabled ? 'enableMailbox' : 'disableMailbox', id, { suspended: !enabled }, ctx)
        }),
      ),

    async setPassword(externalId, password, ctx) {
      await change(
        {
          operation: 'setPassword',
          method: 'PATCH',
          path: `/users/${encodeURIComponent(externalId)}`,
          json: { password, changePasswordAtNextLogin: false },
          secrets: [password],
          answer: workspaceUser,
        },
        ctx,
      )
    },

    /** Restorable for 20 days. */
    deleteMailboxes: async (externalIds, ctx = {}) =>
      ofAllOrEach(
        await runEach(externalIds, concurrency, async (id) => {
          try {
            const path = `/users/${encodeURIComponent(id)}`
            await change({ operation: 'deleteMailbox', method: 'DELETE', path, answer: noContent }, ctx)
          } catch (error) {
            if (isVendorError(error, 'not_found')) return
            // Google may say the same of a user who is gone.
            if (isVendorError(error, 'rejected') && (await isGone(id, ctx))) return
            throw error
          }
        }),
      ),

    async setPhoto(externalId, jpeg, ctx) {
      await change(
        {
          operation: 'setPhoto',
          method: 'PUT',
          path: `/users/${encodeURIComponent(externalId)}/photos/thumbnail`,
          json: { photoData: webSafeBase64(jpeg) },
          answer: workspaceUserId,
        },
        ctx,
      )
    },
  }
}
