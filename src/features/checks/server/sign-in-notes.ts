import { interruptSentences } from '#vendors/client/interrupt-sentences.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'

/** How sending tools get in to a tenant's mailboxes, and what will be in their way: told, and not wrong. */
export async function signInNotes(host: MailboxHost): Promise<string[]> {
  const consent = await host.probeConsent()
  const interrupts = await host.signInInterrupts()
  const isKnown = interrupts.securityDefaults !== undefined && interrupts.registrationCampaign !== undefined
  return [
    consent.ok
      ? 'Sending tools get their consent by API.'
      : `A person gives sending tools their consent, when a work item asks for it: ${consent.reason}.`,
    ...interruptSentences(interrupts),
    ...(isKnown
      ? []
      : [
          'Whether security defaults or a registration campaign will interrupt signing in is not known: the app registration needs Policy.Read.All to read it.',
        ]),
  ]
}
