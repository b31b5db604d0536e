import type { HostLimit } from '#features/accounts/rules/outside-recipients.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import type { CallContext, CallOutcome } from './call-context.ts'
import type { DnsRecord } from './names.ts'
import type { Probe } from './probe.ts'
import type { ProofMail } from './proof-mail.ts'
import type { SignInInterrupts, SignInPreparation, SignInReadiness } from './sign-in-readiness.ts'

export interface HostedMailbox {
  externalId: string
  address: string
  /** Someone may sign in to it; undefined where the host has not said. */
  enabled: boolean | undefined
  /** False while the host is still making it: minutes, as a rule. */
  ready: boolean
  /** The host itself has stopped it, as for abuse: neither an administrator nor we did, so it is not ours to undo. */
  isStopped?: true
  /** The host says that its password does not last: it may run out. */
  passwordExpires?: true
  /** What it was made with as ours (`NewMailbox.mark`), where the host shows that; some other word of another's. */
  mark?: string
}

export interface NewMailbox {
  address: string
  firstName: string
  lastName: string
  password: string
  /**
   * Kept with it at the host, so that it is known as ours when the answer to making it was lost. Letters, digits and
   * underscores, a letter first, 64 at most: Exchange keeps it as name and alias.
   */
  mark: string
  /** The host's id of it, once it was made or adopted. */
  externalId: string | null
  /** It was made once, or may have been without a mark: then its address is enough to know it by. */
  wasMade: boolean
  /** Ids of mailboxes that its customer had at the same address, and that were removed. */
  formerIds: readonly string[]
  /** The host was asked for it within hours: it may have it, and not show it yet. */
  isAskedFor: boolean
}

interface MailboxRename {
  externalId: string
  firstName: string
  lastName: string
}

export type DkimState =
  /** `records` are what the host wants published; absent where only a person can read them. */
  { state: 'off' | 'created' | 'on'; records: DnsRecord[] }

/** Addresses that a host keeps from sending. */
export interface BlockedSenders {
  /** For what they sent. */
  blocked: readonly string[]
  /** For a reason that nobody has described: of these nothing is known, not that they may send either. */
  unclear: readonly string[]
}

/** What a host says of one of the operator's accounts, or of a mailbox in it. */
export interface HostAlert {
  /** The host's own; made of what it holds, where it could not be read. */
  alertId: string
  type: string
  source: string
  /** The host's name for the form of `data`. */
  kind: string
  /** The mailbox that it is about, in small letters. */
  address: string | null
  /** JSON: what is kept of what the host wrote. */
  data: string
  /** As the host has it; null where that could not be read. */
  at: Date | null
  changedAt: Date | null
  /** Somebody has closed or deleted it there. */
  isClosed: boolean
}

/** `isWhole`: these are all there are. */
export interface HeardAlerts {
  alerts: readonly HostAlert[]
  isWhole: boolean
}

/** One message that did not reach one recipient. Its addresses are for asking why, and are not kept. */
export interface FailedDelivery {
  /** The host's own: one message has the same for each of its recipients. */
  id: string
  /** In small letters. */
  sender: string
  recipient: string
  /** When the host took the message. */
  at: Date
}

/** Why one did not. */
export interface RefusalRead {
  /** A code of the table of refusals; null where it gives none, or one that is not the speaker's to say. */
  code: string | null
  /** When it was refused; null where that is not said. */
  at: Date | null
}

/** What became of mail that the host's accounts sent, as far as the operator has allowed that to be read. */
export interface MessageTrace {
  /** Those of the whole tenant that the host took in a time and could not deliver, newest first; `isWhole`: these are all. */
  failed(
    time: { from: Date; to: Date },
    ctx?: CallContext,
  ): Promise<{ failed: readonly FailedDelivery[]; isWhole: boolean } | 'forbidden'>
  /** Why one failed, null while the host does not say: one call. */
  whyFailed(
    delivery: Pick<FailedDelivery, 'id' | 'recipient'>,
    ctx?: CallContext,
  ): Promise<RefusalRead | null>
  /** Whether the app may read it. Asks the trace itself nothing. */
  probe(ctx?: CallContext): Promise<Probe>
}

