import type { Dependencies } from '../../dependencies.ts'
import type { ToolConnection } from '../../providers/ports/sending-tools.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import type { SignInClaim } from './claim-sign-in.ts'
import { endSignIn, noteSession, type SignInEnd } from './end-sign-in.ts'
import { whyNoFirstMail } from './first-mail.ts'

type Deps = Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors'>

/** What there is to sign in at, or why there is nothing. */
export type OpenedSignIn = { state: 'open'; link: string } | { state: 'ended'; end: SignInEnd }

const call = { purpose: 'paid' } as const

/**
 * Opens the tool's page for a mailbox. One that the tool has let in by now is connected without anybody signing in.
 * The end is written already where there is one.
 */
export async function openSignIn(deps: Deps, claim: SignInClaim): Promise<OpenedSignIn> {
  const tool = await deps.vendors.sendingTool(claim.connectionId)
  const ended = async (end: SignInEnd) => {
    await endSignIn(deps, claim, end)
    return { state: 'ended' as const, end }
  }
  try {
    const standing = await tool.mailbox(claim.address, call)
    if (standing?.connection.state === 'connected') return ended({ state: 'connected', mailbox: standing })
    const way = tool.signInAt(claim.platform)
    if (!way) return ended({ state: 'person', cause: 'no-link', reason: 'there is no sign-in link for it' })
    const { link, session } = await way.begin(call)
    if (!(await noteSession(deps.db, claim, session ?? null)))
      return { state: 'ended', end: { state: 'skipped' } }
    return { state: 'open', link }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return ended({ state: 'again', cause: 'tool-away', reason: error.reason })
  }
}

/** What is known of a sign-in that was opened. */
export type SignInProgress = { state: 'pending' } | { state: 'ended'; end: SignInEnd }

/**
 * Asks the tool what came of it, and writes the end where there is one. Whatever a page said, a mailbox is connected
 * when the tool's own account says so; of whoever signed in instead, this one is none the wiser.
 */
export async function checkSignIn(deps: Deps, claim: SignInClaim): Promise<SignInProgress> {
  const tool = await deps.vendors.sendingTool(claim.connectionId)
  const ended = async (end: SignInEnd): Promise<SignInProgress> => {
    await endSignIn(deps, claim, end)
    return { state: 'ended', end }
  }
  try {
    if (claim.session !== null) {
      const said = await tool.signInAt(claim.platform)?.result(claim.session, call)
      if (said?.state === 'pending') return { state: 'pending' }
      if (said?.state === 'failed')
        return ended({ state: 'person', cause: 'tool-refused', reason: said.reason })
      if (said?.state === 'signed_in' && said.address !== undefined && said.address !== claim.address)
        return ended({
          state: 'person',
          cause: 'other-mailbox',
          reason: `${said.address} was signed in to instead`,
        })
    }
    const standing = await tool.mailbox(claim.address, call)
    if (standing === undefined || isUnderWay(standing.connection)) return { state: 'pending' }
    const reason =
      standing.connection.state === 'refused'
        ? standing.connection.reason
        : await whyNoFirstMail(deps, tool, claim)
    // It may be able to in a while: the host's switches take half an hour to reach its mail servers.
    if (reason !== undefined) return ended({ state: 'again', cause: 'tool-refused', reason })
    return ended({ state: 'connected', mailbox: standing })
  } catch (error) {
    // It is asked again.
    if (!isVendorError(error, 'transient')) throw error
    return { state: 'pending' }
  }
}

const isUnderWay = ({ state }: ToolConnection): boolean => state === 'pending' || state === 'unknown'
