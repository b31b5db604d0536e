import { signInAsPerson } from '#apps/demo/sign-in-as-person.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import type { MailboxSignIn } from '#vendors/ports/sign-in.ts'

/**
 * Signs in at the sandbox's pages over HTTP and without a browser: for hundreds of schedules, which a browser would
 * take hours for. It can be stopped between any two pages, by what carries its requests.
 * @param signInUrl where the sandbox plays the hosts' pages
 */
export const plainSignIn = (signInUrl: string, fetch: Fetch): MailboxSignIn => ({
  async signIn({ link, address, password }, signal) {
    try {
      await signInAsPerson({ link, signInUrl, address, password, fetch })
      return { kind: 'finished', finalHost: 'tool' }
    } catch {
      signal.throwIfAborted()
      return { kind: 'failed', reason: 'page-error' }
    }
  },
  close: () => Promise.resolve(),
})
