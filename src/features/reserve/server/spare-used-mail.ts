import { receiveDays } from '#features/replacement/rules/overlap.ts'
import type { Replacement } from '#features/replacement/rules/replace-request.ts'

interface SpareUsed extends Replacement {
  /** Whom it is for. */
  name: string
  publicUrl: string
}

/** A mail about a lost domain that was replaced without asking: what is left to its customer. */
export const spareUsedMail = ({ originalDomain, newDomain, name, publicUrl }: SpareUsed) => ({
  subject: `${newDomain} has replaced ${originalDomain}`,
  text: [
    `Hello ${name},`,
    `${originalDomain} will not recover, so ${newDomain}, one of your spares, has taken its place, as you have set it under Health. There is nothing to pay.`,
    `To do: add the mailboxes of ${newDomain} to your campaigns, and take those of ${originalDomain} out. The spare begins with a quarter of its cold mail, more every few days.`,
    `Mail to ${originalDomain} arrives for ${receiveDays} days. It is in your reserve now: replace it there to have a spare again.`,
    `Your spares: ${publicUrl}/health`,
  ].join('\n\n'),
})
