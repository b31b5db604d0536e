import {
  aliasOf,
  anothersMailbox,
  heldUnseen,
  isFormer,
  isOwn,
  keptUntil,
} from '#vendors/client/own-mailbox.ts'
import { noContent } from '#vendors/client/vendor-client.ts'
import {
  isVendorError,
  type VendorError,
  waitsForOperator,
  waitsForVendor,
} from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import type { aboutOne } from './about-one.ts'
import type { GoogleApi } from './google-api.ts'
import {
  deletedUser,
  externalIdsOf,
  isPassing,
  markOf,
  userLimit,
  type WorkspaceUser,
  workspaceUser,
} from './google-wire.ts'
import type { readingUsers } from './read-user.ts'

/** https://support.google.com/a/answer/1397578: a removed user can be restored for 20 days. */
export const keptMs = 20 * 86_400_000

const keptDeleted =
  'a user of this address was removed, and Google keeps it for 20 days: restore it in the Admin console (Users, Recently deleted), or wait until they are over'
const notMade =
  'Google does not let mailboxes be made on a domain that it has known for hours: look whether the administrator in whose name it is asked is still a super administrator, or has a role that may create and change users'

/** Users for wanted mailboxes: those that are ours already, are restored, or are made. */
export function makingUsers(
  api: GoogleApi,
  {
    isAboutOne,
    readUser,
  }: Pick<ReturnType<typeof aboutOne>, 'isAboutOne'> & Pick<ReturnType<typeof readingUsers>, 'readUser'>,
) {
  /** The user who has the address, if that is ours. One with the password of an earlier mailbox gets this one's. */
  async function ourUser(wanted: NewMailbox, user: WorkspaceUser, ctx: CallContext): Promise<WorkspaceUser> {
    if (!isOwn(wanted, { id: user.id, mark: markOf(user) })) throw anothersMailbox('google', wanted)
    return isFormer(wanted, user) ? setUp(wanted, user.id, ctx) : user
  }

  /** Who was removed and is ours is taken back; nobody gets the address of somebody else's while that one is kept. */
  async function restoreUser(
    wanted: NewMailbox,
    removed: readonly WorkspaceUser[],
    ctx: CallContext,
  ): Promise<WorkspaceUser | undefined> {
    const newest = removed.toSorted((a, b) => removedAt(b) - removedAt(a))
    const own = newest.find((user) => isOwn(wanted, { id: user.id, mark: markOf(user) }))
    if (own) {
      const path = `/users/${encodeURIComponent(own.id)}/undelete`
      await api.directory(
        { operation: 'restoreUser', method: 'POST', path, json: {}, answer: noContent },
        ctx,
      )
      return setUp(wanted, own.id, ctx)
    }
    const [other] = newest
    if (other) throw keptUntil('google', wanted, new Date(removedAt(other) + keptMs))
    return undefined
  }

  const setUp = ({ firstName, lastName, password }: NewMailbox, id: string, ctx: CallContext) =>
    api.directory(
      {
        operation: 'setUpUser',
        method: 'PATCH',
        path: `/users/${encodeURIComponent(id)}`,
        json: {
          name: { givenName: firstName, familyName: lastName },
          password,
          changePasswordAtNextLogin: false,
          suspended: false,
        },
        secrets: [password],
        answer: workspaceUser,
      },
      ctx,
    )

  async function createUser(
    wanted: NewMailbox,
    isNewDomain: boolean,
    ctx: CallContext,
  ): Promise<WorkspaceUser> {
    const { address, firstName, lastName, password, mark } = wanted
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
            externalIds: externalIdsOf(mark),
          },
          secrets: [password],
          answer: workspaceUser,
        },
        ctx,
      )
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (await isAboutOne(error, ctx)) throw notMadeYet(error, isNewDomain)
      if (isPassing(error)) throw error
      if (error.code === deletedUser) throw reworded(error, waitsForOperator, keptDeleted)
      if (error.code === userLimit)
        throw reworded(error, waitsForOperator, 'the account has no free user licence: buy more')
      // Of the account, whatever it is.
      if (error.status === 412) throw reworded(error, waitsForOperator, error.reason)
      if (error.status !== 409) throw error
      return holderOf(wanted, ctx)
    }
  }

  /** A role that reads users and changes none is answered the same, for ever. */
  const notMadeYet = (refusal: VendorError, isNewDomain: boolean) =>
    isNewDomain
      ? reworded(refusal, waitsForVendor, 'Google does not let mailboxes be made on this domain yet')
      : reworded(refusal, waitsForOperator, notMade)

  /** After "exists already": the user of that address, unless it is another's, its alias or a group, which is not shown. */
  async function holderOf(wanted: NewMailbox, ctx: CallContext): Promise<WorkspaceUser> {
    const user = await readUser(wanted.address, ctx)
    if (!user) throw heldUnseen('google', wanted)
    if (user.primaryEmail.toLowerCase() === wanted.address.toLowerCase()) return ourUser(wanted, user, ctx)
    throw aliasOf('google', wanted, user.primaryEmail)
  }

  return { ourUser, restoreUser, createUser }
}

const removedAt = ({ deletionTime }: WorkspaceUser): number => Date.parse(deletionTime ?? '') || 0
