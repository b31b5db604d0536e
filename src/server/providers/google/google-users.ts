import { continueWith, succeeded } from '../call-outcome.ts'
import type { CallContext, CallOutcome } from '../ports/call-context.ts'
import type { HostedMailbox, MailboxHost, NewMailbox } from '../ports/mailbox-hosts.ts'
import { runEach } from '../run-each.ts'
import { noContent } from '../vendor-client.ts'
import { isVendorError, type VendorError, waitsForOperator, waitsForVendor } from '../vendor-error.ts'
import { reworded } from '../vendor-words.ts'
import { aboutOne } from './about-one.ts'
import { type GoogleAccount, gmailScope } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import { findDomain } from './google-domains.ts'
import {
  deletedUser,
  hostedMailbox,
  imapAllowed,
  imapSettings,
  isPassing,
  isStopped,
  type WorkspaceUser,
  webSafeBase64,
  workspaceUser,
  workspaceUserId,
} from './google-wire.ts'
import { listingUsers } from './list-users.ts'
import { readingUsers } from './read-user.ts'
import { notHere, ofAllOrEach } from './refused-users.ts'

const concurrency = 5

const notOurs =
  'Google does not let this one user be changed: it is an administrator’s or another customer’s, or the role of the administrator in whose name it was asked may not change users'
const keptDeleted =
  'a user of this address was removed, and Google keeps it for 20 days: restore it in the Admin console (Users, Recently deleted), or wait until they are over'
const notMade =
  'Google does not let mailboxes be made on a domain that it has known for hours: look whether the administrator in whose name it is asked is still a super administrator, or has a role that may create and change users'

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

  /** A change of a user that is there: of ours, unless Google says otherwise. */
  const change = <T>(request: Parameters<typeof api.directory<T>>[0], ctx?: CallContext) =>
    told(() => api.directory(request, ctx), { kind: 'rejected' }, notOurs, ctx)

  const patchUser = (operation: string, key: string, json: object, ctx?: CallContext) =>
    change(
      { operation, method: 'PATCH', path: `/users/${encodeURIComponent(key)}`, json, answer: workspaceUser },
      ctx,
    )

  async function createUser(
    { address, firstName, lastName, password }: NewMailbox,
    isNewDomain: boolean,
    ctx: CallContext,
  ) {
    try {
      return await api.directory(
        {
          operation: 'createUser',
          method: 'POST',
          path: '/users',
          json: {
            primaryEmail: address,
            name: { givenName: firstName, familyName: lastName },
            password,
            changePasswordAtNextLogin: false,
          },
          secrets: [password],
          answer: workspaceUser,
        },
        ctx,
      )
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (await isAboutOne(error, ctx)) throw await notMadeYet(address, error, isNewDomain, ctx)
      if (isPassing(error)) throw error
      if (error.code === deletedUser) throw reworded(error, waitsForOperator, keptDeleted)
      if (error.status === 412)
        throw reworded(error, waitsForOperator, 'the account has no free user licence: buy more')
      if (error.status !== 409) throw error
      return holderOf(address, error, ctx)
    }
  }

  /** A role that reads users and changes none is answered the same, for ever, and so is a domain that was removed. */
  async function notMadeYet(address: string, refusal: VendorError, isNewDomain: boolean, ctx: CallContext) {
    if (isNewDomain)
      return reworded(refusal, waitsForVendor, 'Google does not let mailboxes be made on this domain yet')
    const domain = await findDomain(api, account, address.slice(address.indexOf('@') + 1), ctx)
    return reworded(refusal, waitsForOperator, domain ? notMade : notHere)
  }

  /** After "exists already": the user of that address, unless it is another one's alias or a group. */
  async function holderOf(address: string, conflict: VendorError, ctx: CallContext) {
    const user = await readUser(address, ctx)
    if (!user)
      throw reworded(
        conflict,
        waitsForVendor,
        'Google says that the address exists, and does not show its user yet (a group’s address looks alike)',
      )
    if (user.primaryEmail.toLowerCase() === address.toLowerCase()) return user
    throw reworded(conflict, { kind: 'rejected' }, 'the address is another user’s alias')
  }

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
      const listed = await usersOf(name, ctx, isNewDomain)
      const byAddress = new Map(listed.map((user) => [user.primaryEmail.toLowerCase(), user]))
      const made = await runEach(mailboxes, concurrency, async (wanted) => ({
        wanted,
        user: byAddress.get(wanted.address.toLowerCase()) ?? (await createUser(wanted, isNewDomain, ctx)),
      }))
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
