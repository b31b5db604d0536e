import type { CallOutcome } from '../../../providers/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '../../../providers/ports/mailbox-hosts.ts'
import type { DesiredMailbox } from '../../desired.ts'
import type { StepContext } from '../../step-context.ts'

export type MadeMailbox = DesiredMailbox & { externalId: string }
export const isMade = (mailbox: DesiredMailbox): mailbox is MadeMailbox => mailbox.externalId !== null

export const fullName = (mailbox: DesiredMailbox) => `${mailbox.firstName} ${mailbox.lastName}`

/** What the host has of the name, by address. */
export const standingAt = async ({ name, call }: StepContext, host: MailboxHost): Promise<StandingAtHost> =>
  new Map((await host.mailboxes(name, call)).map((mailbox) => [mailbox.address, mailbox]))
export type StandingAtHost = ReadonlyMap<string, HostedMailbox>

/** What is gone already needs neither disabling nor removing. */
export const isDone = (outcome: CallOutcome<unknown> | undefined) =>
  outcome?.ok || (outcome?.ok === false && outcome.error.kind === 'not_found')
