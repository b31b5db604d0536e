import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'

/** Whether what single receivers refuse may be read: told, and not wrong, since a tenant works without. */
export async function traceNotes({ trace }: MailboxHost): Promise<string[]> {
  if (!trace) return []
  const probe = await trace.probe({ purpose: 'waiting' })
  if (probe.ok) return ['Its app may read the message trace.']
  if (probe.isAway) return [`Whether its message trace may be read is not known at present: ${probe.reason}.`]
  return [
    'Its message trace is not read, so what single receivers refuse is not known: give the app registration ExchangeMessageTrace.Read.All.',
  ]
}
