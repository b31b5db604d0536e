import type * as z from 'zod'
import { isVendorError, VendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { aboutOne } from './about-one.ts'
import type { GoogleAccount } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import { findDomain } from './google-domains.ts'
import { deletedUserFields, type WorkspaceUser, workspaceUserFields, workspaceUsers } from './google-wire.ts'

export const userPageSize = 500
export const pagesMax = 1_000

const notShown =
  'Google does not show the users of a domain that it has known for hours: look for the domain in its Admin console, and whether the administrator in whose name it is asked may read its users; else ask Google'

/** Lists the users of the account, or those of one of its names, paged inside. */
export function listingUsers(
  api: GoogleApi,
  account: GoogleAccount,
  { isAboutOne }: Pick<ReturnType<typeof aboutOne>, 'isAboutOne'>,
) {
  async function listUsers(
    ctx: CallContext | undefined,
    { name, isRemoved = false }: { name?: string; isRemoved?: boolean } = {},
  ): Promise<WorkspaceUser[]> {
    const users: WorkspaceUser[] = []
    let pageToken: string | undefined
    for (let page = 0; page < pagesMax; page++) {
      const query = new URLSearchParams({
        customer: account.customerId,
        ...(name !== undefined && { domain: name }),
        ...(pageToken !== undefined && { pageToken }),
        maxResults: String(userPageSize),
        ...(isRemoved && { showDeleted: 'true' }),
        fields: `kind,nextPageToken,users(${isRemoved ? deletedUserFields : workspaceUserFields})`,
      })
      const got: z.output<typeof workspaceUsers> = await api.directory(
        { operation: 'listUsers', path: `/users?${query}`, answer: workspaceUsers },
        ctx,
      )
      users.push(...(got.users ?? []))
      pageToken = got.nextPageToken
      if (!pageToken) return users
    }
    throw new VendorError({
      vendor: 'google',
      operation: 'listUsers',
      kind: 'transient',
      reason: 'a list does not end',
    })
  }

  /** Users of a name, or those that were removed of it and are kept; none when the account does not have the name. */
  async function usersOf(
    name: string,
    ctx: CallContext | undefined,
    isNewDomain: boolean,
    isRemoved = false,
  ): Promise<WorkspaceUser[]> {
    try {
      return await listUsers(ctx, { name, isRemoved })
    } catch (error) {
      if (isVendorError(error, 'not_found')) return []
      if (!isVendorError(error) || !(await isAboutOne(error, ctx))) throw error
      if (!(await findDomain(api, account, name, ctx))) return []
      // Not "none": a domain of ours whose users are not shown has lost nobody.
      throw isNewDomain
        ? reworded(error, waitsForVendor, 'Google does not show the users of this domain yet')
        : reworded(error, waitsForOperator, notShown)
    }
  }

  return { listUsers, usersOf }
}
