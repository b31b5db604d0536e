import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { connectByBrowser } from '#delivery/sending/connect/connect-by-browser.ts'
import { connectLinkMinutes } from '#features/tools/rules/connecting-texts.ts'
import { makeConnectLink } from '#features/tools/server/connecting/connect-links.ts'
import { connectAll } from '../../demo/connect-by-staff.ts'
import type { DeepRun, Holding } from './deep-run.ts'
import { type DeepEnd, endOf, reachedText } from './end-of.ts'
import type { Narrator } from './narrator.ts'
import { readStanding, type Standing } from './read-standing.ts'

const lookEveryMs = 3_000

/**
 * Has the reconciler bring the one mailbox to where it is connected and proven, and does what else a whole product
 * would beside it: signs in by a browser of this machine's, or prints the page on which a person does.
 */
export async function follow(run: DeepRun, holding: Holding, narrator: Narrator): Promise<DeepEnd> {
  const { deps, signal, pause, patienceMs } = run
  const ends = performance.now() + patienceMs.proof
  const invite = createInvitation(run, holding)
  for (;;) {
    const standing = await readStanding(deps.db, holding)
    narrator.hear(standing)
    const end = endOf(standing, performance.now() > ends)
    if (end?.state === 'proven') return end
    if (signal.aborted) return { state: 'interrupted', reached: reachedText(standing) }
    if (end) return end
    await letSignIn(run, holding, standing, { invite, narrator })
    if (standing.dueInMs > 0) await pause(Math.min(standing.dueInMs, lookEveryMs), signal)
    else if ((await reconcile(deps, holding.name, { signal })) === 'busy') await pause(lookEveryMs, signal)
  }
}

/** A worker of the product may have a browser too: whoever takes the mailbox first signs in. */
async function letSignIn(
  { deps, signal, signIn }: DeepRun,
  holding: Holding,
  { link }: Standing,
  { invite, narrator }: { invite: () => Promise<void>; narrator: Narrator },
): Promise<void> {
  if (link?.connection === 'person') await invite()
  if (link?.connection !== 'wanted' || !signIn) return
  const begun = performance.now()
  const only = { connectionId: holding.connectionId }
  const tried = await connectByBrowser({ ...deps, signIn }, signal, only).catch((error: unknown) => {
    if (!signal.aborted) throw error
    return 0
  })
  // One that is to be tried again is not taken by anybody for a while.
  if (tried === 0) return
  const after = (await readStanding(deps.db, holding)).link
  const outcome =
    after?.connection === 'connected'
      ? 'Signed in, and the sending tool has connected it'
      : after?.connectionReason
  if (!outcome) return
  narrator.note({
    step: 'Signing in to the mailbox with a browser',
    seconds: Math.round((performance.now() - begun) / 1000),
    outcome,
  })
}

/**
 * The page on which a person signs in, and another once its time is over. Nobody is there in the sandbox: its person is
 * played, as those of the demo's staff are.
 */
function createInvitation({ deps, tell }: DeepRun, { connectionId }: Holding): () => Promise<void> {
  const { sandbox, vendors } = deps.config
  let goodUntil = 0
  return async () => {
    if (sandbox) {
      if (goodUntil === 0) tell('          A person signs in to the mailbox: in the sandbox one is played.')
      goodUntil = Number.POSITIVE_INFINITY
      return connectAll(deps, connectionId, vendors.signInPages.google)
    }
    if (performance.now() < goodUntil) return
    goodUntil = performance.now() + connectLinkMinutes * 60_000
    tell('          A person signs in to the mailbox, on this page of the running product:')
    tell(`          ${await makeConnectLink(deps, { connectionId, accountId: null })}`)
    tell(`          It opens once, within ${connectLinkMinutes} minutes.`)
  }
}
