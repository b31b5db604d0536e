import type { CallContext } from './call-context.ts'
import type { Probe } from './probe.ts'

/** One mail that shows what becomes of a domain's mail elsewhere. */
export interface ProofMail {
  /** The mailbox it is sent from, as its host knows it. */
  from: { externalId: string; address: string }
  to: string
  /** A random word that the subject holds, by which it is found again. */
  token: string
}

/** What a receiving host did with a mail, and what it wrote about it. */
export interface ArrivedMail {
  folder: 'inbox' | 'junk'
  /** What of the inbox the folder alone does not tell: it lies under a tab, or was moved away. */
  shownAs?: 'tab' | 'elsewhere'
  /** An ISO time. */
  receivedAt: string
  /** The `Authentication-Results` that the receiving host wrote, wherever it stands; absent where it wrote none. */
  authenticationResults?: string
}

export const probeVendors = ['microsoft', 'google'] as const
export type ProbeVendor = (typeof probeVendors)[number]

/** A mailbox of the operator's that is there to receive proof mail. */
export interface ProbeMailbox {
  vendor: ProbeVendor
  address: string
  /** The mail that holds the token, of those since a moment; undefined while it has not arrived. */
  readProofMail(token: string, since: Date, ctx?: CallContext): Promise<ArrivedMail | undefined>
  /** Whether it can be read, for the operator. */
  probe(ctx?: CallContext): Promise<Probe>
}

/** One that the operator has added. */
export interface KeptProbeMailbox extends ProbeMailbox {
  id: string
  /** When it was read last, or added, in epoch ms. */
  lastReadAt: number
}

/** What people read who come upon such a mail. */
export const proofSubject = (token: string): string => `Delivery check ${token}`
export const proofText =
  'This message was sent automatically, to see that mail from this domain is signed, authenticated and delivered. Nobody needs to act on it.'
