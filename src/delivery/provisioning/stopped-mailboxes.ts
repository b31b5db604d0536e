import { countOf } from '#base/text/count-of.ts'
import type { DomainChange } from '#features/domains/rules/domain-change.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { type Desired, type DesiredMailbox, type Holding, mailboxesDigest } from './desired.ts'
import type { Facts } from './facts.ts'

/**
 * Wanted mailboxes that their host itself has stopped. They are known by being disabled although all that was wanted of
 * the host is done; after a pause they are disabled as well, until that is.
 */
export const stoppedByHost = (desired: Desired, facts: Facts): DesiredMailbox[] =>
  facts.mailboxes?.digest === mailboxesDigest(desired)
    ? desired.mailboxes.filter(({ want, hostState }) => want === 'active' && hostState === 'disabled')
    : []

/** What is said of mailboxes that their host has stopped, and what to do: a sentence without its end. */
export const stoppedText = ({ platform }: Pick<Holding, 'platform'>, stopped: number, of: number): string =>
  `${hostNames[platform]} itself has suspended ${stopped} of ${countOf(of, 'mailbox', 'mailboxes')}; swap them for new addresses, or ask support whether they may go on`

/** What stands beside the status of a delivered name while its host has stopped mailboxes of it. */
export function suspensionOf(
  holding: Holding,
  desired: Desired,
  facts: Facts,
  now: Date,
): DomainChange | undefined {
  const stopped = stoppedByHost(desired, facts).length
  if (stopped === 0) return undefined
  const wanted = desired.mailboxes.filter(({ want }) => want === 'active').length
  return {
    what: 'stopped',
    since: holding.changing?.what === 'stopped' ? holding.changing.since : now.toISOString(),
    why: 'waiting',
    by: hostNames[holding.platform],
    detail: stoppedText(holding, stopped, wanted),
  }
}