/** One Microsoft tenant or Google account. */
export interface MailboxHost {
  platform: Platform
  /** Who switches DKIM on: the API, or a person in the vendor's console. */
  dkimBy: 'api' | 'person'
  /** `adding` is awaited before it is added where it is not there: the answer to that may be lost. */
  ensureDomain(name: string, ctx?: CallContext, adding?: () => Promise<void>): Promise<void>
  domainState(name: string, ctx?: CallContext): Promise<{ added: boolean; verified: boolean }>
  verificationRecord(name: string, ctx?: CallContext): Promise<DnsRecord>
  /** `waiting` until the record is seen there. */
  verifyDomain(name: string, ctx?: CallContext): Promise<void>
  /** MX and SPF as this host wants them; read from the host where it says them. `waiting` until mailboxes can be made. */
  mailRecords(name: string, ctx?: CallContext): Promise<DnsRecord[]>
  dkim(name: string, ctx?: CallContext): Promise<DkimState>
  /** Makes the keys where that is an API call; returns what to publish. */
  ensureDkimKeys(name: string, ctx?: CallContext): Promise<DkimState>
  /** `waiting` until the host sees the published records; `rejected` where a person does it. */
  enableDkim(name: string, ctx?: CallContext): Promise<void>
  /** All mailboxes of a name, paged inside. Those made in the last minutes may still be missing. `isNewDomain`: as below. */
  mailboxes(name: string, ctx?: CallContext, about?: { isNewDomain: boolean }): Promise<HostedMailbox[]>
  /** Every mailbox of the tenant or account in as few calls as it takes, ours or not: for drift. */
  allMailboxes(ctx?: CallContext): Promise<HostedMailbox[]>
  /** Whom the host keeps from sending, of the whole tenant or account at once. Absent where it cannot be asked. */
  blockedSenders?(ctx?: CallContext): Promise<BlockedSenders>
  /**
   * What it has raised since a moment, of the whole account by a call or a few; `forbidden` where the operator has not
   * allowed that. Absent where the host has no such list.
   */
  alerts?(since: Date, ctx?: CallContext): Promise<HeardAlerts | 'forbidden'>
  /** Absent where the host has none. */
  trace?: MessageTrace
  /** How many outside recipients it lets the account reach in 24 hours. Absent where it has no such limit. */
  sendingLimit?(ctx?: CallContext): Promise<HostLimit>
  /**
   * Makes the missing ones of one name's mailboxes and enables those that are disabled, but for what the host itself
   * has stopped. Looks by address first: what stands there and is not ours (`own-mailbox.ts`) is left alone, and the
   * address is refused. What was removed of ours is restored as long as the host keeps it. Returns them in the order given; call again until every one is `enabled` and
   * `ready`, or stopped. `isNewDomain`: the host may still refuse a domain because it does not know it everywhere.
   */
  ensureMailboxes(
    mailboxes: readonly NewMailbox[],
    ctx?: CallContext,
    about?: { isNewDomain: boolean },
  ): Promise<CallOutcome<HostedMailbox>[]>
  /** Returns in the order given, as the two below do. */
  renameMailboxes(changes: readonly MailboxRename[], ctx?: CallContext): Promise<CallOutcome<void>[]>
  setMailboxesEnabled(
    externalIds: readonly string[],
    enabled: boolean,
    ctx?: CallContext,
  ): Promise<CallOutcome<void>[]>
  /** Gives one another password, which ends what was signed in with the former one. */
  setPassword(externalId: string, password: string, ctx?: CallContext): Promise<void>
  /** Keeps passwords from running out, as those of new mailboxes are. Absent where the host says nothing of it. */
  letPasswordsLast?(externalIds: readonly string[], ctx?: CallContext): Promise<CallOutcome<void>[]>
  /** Success when one is gone already. */
  deleteMailboxes(externalIds: readonly string[], ctx?: CallContext): Promise<CallOutcome<void>[]>
  setPhoto(externalId: string, jpeg: Uint8Array<ArrayBuffer>, ctx?: CallContext): Promise<void>
  /** Success when it is gone already; `waiting` while mailboxes are left on it. */
  removeDomain(name: string, ctx?: CallContext): Promise<void>
  /** Accepted is not arrived. It is sent again each time. */
  sendProofMail(mail: ProofMail, ctx?: CallContext): Promise<void>
  /**
   * Lets an app sign in to mailboxes: its consent, and what else the host asks for. Each part is looked at first and
   * changed only where it differs. `waiting` while the host has not heard of a part that it was told just now.
   */
  prepareSignIn(request: SignInPreparation, ctx?: CallContext): Promise<SignInReadiness>
  /** Read only: whether it stays so is the operator's decision. */
  signInInterrupts(ctx?: CallContext): Promise<SignInInterrupts>
  /** Whether the credentials work and which permission is missing, for the operator. */
  probe(ctx?: CallContext): Promise<Probe>
  /** Whether proof mail may be sent; nothing else needs that permission. */
  probeSending(ctx?: CallContext): Promise<Probe>
  /** Whether `prepareSignIn` can give an app its consent; without it a person does. */
  probeConsent(ctx?: CallContext): Promise<Probe>
}
