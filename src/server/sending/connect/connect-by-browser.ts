import { setTimeout as delay } from 'node:timers/promises'
import { type SignInCause, signInCauseText } from '#shared/sending/sign-in-causes.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { MailboxSignIn, SignInOutcome } from '../../providers/ports/sign-in.ts'
import { openableLink, readLoginLink } from '../login-link.ts'
import { claimForBrowser, claimOf, type SignInClaim } from './claim-sign-in.ts'
import { endSignIn, type SignInEnd } from './end-sign-in.ts'
import { checkSignIn, openSignIn } from './sign-in.ts'
import { keepPicture } from './sign-in-pictures.ts'
import { triesMax } from './stop-rules.ts'

/** Sign-ins at once, each in a tenant of its own. */
const signInsAtOnce = 2
/** The tool is asked so often, and so long at most, after the pages were done. */
const askEveryMs = 3_000
const askForMs = 120_000

interface Deps extends Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors' | 'secrets' | 'log'> {
  config: Pick<Dependencies['config'], 'vendors'>
  signIn: MailboxSignIn
}

/**
 * Signs in to every mailbox that is to be, until there is none or the signal says to stop.
 * @param only where given, those of one sending tool alone
 */
export async function connectByBrowser(
  deps: Deps,
  signal: AbortSignal,
  only?: { connectionId: string },
): Promise<void> {
  const lane = async () => {
    while (!signal.aborted) {
      const claim = await claimForBrowser(deps.db, only)
      if (!claim) return
      await connectOne(deps, claim, signal)
    }
  }
  await Promise.all(Array.from({ length: signInsAtOnce }, lane))
}

async function connectOne(deps: Deps, claim: SignInClaim, signal: AbortSignal): Promise<void> {
  const { db, secrets, config, log } = deps
  if (claim.tries >= triesMax) {
    await endSignIn(deps, claim, { state: 'person', ...saidOf('too-slow') })
    return
  }
  const opened = await openSignIn(deps, claim)
  if (opened.state === 'ended') return
  const link = readLoginLink(opened.link)
  if (link.kind === 'refused') {
    await endSignIn(deps, claim, {
      state: 'person',
      ...saidOf('link-wrong'),
    })
    return
  }
  try {
    const outcome = await deps.signIn.signIn(
      {
        link: openableLink(link, claim.address, config.vendors.signInPages),
        address: claim.address,
        password: secrets.open(claim.secret, placeOf.mailbox(claim.mailboxId)),
        tenant: claim.accountId,
      },
      signal,
    )
    log.info({ address: claim.address, outcome: outcome.kind }, 'a mailbox was signed in to')
    if (outcome.kind === 'person' && outcome.picture) await keepPicture(db, claim, outcome.picture)
    const end = endOf(outcome) ?? (await toolsWord(deps, claim, signal))
    if (end) await endSignIn(deps, claim, end)
  } catch (error) {
    if (!signal.aborted) throw error
    // It is signed in to again by whoever comes next.
    await endSignIn(deps, claim, { state: 'given_back' })
  }
}

const saidOf = (cause: SignInCause) => ({ cause, reason: signInCauseText(cause)?.what ?? cause })

/** How it ended where the pages have said so; undefined where only the tool can say. */
function endOf(outcome: SignInOutcome): SignInEnd | undefined {
  switch (outcome.kind) {
    case 'finished':
      return undefined
    case 'failed':
      return { state: 'again', ...saidOf(outcome.reason) }
    case 'person':
      return { state: 'person', ...saidOf(outcome.cause) }
    default: {
      const said = saidOf(outcome.cause)
      // A new mailbox is not known everywhere at once.
      return { state: outcome.cause === 'no-such-user' ? 'again' : 'person', ...said }
    }
  }
}

/** Waits for what the tool says; undefined once that is written. */
async function toolsWord(
  deps: Deps,
  { token }: SignInClaim,
  signal: AbortSignal,
): Promise<SignInEnd | undefined> {
  const ends = performance.now() + askForMs
  while (performance.now() < ends) {
    const claim = await claimOf(deps.db, token)
    if (!claim || (await checkSignIn(deps, claim)).state === 'ended') return undefined
    await delay(askEveryMs, undefined, { signal })
  }
  return { state: 'again', ...saidOf('tool-silent') }
}
