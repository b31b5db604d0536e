import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { aboutOne } from './about-one.ts'
import type { GoogleApi } from './google-api.ts'
import { type WorkspaceUser, workspaceUser } from './google-wire.ts'

/** One user of the account, by id or address. */
export function readingUsers(
  api: GoogleApi,
  { isAboutOne }: Pick<ReturnType<typeof aboutOne>, 'isAboutOne'>,
) {
  const getUser = (key: string, ctx: CallContext): Promise<WorkspaceUser> =>
    api.directory(
      { operation: 'readUser', path: `/users/${encodeURIComponent(key)}`, answer: workspaceUser },
      ctx,
    )

  /** Undefined when Google does not know it, or not everywhere yet: a new user takes minutes. */
  async function readUser(key: string, ctx: CallContext): Promise<WorkspaceUser | undefined> {
    try {
      return await getUser(key, ctx)
    } catch (error) {
      if (isVendorError(error, 'not_found') || (await isAboutOne(error, ctx))) return undefined
      throw error
    }
  }

  /** Only "not found" says so: a user that Google does not let us read may stand there. */
  async function isGone(key: string, ctx: CallContext): Promise<boolean> {
    try {
      await getUser(key, ctx)
      return false
    } catch (error) {
      if (isVendorError(error, 'not_found')) return true
      if (await isAboutOne(error, ctx)) return false
      throw error
    }
  }

  return { readUser, isGone }
}
