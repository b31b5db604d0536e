import type { Platform } from '#shared/plans/catalog.ts'
import type { SendingToolId } from '#shared/tools/sending-tools.ts'
import type { CallContext, Settled } from './call-context.ts'
import type { NewMailbox } from './mailbox-hosts.ts'

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
}

export interface MailboxToConnect extends NewMailbox {
  platform: Platform
  /** Emails a day, warm-up not counted. */
  dailyLimit: number
}

/**
 * What a tool says of a customer's credentials. `isAway`: it did not answer, so nothing is known of them. `concerns`:
 * the field whose value it refuses.
 */
export type ToolTrial =
  | { ok: true; workspace?: string }
  | { ok: false; reason: string; isAway: boolean; concerns: 'apiKey' | 'workspace' | 'url' }

/** One customer's account at a sending tool. */
export interface SendingTool {
  kind: SendingToolId
  /** How mailboxes of a platform get in: by API, or uploaded by a person. */
  connectsBy(platform: Platform): 'api' | 'person'
  /** All mailboxes of these domains that the tool has, paged inside. */
  mailboxes(domains: readonly string[], ctx?: CallContext): Promise<ToolMailbox[]>
  /**
   * Adds the missing ones, sets the daily limit and switches warm-up on, as it begins for new mailboxes, where they
   * differ. Looks by address first. Returns in the order given; `waiting` for one that a person has to upload. Where
   * warm-up starts in the background the answer may still say that it is off.
   */
  ensureConnected(mailboxes: readonly MailboxToConnect[], ctx?: CallContext): Promise<Settled<ToolMailbox>[]>
  /** Sets daily limit and warm-up, as it begins, of those already there. Returns in the order given, as the one below does. */
  configure(
    externalIds: readonly string[],
    settings: { dailyLimit: number; warmupOn: boolean },
    ctx?: CallContext,
  ): Promise<Settled<void>[]>
  /**
   * Stops campaigns and warm-up of those that are there and keeps everything else of them, their history and their
   * campaigns. Success is only what the tool says to it: a caller that has to be certain lists them afterwards.
   */
  pause(externalIds: readonly string[], ctx?: CallContext): Promise<Settled<void>[]>
  /** Undoes it: each is as it was before. Where warm-up starts in the background it may still be off afterwards. */
  resume(mailboxes: readonly PausedMailbox[], ctx?: CallContext): Promise<Settled<void>[]>
  /** Success when one is gone already. */
  disconnect(externalIds: readonly string[], ctx?: CallContext): Promise<Settled<void>[]>
  /** Whether the credentials work; changes nothing there. */
  probe(ctx?: CallContext): Promise<ToolTrial>
}

/** A workspace of a sending tool's account, as its look-up lists them. */
export interface ToolWorkspace {
  id: string
  name: string
}
