import { failed } from '#vendors/client/call-outcome.ts'
import { isForbidden } from '#vendors/client/run-each.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { DesiredMailbox } from '../../desired.ts'
import type { StepContext } from '../../step-context.ts'

export type MadeMailbox = DesiredMailbox & { externalId: string }
export const isMade = (mailbox: DesiredMailbox): mailbox is MadeMailbox => mailbox.externalId !== null

/** It may stand at the host without our mark: made by an earlier release, or once more by hand. */
export const wasMade = ({ externalId, isUnmarked }: DesiredMailbox): boolean =>
  externalId !== null || isUnmarked

export const fullName = (mailbox: DesiredMailbox) => `${mailbox.firstName} ${mailbox.lastName}`

/** A host knows a domain everywhere by then, as a rule within the hour: whatever it refuses afterwards lasts. */
const newForMs = 6 * 3600_000

/** Whether the host may still refuse the domain because it does not know it everywhere. */
export const isNewAtHost = ({ facts: { verified }, now }: StepContext): boolean =>
  !verified || now().getTime() - Date.parse(verified.since ?? verified.at) < newForMs

/** What the host has of the name and is ours, by address: who else stands at an address of ours is left alone. */
export async function standingAt(context: StepContext, host: MailboxHost): Promise<StandingAtHost> {
  const about = { isNewDomain: isNewAtHost(context) }
  const mailboxes = await host.mailboxes(context.name, context.call, about)
  const rows = new Map(context.desired.mailboxes.map((row) => [row.address, row]))
  const isOurs = ({ address, mark }: HostedMailbox) => {
    const row = rows.get(address)
    return row !== undefined && (wasMade(row) || row.id === mark)
  }
  return new Map(mailboxes.filter(isOurs).map((mailbox) => [mailbox.address, mailbox]))
}
export type StandingAtHost = ReadonlyMap<string, HostedMailbox>

/** What is gone already needs neither disabling nor removing. */
export const isDone = (outcome: CallOutcome<unknown> | undefined) =>
  outcome?.ok || (outcome?.ok === false && outcome.error.kind === 'not_found')

/** What is forbidden about one mailbox says which; the others are done. */
export const named = <T>(
  mailboxes: readonly Pick<DesiredMailbox, 'address'>[],
  outcomes: readonly CallOutcome<T>[],
): CallOutcome<T>[] =>
  outcomes.map((outcome, i) => {
    if (outcome.ok || !isForbidden(outcome)) return outcome
    const { error } = outcome
    const meaning = { kind: 'unauthorised', waitsFor: 'operator' } as const
    return failed(reworded(error, meaning, `${mailboxes[i]?.address}: ${error.reason}`))
  })
