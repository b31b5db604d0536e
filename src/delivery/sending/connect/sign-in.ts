import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { SendingTool, ToolMailbox } from '#vendors/ports/sending-tools.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignInClaim } from './claim-sign-in.ts'
import { endSignIn, noteSession, noteSetUp, type SignInEnd } from './end-sign-in.ts'
import { owesFirstMail, whyNoFirstMail } from './first-mail.ts'

type Deps = Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors'>

/** What there is to sign in at, or why there is nothing. */
export type OpenedSignIn =
  | { state: 'open'; link: string }
  /** The tool was let in and is setting the mailbox up, and a first mail is to be sent from it: ask again. */
  | { state: 'setting_up' }
  | { state: 'ended'; end: SignInEnd }

const call = { purpose: 'paid' } as const
/** Pages are opened at a pace that the tool limits; a try is not to be lost for a few seconds of it. */
const openingPatienceMs = 10_000

/**
 * Opens the tool's page for a mailbox. One that the tool has let in by now is connected without anybody signing in, and
 * while the tool is still setting it up nobody signs in again: that would begin anew. The end is written already where
 * there is one.
 */
export async function openSignIn(deps: Deps, claim: SignInClaim): Promise<OpenedSignIn> {
  const tool = await deps.vendors.sendingTool(claim.connectionId)
  const ended = async (end: SignInEnd) => {
    await endSignIn(deps, claim, end)
    return { state: 'ended' as const, end }
  }
  try {
    const standing = await tool.mailbox(claim.address, call)
    if (standing?.connection.state === 'connected')
      return ended(await firstMailEnd(deps, tool, claim, standing))
    if (standing?.connection.state === 'pending' && (await noteSetUp(deps.db, claim, false)))
      return (await owesFirstMail(deps, tool, claim))
        ? { state: 'setting_up' }
        : ended({ state: 'signed_in' })
    const way = tool.signInAt(claim.platform)
    if (!way) return ended({ state: 'person', cause: 'no-link', reason: 'there is no sign-in link for it' })
    const { link, session } = await way.begin({ ...call, patienceMs: openingPatienceMs })
    if (!(await noteSession(deps.db, claim, session ?? null)))
      return { state: 'ended', end: { state: 'skipped' } }
    return { state: 'open', link }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return ended({ state: 'again', cause: 'tool-away', reason: error.reason })
  }
}

/** How it ends where the tool says that it is connected: the first of a tenant has to be able to send as well. */
async function firstMailEnd(
  deps: Deps,
  tool: SendingTool,
  claim: SignInClaim,
  mailbox: ToolMailbox,
): Promise<SignInEnd> {
  const reason = await whyNoFirstMail(deps, tool, claim)
  // It may be able to in a while: the host's switches take half an hour to reach its mail servers.
  return reason === undefined
    ? { state: 'connected', mailbox }
    : { state: 'again', cause: 'tool-refused', reason }
}

/** What is known of a sign-in that was opened. */
export type SignInProgress =
  /** `isLost`: the tool knows nothing of the sign-in any more, so that nothing new will come of it. */
  | { state: 'pending'; isLost?: boolean }
  /** Signed in to, and a first mail is to be sent from it once it is set up. */
  | { state: 'setting_up' }
  | { state: 'ended'; end: SignInEnd }

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
    let [isLost, isSignedIn] = [false, false]
    if (claim.session !== null) {
      const said = await tool.signInAt(claim.platform)?.result(claim.session, call)
      if (said?.state === 'pending') return await unlessIn(deps, tool, claim, ended)
      isLost = said?.state === 'lost'
      isSignedIn = said?.state === 'signed_in'
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
    if (standing === undefined) return { state: 'pending', isLost }
    const { state } = standing.connection
    if (state === 'pending' && (await noteSetUp(deps.db, claim, isSignedIn)))
      return (await owesFirstMail(deps, tool, claim))
        ? { state: 'setting_up' }
        : ended({ state: 'signed_in' })
    if (state === 'pending' || state === 'unknown') return { state: 'pending' }
    if (standing.connection.state === 'refused')
      return ended({ state: 'again', cause: 'tool-refused', reason: standing.connection.reason })
    return ended(await firstMailEnd(deps, tool, claim, standing))
  } catch (error) {
    if (!isVendorError(error)) throw error
    // It is asked again.
    if (error.kind === 'transient') return { state: 'pending' }
    return ended({ state: 'again', cause: 'tool-away', reason: error.reason })
  }
}

/** The page that was opened last waits still, and the tool may have been let in by one that was opened before it. */
async function unlessIn(
  deps: Deps,
  tool: SendingTool,
  claim: SignInClaim,
  ended: (end: SignInEnd) => Promise<SignInProgress>,
): Promise<SignInProgress> {
  const standing = await tool.mailbox(claim.address, call)
  return standing?.connection.state === 'connected'
    ? ended(await firstMailEnd(deps, tool, claim, standing))
    : { state: 'pending' }
}
