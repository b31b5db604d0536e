import type { Platform } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { CallContext, CallOutcome } from './call-context.ts'

/** Whether the tool can sign in to a mailbox, by its own word alone: what it has not said is unknown. */
export type ToolConnection =
  | { state: 'connected' | 'pending' | 'unknown' }
  /** With the tool's reason. */
  | { state: 'refused'; reason: string }

export interface ToolMailbox {
  externalId: string
  address: string
  connection: ToolConnection
  /** Campaigns may send from it. */
  sends: boolean
  warmupOn: boolean
  /** The tool refuses to warm it up (banned, blocked): there is nothing to wait for. */
  warmupBarred: boolean
  dailyLimit: number | undefined
  /** Someone has stopped it there by more than its limit, by the tool's own word: that is not ours to undo. */
  suspended?: true
}

/** Whether nothing goes out of it, neither campaigns nor warm-up. */
export const isPaused = ({ sends, warmupOn }: Pick<ToolMailbox, 'sends' | 'warmupOn'>): boolean =>
  !sends && !warmupOn

/** A mailbox that is to go on, and how it stood before it was paused. */
interface PausedMailbox {
  externalId: string
  sends: boolean
  warmupOn: boolean
  /** Emails a day, warm-up not counted. */
  dailyLimit: number
  suspended?: true
}

/** A page of the tool's that has to be signed in to as the mailbox: whoever signs in there is connected. */
interface SignInPage {
  /** As the tool gave it, at the host's real address. It is a secret: its holder can add accounts. */
  link: string
  /** What the tool knows the sign-in by; where there is nothing, only its list says what came of it. */
  session?: string
}

/** What a tool says of a sign-in that was begun. Its word is told once: a caller stores it before acting on it. */
export type SignInResult =
  | { state: 'pending' }
  /** Someone signed in; that the tool can use the mailbox is for its account to say. */
  | { state: 'signed_in'; address: string | undefined }
  | { state: 'failed'; reason: string }
  /** The tool does not know of it any more. */
  | { state: 'lost' }

/**
 * What a tool says of a customer's credentials. `isAway`: it did not answer, so nothing is known of them. `concerns`:
 * the field whose value it refuses.
 */
export type ToolTrial =
  | { ok: true; workspace?: OpenedWorkspace }
  | { ok: false; reason: string; isAway: boolean; concerns: 'apiKey' | 'workspace' | 'url' }

/** Whose pages mailboxes of a platform are signed in at, as tools name them. */
export const signInProviders = { azure: 'microsoft', google: 'google' } as const

/** A tool's way in to the mailboxes of one platform. */
export interface ToolSignIn {
  /**
   * Opens the page on which one mailbox is signed in to.
   * @throws VendorError `not_found` where this account of the tool has no such pages: a person brings mailboxes in
   */
  begin(ctx?: CallContext): Promise<SignInPage>
  /** What came of a page that has a session. */
  result(session: string, ctx?: CallContext): Promise<SignInResult>
  /**
   * Has the tool send a mail from a mailbox, which tries its own way in. Returns why it could not; undefined where it
   * could. Absent where the tool has no such call.
   */
  trySending?(address: string, to: string, ctx?: CallContext): Promise<string | undefined>
}

/** What a tool has counted of some mailboxes together, over whole days. */
/** Days ("2026-11-25"), both included, 31 at most: those that are counted, and the first of a longer time for answers. */
export interface CountedDays {
  from: string
  to: string
  answersFrom: string
}

export interface ToolCounts {
  sent: number
  bounced: number
  /** Absent where it does not count its warm-up mails. */
  warmupSent?: number
  /** Of those, the ones that arrived in the inbox. Absent where it does not say where they arrived. */
  warmupLanded?: number
  /** Cold mails of the longer time, and those that a person answered. Absent where it does not count answers. */
  answers?: { sent: number; replied: number }
}

/** What a tool has counted by domain. One that is missing has sent nothing where the list is whole; else it is unknown. */
export interface DomainCounts {
  counts: ReadonlyMap<string, Pick<ToolCounts, 'sent' | 'bounced'>>
  isWhole: boolean
}

/** One customer's account at a sending tool. */
export interface SendingTool {
  kind: SendingToolId
  /**
   * How mailboxes of a platform get in: each is signed in to on a page of the tool's. Undefined where a person brings
   * them in with the tool's own means. Never by password: neither host takes one from a tool.
   */
  signInAt(platform: Platform): ToolSignIn | undefined
  /** All mailboxes of these domains that the tool has, paged inside. */
  mailboxes(domains: readonly string[], ctx?: CallContext): Promise<ToolMailbox[]>
  /** One mailbox as the tool has it now, read by itself where lists say less; undefined where it has none. */
  mailbox(address: string, ctx?: CallContext): Promise<ToolMailbox | undefined>
  /** Sets daily limit and warm-up, as it begins, of those already there. Returns in the order given, as the one below does. */
  configure(
    externalIds: readonly string[],
    settings: { dailyLimit: number; warmupOn: boolean },
    ctx?: CallContext,
  ): Promise<CallOutcome<void>[]>
  /**
   * Stops campaigns and warm-up of those that are there and keeps everything else of them, their history and their
   * campaigns. Success is only what the tool says to it: a caller that has to be certain lists them afterwards.
   */
  pause(externalIds: readonly string[], ctx?: CallContext): Promise<CallOutcome<void>[]>
  /** Undoes it: each is as it was before. Where warm-up starts in the background it may still be off afterwards. */
  resume(mailboxes: readonly PausedMailbox[], ctx?: CallContext): Promise<CallOutcome<void>[]>
  /** Sets how many mails a day each sends, and changes nothing else of it. 0 is none. */
  limit(
    mailboxes: readonly { externalId: string; dailyLimit: number }[],
    ctx?: CallContext,
  ): Promise<CallOutcome<void>[]>
  /**
   * What it has counted of these mailboxes from one day to another, both included ("2026-11-25", at most 31). Absent where
   * nobody reads the tool's counts yet.
   */
  counts?(addresses: readonly string[], days: CountedDays, ctx?: CallContext): Promise<ToolCounts>
  /** What it has counted of each domain over such days. Absent where it counts by mailbox, or nobody reads it yet. */
  domainCounts?(days: { from: string; to: string }, ctx?: CallContext): Promise<DomainCounts>
  /** Success when one is gone already. */
  disconnect(externalIds: readonly string[], ctx?: CallContext): Promise<CallOutcome<void>[]>
  /** Whether the credentials work; changes nothing there. */
  probe(ctx?: CallContext): Promise<ToolTrial>
}

/** A workspace of a sending tool's account, as its look-up lists them. */
export interface ToolWorkspace {
  id: string
  name: string
}

/** The one that a customer's credentials open, by the tool's own word. `isOnly`: their key opens no other. */
export interface OpenedWorkspace extends ToolWorkspace {
  isOnly: boolean
}
