import type { Desired } from '../desired.ts'
import { coldLimitDigest, mailboxesDigest, toolDigest } from '../desired.ts'
import type { Facts, Freshness } from '../facts.ts'
import { nextStep, plan } from '../plan.ts'
import { proofSubject } from '../proof-facts.ts'
import type { StepId } from '../step-ids.ts'
import { recordsDigest, wantedRecords } from '../wanted-records.ts'
import { mailboxOf, now, readAt, standingFacts } from './known-name.ts'

interface Name {
  desired: Desired
  facts: Facts
}

/** What a step that succeeds leaves behind, as far as the rules look at it. */
function after(step: StepId, { desired, facts }: Name): Name {
  const at = readAt
  const standing = standingFacts(desired)
  const knows = (learnt: Facts): Name => ({ desired, facts: { ...facts, ...learnt } })
  const changes = (changed: Partial<Desired>, learnt: Facts = {}): Name => ({
    desired: { ...desired, ...changed },
    facts: { ...facts, ...learnt },
  })
  const digest = recordsDigest(wantedRecords(desired, facts))
  switch (step) {
    case 'register':
      return knows({ registration: { at } })
    case 'renewal_on':
      return knows({ autoRenew: { at, on: true } })
    case 'zone':
      return knows({ zone: { at } })
    case 'place':
      return knows({ host: { at, accountId: 'acc_1' } })
    case 'leave_host':
      return changes({ hostsToLeave: [] })
    case 'add_to_host':
      return knows({ verification: standing.verification! })
    case 'delegation':
      return knows({ delegation: standing.delegation! })
    case 'verify':
      return knows({ verified: { at } })
    case 'mail_records':
      return knows({ mailRecords: standing.mailRecords! })
    case 'dkim_keys':
      return knows({ dkim: { ...standing.dkim!, state: 'created' } })
    case 'records':
      return knows({ records: { at, digest } })
    case 'dns_seen':
      return knows({ dns: { at, digest } })
    case 'dkim_on':
      return knows({ dkim: standing.dkim! })
    case 'mailboxes':
      return knows({ mailboxes: { at, digest: mailboxesDigest(desired) } })
    case 'proof':
      return knows({ proof: { at, of: proofSubject(facts), state: 'no_probes' } })
    case 'photo':
      return knows({ photo: standing.photo! })
    case 'tool':
    case 'pause_tool':
      return knows({ tool: { at, digest: toolDigest(desired) } })
    case 'cold_limit': {
      if (desired.holding?.coldShare !== null)
        return knows({ coldLimit: { at, digest: coldLimitDigest(desired) } })
      const unlimited = ({ links, ...each }: Desired['mailboxes'][number]) => ({
        ...each,
        links: links.map((link) => ({ ...link, rest: null })),
      })
      return changes({ mailboxes: desired.mailboxes.map(unlimited) })
    }
    case 'delivered':
      return knows({ delivered: { at, digest: toolDigest(desired) } })
    case 'disconnect':
      return changes({ mailboxes: desired.mailboxes.map((each) => ({ ...each, links: [] })) })
    case 'disable':
      return changes({
        mailboxes: desired.mailboxes.map((each) => mailboxOf({ ...each, hostState: 'disabled' })),
      })
    case 'stop_redirect':
      return knows({ unredirected: { at } })
    case 'check_registration':
      return knows({ registration: { at } })
    case 'renewal_off':
      return knows({ autoRenew: { at, on: false } })
    case 'purge':
      return knows({ purged: { at } })
    case 'release':
      return changes({ holding: undefined })
  }
}

/** The steps that are done for a name until nothing more can be, when those of `stuck` never succeed. */
export function workedOff(
  desired: Desired,
  facts: Facts,
  stuck: ReadonlySet<StepId> = new Set(),
  at: Freshness = now,
): StepId[] {
  const done: StepId[] = []
  let name: Name = { desired, facts }
  for (;;) {
    const step = nextStep(plan(name.desired, name.facts, at), stuck)
    if (!step) return done
    done.push(step)
    if (done.length > 60) throw new Error(`It never ends: ${done.join(', ')}`)
    name = after(step, name)
  }
}
