import { setTimeout as delay } from 'node:timers/promises'
import { placeOf } from '#base/db/sealed-columns.ts'
import { type SignInCause, signInCauseText } from '#features/tools/rules/sign-in-causes.ts'
import type { MailboxSignIn, SignInOutcome } from '#vendors/ports/sign-in.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openableLink, readLoginLink } from '../login-link.ts'
import { claimForBrowser, claimOf, renewClaim, type SignInClaim } from './claim-sign-in.ts'
import { endSignIn, type SignInEnd } from './end-sign-in.ts'
import { checkSignIn, openSignIn } from './sign-in.ts'
import { keepPicture } from './sign-in-pictures.ts'
import { triesMax } from './stop-rules.ts'

/** Sign-ins at once, each in a tenant of its own. */
const signInsAtOnce = 2
/** How long the tool is asked for after the pages were done, and how often. */
interface Pace {
  askEveryMs: number
  askForMs: number
  /** Where the tool does not know of the sign-in any more: only its list can still show the mailbox. */
  askLostForMs: number
}
const usualPace: Pace = { askEveryMs: 3_000, askForMs: 120_000, askLostForMs: 15_000 }

interface Deps extends Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors' | 'secrets' | 'log'> {
  config: Pick<Dependencies['config'], 'vendors' | 'leaseSeconds'>
  signIn: MailboxSignIn
  pace?: Pace
}

/**
 * Signs in to every mailbox that is to be, until there is none or the signal says to stop.
 * @param only where given, those of one sending tool alone
 * @returns how many were tried: not those that were given back because of the signal
 */
export async function connectByBrowser(
  deps: Deps,
  signal: AbortSignal,
  only?: { connectionId: string },
): Promise<number> {
  let tried = 0
  const lane = async () => {
    while (!signal.aborted) {
      const claim = await claimForBrowser(deps.db, deps.config.leaseSeconds, only)
      if (!claim) return
      if (await connectHeld(deps, claim, signal)) tried += 1
    }
  }
  // Whoever waits for this is to find nothing running afterwards, whichever of them failed.
  const ends = await Promise.allSettled(Array.from({ length: signInsAtOnce }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return tried
}

/** A lease is renewed so many times in its length. */
const renewalsPerLease = 3

/** Keeps the mailbox while it is signed in to; one that was lost all the same is another's. */
async function connectHeld(deps: Deps, claim: SignInClaim, signal: AbortSignal): Promise<boolean> {
  const { leaseSeconds } = deps.config
  const lost = new AbortController()
  const renewal = setInterval(
    () => {
      // One that fails is tried again by the next.
      renewClaim(deps.db, claim.token, leaseSeconds).then(
        (isHeld) => isHeld || lost.abort(),
        (error: unknown) => deps.log.warn({ err: error }, 'a sign-in could not be kept'),
      )
    },
    (leaseSeconds * 1000) / renewalsPerLease,
  )
  try {
    return await connectOne(deps, claim, AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(renewal)
  }
}

/** @returns whether it was tried; false where it was given back */
async function connectOne(deps: Deps, claim: SignInClaim, signal: AbortSignal): Promise<boolean> {
  const { db, secrets, config, log } = deps
  if (claim.tries >= triesMax) {
    await endSignIn(deps, claim, { state: 'person', ...saidOf('too-slow') })
    return true
  }
  try {
    const opened = await openPage(deps, claim, signal)
    if (opened.state === 'ended') return true
    const link = readLoginLink(opened.link)
    if (link.kind === 'refused') {
      await endSignIn(deps, claim, { state: 'person', ...saidOf('link-wrong') })
      return true
    }
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
    return true
  } catch (error) {
    if (!signal.aborted) throw error
    // It is signed in to again by whoever comes next.
    await endSignIn(deps, claim, { state: 'given_back' })
    return false
  }
}

/** Opens the tool's page. What the tool is still setting up was signed in to by whoever was stopped then. */
async function openPage(deps: Deps, claim: SignInClaim, signal: AbortSignal) {
  const { askEveryMs } = deps.pace ?? usualPace
  for (;;) {
    const opened = await openSignIn(deps, claim)
    if (opened.state !== 'setting_up') return opened
    await delay(askEveryMs, undefined, { signal })
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
  const { askEveryMs, askForMs, askLostForMs } = deps.pace ?? usualPace
  const begun = performance.now()
  for (;;) {
    const claim = await claimOf(deps.db, token)
    if (!claim) return undefined
    const progress = await checkSignIn(deps, claim)
    if (progress.state === 'ended') return undefined
    const isLost = progress.state === 'pending' && progress.isLost
    if (performance.now() - begun >= (isLost ? askLostForMs : askForMs)) break
    await delay(askEveryMs, undefined, { signal })
  }
  return { state: 'again', ...saidOf('tool-silent') }
}
