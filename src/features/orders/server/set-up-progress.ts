import type { bundles, domainEvents, domainNames, domains } from '#base/db/schema/index.ts'
import { type Facts, factsOf, isRegistered } from '#delivery/provisioning/facts.ts'
import { proofOfNow } from '#delivery/provisioning/proof-facts.ts'
import type { StepId } from '#delivery/provisioning/step-ids.ts'
import { lastFailures } from '#delivery/sending/proof/proof.ts'
import type { OrderOverview } from '../api/order-overview.ts'
import { waitsForCustomer } from '../rules/order-status.ts'
import { type SetUpStage, setUpStages } from '../rules/set-up.ts'

/** A domain that is to run, with what is known of its name. */
export interface RunningDomain {
  domain: Pick<typeof domains.$inferSelect, 'id' | 'status' | 'source' | 'changing'>
  /** Absent before it is paid for. */
  name: Pick<typeof domainNames.$inferSelect, 'facts' | 'step' | 'stepSince' | 'problem'> | null
  hold: typeof bundles.$inferSelect.hold
}

/** What shows that a stage is over, and the step that ends it. */
const ends: Record<SetUpStage, { isOver: (facts: Facts, isOwn: boolean) => boolean; step: StepId }> = {
  name: {
    isOver: (facts, isOwn) => facts.delegation?.ok === true && (isOwn || isRegistered(facts)),
    step: 'delegation',
  },
  verification: { isOver: (facts) => facts.verified !== undefined, step: 'verify' },
  // Nothing is proven before it was seen; where mail fails, it is looked at again, which is no step back.
  dns: {
    isOver: (facts) => facts.dns !== undefined || proofOfNow(facts) !== undefined,
    step: 'dns_seen',
  },
  mailboxes: { isOver: (facts) => facts.mailboxes !== undefined, step: 'mailboxes' },
  tool: { isOver: (facts) => facts.tool !== undefined, step: 'tool' },
  proof: { isOver: isProofOver, step: 'proof' },
}

/** The step that each stage ends with. */
export const stageSteps: readonly StepId[] = setUpStages.map((stage) => ends[stage].step)

/** Whether nothing waits for the proof: mail is proven, or nobody can say. */
function isProofOver(facts: Facts): boolean {
  const proof = proofOfNow(facts)
  return proof !== undefined && proof.state !== 'under_way' && lastFailures(proof) === undefined
}

/** The stage a domain is in: the first that is not over; undefined once none is left. One that moves is being connected. */
function stageOf(facts: Facts, { domain }: RunningDomain): SetUpStage | undefined {
  if (domain.status === 'done') return domain.changing?.what === 'tool' ? 'tool' : undefined
  return setUpStages.find((stage) => !ends[stage].isOver(facts, domain.source === 'own'))
}

type Reached = Pick<typeof domainEvents.$inferSelect, 'kind' | 'at'>

/** How far the domains of an order are, stage by stage; none where nothing is to run. */
export function setUpProgress(
  running: readonly RunningDomain[],
  reached: readonly Reached[],
): OrderOverview['setUp'] {
  if (running.length === 0) return []
  const at = running.map((each) => {
    const facts = each.name ? factsOf(each.name) : {}
    return { ...each, stage: stageOf(facts, each), proof: proofOfNow(facts)?.state }
  })
  // Nothing is to be seen of what the operator has no mailboxes for.
  const isProved = at.some(({ stage, proof }) => stage !== undefined || proof !== 'no_probes')
  return setUpStages
    .filter((stage) => stage !== 'proof' || isProved)
    .map((stage, index) => {
      const inIt = at.filter((each) => each.stage === stage)
      const begun = inIt.filter(({ domain }) => domain.status !== 'to do')
      const stopped = begun.filter(
        ({ domain }) => domain.status === 'error' || domain.changing?.why === 'failed',
      )
      const forCustomer = begun.filter(({ domain, hold }) => waitsForCustomer(domain.status, hold !== null))
      const waiting = begun.filter(
        (each) =>
          !stopped.includes(each) &&
          !forCustomer.includes(each) &&
          (each.name?.problem || each.domain.status === 'pending'),
      )
      const passed = at.filter((each) =>
        // What is delivered unproven is still to be proven.
        stage === 'proof'
          ? each.proof === 'proven'
          : each.stage === undefined || setUpStages.indexOf(each.stage) > index,
      )
      return {
        stage,
        done: passed.length,
        of: at.length,
        running: begun.length,
        waiting: waiting.length,
        waitingForCustomer: forCustomer.length,
        stopped: stopped.length,
        doneAt: earliestOrLatest(
          reached.filter(({ kind }) => kind === ends[stage].step).map((each) => each.at),
          Math.max,
        ),
        since: earliestOrLatest(
          begun.flatMap(({ name }) => name?.stepSince ?? []),
          Math.min,
        ),
      }
    })
}

const earliestOrLatest = (times: readonly Date[], pick: (...ms: number[]) => number): string | null =>
  times.length === 0 ? null : new Date(pick(...times.map((time) => time.getTime()))).toISOString()
