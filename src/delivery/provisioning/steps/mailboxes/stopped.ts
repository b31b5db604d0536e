import { countOf } from '#base/text/count-of.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { DesiredMailbox } from '../../desired.ts'
import { appendEvent } from '../../events.ts'
import type { StepContext } from '../../step-context.ts'
import { stoppedByHost, stoppedText } from '../../stopped-mailboxes.ts'
import { vendorOf } from '../mailbox-host.ts'
import { fullName, type StandingAtHost } from './standing.ts'
import { updateEach } from './update-each.ts'

/**
 * Mailboxes that the host itself has stopped stay so: they are noted as disabled, so that nothing is missing because of
 * them, and customer and operator are told once. A name that was never delivered waits for the operator instead.
 * @returns those mailboxes, and what holds the name up
 */
export async function noteStopped(
  context: StepContext,
  wanted: readonly DesiredMailbox[],
  standing: StandingAtHost,
): Promise<{ stopped: DesiredMailbox[]; failures: CallOutcome<unknown>[] }> {
  const { holding, save } = context
  const stopped = wanted.filter(({ address }) => standing.get(address)?.isStopped)
  if (stopped.length === 0) return { stopped, failures: [] }
  if (holding.deliveredAt === null) {
    const reason = `the host itself has suspended ${stopped.length} of ${countOf(wanted.length, 'mailbox', 'mailboxes')}`
    const operation = 'ensureMailboxes'
    const error = new VendorError({ vendor: vendorOf(context), operation, ...waitsForOperator, reason })
    return { stopped, failures: [{ ok: false, error }] }
  }
  const news = stopped.filter(({ hostState, externalId }) => hostState !== 'disabled' || externalId === null)
  if (news.length > 0) {
    const sentence = stoppedText(holding, stopped.length, wanted.length)
    await save({}, async (tx) => {
      await updateEach(tx, rowsOf(news, standing, 'disabled'))
      await appendEvent(tx, { ...eventOf(context), kind: 'mailboxes.stopped', sentence })
      await context.alert(tx, alertOf(context, news, sentence))
    })
  }
  return { stopped, failures: [] }
}

/** Once a day for an account: where Google suspends one for abuse it often suspends many. */
function alertOf(
  { holding, facts, name, now }: StepContext,
  news: readonly DesiredMailbox[],
  customersSentence: string,
) {
  const host = hostNames[holding.platform]
  return {
    key: `stopped:${facts.host?.accountId}:${now().toISOString().slice(0, 10)}`,
    subject: `${host} has suspended mailboxes of ${name}`,
    text: `${host} itself has suspended ${news.map(({ address }) => address).join(', ')}. It may suspend others there as well: Health in the console shows all of them by account.\n\nThey stay suspended: only somebody who knows why should let them go on, in the console of ${host}. Once they are enabled there the product notices within a day, or at once where you press Look now on the domain's page in the console.\n\nTheir customer reads: ${customersSentence}.`,
  }
}

/** Those that the host had stopped and lets go on again; the sending tool is asked about them anew. */
export async function noteBack(
  context: StepContext,
  wanted: readonly DesiredMailbox[],
  standing: StandingAtHost,
): Promise<DesiredMailbox[]> {
  const { desired, facts, holding, save } = context
  const were = new Set(stoppedByHost(desired, facts))
  const back = wanted.filter((mailbox) => {
    const there = standing.get(mailbox.address)
    return were.has(mailbox) && there?.enabled === true && there.ready
  })
  if (back.length === 0) return back
  const count = countOf(back.length, 'mailbox', 'mailboxes')
  const sentence = `${hostNames[holding.platform]} lets ${count} go on that it had suspended`
  await save({ tool: undefined }, async (tx) => {
    await updateEach(tx, rowsOf(back, standing, 'active'))
    await appendEvent(tx, { ...eventOf(context), kind: 'mailboxes.released', sentence })
  })
  return back
}

const eventOf = ({ holding, name }: StepContext) => ({
  customerId: holding.customerId,
  domainId: holding.domainId,
  name,
})

const rowsOf = (
  mailboxes: readonly DesiredMailbox[],
  standing: StandingAtHost,
  hostState: 'active' | 'disabled',
) =>
  mailboxes.flatMap((mailbox) => {
    const { id, hostName } = mailbox
    const externalId = standing.get(mailbox.address)?.externalId
    return externalId ? [{ id, externalId, hostState, hostName: hostName ?? fullName(mailbox) }] : []
  })
