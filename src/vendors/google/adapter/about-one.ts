import { isVendorError, type Meaning, type VendorError } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { GoogleAccount } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import { workspaceUsers } from './google-wire.ts'

/** Google's "Not Authorized to access this resource/api", of whatever it is about. */
const isNotAuthorised = (error: unknown): error is VendorError =>
  isVendorError(error, 'unauthorised') && error.status === 403 && error.code === 'forbidden'

/**
 * Google answers the same 403 to who may not ask at all and about one user or domain that is nobody's here: new and
 * not known everywhere yet, another Google customer's or a consumer's, or an administrator that only a super
 * administrator may change (https://github.com/SCRT-HQ/PSGSuite/issues/191, https://github.com/GAM-team/GAM/issues/461;
 * GAM itself reads "forbidden" to a user's call as "unknown user"). Which of the two it was, the list of the account's
 * own users says: whoever may read that one is let in.
 */
export function aboutOne(api: GoogleApi, { customerId }: GoogleAccount) {
  async function isAccountOpen(ctx?: CallContext): Promise<void> {
    const query = new URLSearchParams({ customer: customerId, maxResults: '1' })
    await api.directory({ operation: 'listUsers', path: `/users?${query}`, answer: workspaceUsers }, ctx)
  }

  /** Whether the refusal is about the one thing; what the account's own list is refused with is thrown. */
  async function isAboutOne(error: unknown, ctx?: CallContext): Promise<boolean> {
    if (!isNotAuthorised(error)) return false
    await isAccountOpen(ctx)
    return true
  }

  /** A call about one user or domain, its own refusal told in these words. */
  async function told<T>(
    work: () => Promise<T>,
    meaning: Meaning,
    reason: string,
    ctx?: CallContext,
  ): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isVendorError(error) && (await isAboutOne(error, ctx))) throw reworded(error, meaning, reason)
      throw error
    }
  }

  return { isAboutOne, told }
}
