import { ourTeamIsOnIt } from '#features/domains/rules/domain-change.ts'
import type { mailKinds } from '#features/work/rules/work-item-answers.ts'
import { VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'
import type { ProbeVendor } from '#vendors/ports/proof-mail.ts'
import { hostsText, lackText } from '../../../sending/proof/proof-texts.ts'
import { hasEnded } from '../../desired.ts'
import { proofSubject } from '../../proof-facts.ts'
import type { Established, StepContext } from '../../step-context.ts'
import { closeWorkItem, ensureWorkItem } from '../../work-items.ts'
import { vendorOf } from '../mailbox-host.ts'
import { type Known, triedBefore } from './attempt.ts'

/**
 * Without a mailbox to send to, nothing can be known; what is known to be wrong waits for one, unless its mailboxes have
 * ended: nothing is sent from it any more.
 */
export async function withoutProbes(
  context: StepContext,
  known: Known | undefined,
  without: readonly ProbeVendor[],
): Promise<Established> {
  const isOver = hasEnded(context.desired)
  if (isOver) await noteProbes(context)
  const tried = isOver ? undefined : triedBefore(known)
  const noted = { at: context.at(), of: proofSubject(context.facts), state: 'no_probes' as const, tried }
  if (!tried?.lacked) return { facts: { proof: noted }, isUntold: true }
  if (known?.state !== 'no_probes') await context.save({ proof: noted })
  if (without.length > 0)
    await ensureWorkItem(context, {
      kind: probeKind,
      subject: context.name,
      instructions: `Mail from ${context.name} was found not authentic, and cannot be tested again without a probe mailbox at ${hostsText(without)}. Whoever runs the installation adds what is missing with “probe add”, as going-live.md says under “Probe mailboxes”.`,
    })
  throw new VendorError({
    vendor: vendorOf(context),
    operation: 'proof',
    ...waitsForOperator,
    told: ourTeamIsOnIt,
    reason: `${lackText(tried.lacked)}; ${without.length > 0 ? `there is no probe mailbox at ${hostsText(without)}` : 'there is no mailbox to send from'}`,
  })
}

const probeKind = 'probe_mailbox' satisfies (typeof mailKinds)[number]

/** There is what was asked for. */
export const noteProbes = ({ lease, name }: StepContext) =>
  lease.write((tx) => closeWorkItem(tx, probeKind, name))
