import type { AccountTag, Narrowing } from '#features/bulk-update/rules/narrowing.ts'
import type { Pace } from '#features/bulk-update/rules/pace.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { CallContext, CallOutcome } from './call-context.ts'

/**
 * An account as it stands in the tool. A field is undefined where this way in does not show it, so that it
 * can be neither confirmed nor denied.
 */
export interface BulkAccount {
  /** What the other verbs take. */
  id: string
  email: string
  firstName: string
  lastName: string
  /** The name that recipients see. */
  fromName: string
  /** In the tool's own words: `OUTLOOK`, `Microsoft`. */
  type: string
  warmupOn: boolean
  /** 0 to 100. */
  warmupScore: number | undefined
  dailyLimit: number | undefined
  sendingGapMinutes: number | undefined
  warmupLimit: number | undefined
  /** Warm-up emails more each day; 0 without ramp-up. */
  warmupIncrement: number | undefined
  replyRatePercent: number | undefined
  /** HTML; empty without one. */
  signature: string | undefined
  tags: string[] | undefined
}

/** What is given is set, what is absent stays. */
export interface BulkSettings {
  warmup?: {
    /** Warm-up emails a day. */
    limit?: number
    /** Warm-up emails more each day; 0 switches the ramp-up off. */
    increment?: number
    replyRatePercent?: number
    /** The word by which the tool's filter recognises warm-up mail. */
    tag?: string
    /** Switches warm-up on as well; otherwise it stays on or off. */
    alsoEnable?: boolean
  }
  outbound?: { dailyLimit?: number; sendingGapMinutes?: number }
}

export interface BulkContext extends CallContext {
  /** Told of each account as soon as its outcome is known, so that a job can note it and go on after a crash. */
  onOutcome?: (id: string, outcome: CallOutcome<void>) => void
}

export interface ListingContext extends CallContext {
  /** Told of each page of the list: how many accounts it has, those on other domains too. What it throws ends the listing. */
  onRead?: (accounts: number) => void
}

/**
 * A customer's sending tool as the bulk-update helper uses it. Outcomes come in the order of the ids. One
 * account's failure leaves the others alone; refused credentials throw, since nothing more can succeed. A tool
 * may say yes and do nothing, so only `readBack` tells what has changed. Everything may be repeated.
 */
export interface BulkTool {
  kind: BulkToolId
  /** How fast this way in is, within the vendor's limit. */
  pace: Pace
  /** This way in resets the outbound setting that is left out: both are set, or neither. */
  outboundTogether?: true
  /** With their sending address in one of the domains, or all. */
  listAccounts(domains: readonly string[] | 'all', ctx?: ListingContext): Promise<BulkAccount[]>
  /** What the tool's own search finds; absent where this way in documents none. */
  listNarrowed?(to: Narrowing, ctx?: ListingContext): Promise<BulkAccount[]>
  /** Pages of the tags that `listNarrowed` takes. */
  tagPages?(ctx?: CallContext): AsyncIterable<AccountTag[]>
  /** `rejected` before anything is sent when a value is outside what the tool takes. */
  updateSettings(
    ids: readonly string[],
    settings: BulkSettings,
    ctx?: BulkContext,
  ): Promise<CallOutcome<void>[]>
  /** `transient` for those the tool is still working on; `readBack` tells later. */
  enableWarmup(ids: readonly string[], ctx?: BulkContext): Promise<CallOutcome<void>[]>
  disableWarmup(ids: readonly string[], ctx?: BulkContext): Promise<CallOutcome<void>[]>
  setSignature(ids: readonly string[], html: string, ctx?: BulkContext): Promise<CallOutcome<void>[]>
  /** Adds the tags, made where they do not exist; other tags stay. */
  setTags(ids: readonly string[], tags: readonly string[], ctx?: BulkContext): Promise<CallOutcome<void>[]>
  /** The accounts as they stand now, in no order; those that are gone are left out. */
  readBack(ids: readonly string[], ctx?: CallContext): Promise<BulkAccount[]>
}
