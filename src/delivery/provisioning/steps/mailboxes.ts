import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { mailKinds } from '#features/work/rules/work-item-answers.ts'
import { mailboxesDigest } from '../desired.ts'
import { throwFirstFailure } from '../refusals.ts'
import type { Step } from '../step-context.ts'
import { closeWorkItem } from '../work-items.ts'
import { hostOf, notAddedTo } from './mailbox-host.ts'
import { disable, disableUnwanted, recordMade } from './mailboxes/disable.ts'
import { enableWanted, rename } from './mailboxes/make.ts'
import { purge, purgeOld } from './mailboxes/purge.ts'
import { isMade, type StandingAtHost, standingAt } from './mailboxes/standing.ts'

/**
 * The host has exactly the wanted mailboxes, under their people's names. Only mailboxes that we recorded making
 * are disabled or removed; one that stands there without our row is nobody's business.
 */
export const mailboxes: Step = async (context) => {
  const { desired, at, now } = context
  const host = await hostOf(context)
  const standing = await standingAt(context, host)
  const failures = [
    ...(await enableWanted(context, host, standing)),
    ...(await disableUnwanted(context, host, standing)),
    ...(await rename(context, host)),
    ...(await purgeOld(context, host, new Date(now().getTime() - mailboxRetentionDays * 24 * 3600_000))),
  ]
  throwFirstFailure(failures)
  return { facts: { mailboxes: { at: at(), digest: mailboxesDigest(desired) } } }
}

/** Retiring: nobody signs in any more; everything is kept for the time of grace. */
export const disableAll: Step = async (context) => {
  const host = await hostOf(context)
  const left = context.desired.mailboxes.filter(({ hostState }) => hostState !== 'disabled')
  // Where every id is known, the host need not be asked first.
  const standing: StandingAtHost = left.every(isMade) ? new Map() : await standingAt(context, host)
  throwFirstFailure(await disable(context, host, await recordMade(context, left, standing)))
  return { facts: { mailboxes: undefined, delivered: undefined } }
}

/** Retiring, after the time of grace: what we made at the host is removed, the domain included. */
export const purgeAll: Step = async (context) => {
  const { desired, facts, name, call, at } = context
  const wasAny = desired.mailboxes.some(isMade)
  if (facts.host) {
    const host = await hostOf(context)
    throwFirstFailure(await purge(context, host, desired.mailboxes))
    await host.removeDomain(name, call)
  }
  return {
    facts: {
      purged: { at: at() },
      host: undefined,
      addedTo: facts.host && notAddedTo(facts.host.accountId, facts),
      verification: undefined,
      verified: undefined,
      mailRecords: undefined,
      dkim: undefined,
      mailboxes: undefined,
      proof: undefined,
      tool: undefined,
    },
    // Of a name that never came as far there is nothing to tell.
    isUntold: !wasAny,
    // A name that comes back gets keys of its own.
    async also(tx) {
      for (const kind of mailKinds) await closeWorkItem(tx, kind, name)
    },
  }
}
