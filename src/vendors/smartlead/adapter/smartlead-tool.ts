import { smartleadOutboundFields } from '#features/bulk-update/rules/smartlead.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { newMailboxWarmup } from '#features/tools/rules/new-mailbox-warmup.ts'
import { failed, succeeded } from '#vendors/client/call-outcome.ts'
import { listByDomain } from '#vendors/client/list-by-domain.ts'
import { outcomeOfBoth, runEach } from '#vendors/client/run-each.ts'
import { tryingTool } from '#vendors/client/tool-trial.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import type { SendingTool } from '#vendors/ports/sending-tools.ts'
import {
  createSmartleadApi,
  type SmartleadApi,
  type SmartleadKeyCredentials,
  type SmartleadUrls,
  smartleadConcurrency,
} from './api.ts'
import { countByDomain } from './count-by-domain.ts'
import { type AccountBody, toToolMailbox } from './wire.ts'

const { limit, increment, replyRatePercent } = newMailboxWarmup.smartlead
/** As creating an account and changing its warm-up take it. */
const freshWarmup = {
  warmup_enabled: true,
  total_warmup_per_day: limit,
  daily_rampup: increment,
  reply_rate_percentage: replyRatePercent,
}
const switchedOn = { ...freshWarmup, is_rampup_enabled: true }

/** A customer's Smartlead account, by API key, on documented calls alone. */
export function createSmartleadTool(
  urls: Pick<SmartleadUrls, 'apiUrl'>,
  credentials: SmartleadKeyCredentials,
  /** By platform, as the customer pasted them. */
  links: Readonly<Partial<Record<Platform, string>>>,
  dependencies: VendorClientDependencies,
): SendingTool {
  const api = createSmartleadApi(urls, credentials, dependencies)
  return {
    kind: 'smartlead',
    // The customer's own link, the same for every mailbox: only the list says what came of it.
    signInAt(platform) {
      const link = links[platform]
      return link
        ? {
            begin: () => Promise.resolve({ link }),
            result: () => Promise.resolve({ state: 'pending' }),
          }
        : undefined
    },
    async mailboxes(domains, ctx = {}) {
      const found = await listByDomain(domains, api.accountPages(ctx), (row) => row.from_email)
      return found.map(toToolMailbox)
    },
    async mailbox(address, ctx = {}) {
      const found = await findAccount(api, address, ctx)
      return found && toToolMailbox(found)
    },
    configure: (externalIds, { dailyLimit, warmupOn }, ctx = {}) =>
      runEach(externalIds, smartleadConcurrency, async (id) => {
        const time_to_wait_in_mins = smartleadOutboundFields.minTimeToWaitInMins.default
        await api.changeAccount(id, { max_email_per_day: dailyLimit, time_to_wait_in_mins }, ctx)
        await api.changeWarmup(id, warmupOn ? switchedOn : { warmup_enabled: false }, ctx)
      }),
    limit: (mailboxes, ctx = {}) =>
      runEach(mailboxes, smartleadConcurrency, async ({ externalId, dailyLimit }) => {
        await api.changeAccount(externalId, { max_email_per_day: dailyLimit }, ctx)
      }),
    /**
     * The suspension stops it, by its page, campaigns and warm-up. A limit of 0 alone may be none at all, as someone has
     * counted (docs/decisions/089): it follows a suspension, which not every list shows, so that it can be seen.
     */
    async pause(externalIds, ctx = {}) {
      const suspended = await suspendEach(api, externalIds, ctx)
      const limited = await runEach([...externalIds.entries()], smartleadConcurrency, async ([at, id]) => {
        const limit = suspended[at]?.ok ? 0 : leastLimit
        await api.changeAccount(id, { max_email_per_day: limit }, ctx)
      })
      return suspended.map((outcome, at) => {
        const set = limited[at] ?? outcome
        const isRefused = !outcome.ok && outcome.error.kind !== 'transient'
        return isRefused && set.ok ? failed(sendsALittle(outcome.error)) : outcomeOfBoth(set, outcome)
      })
    },
    /**
     * Warm-up is as it was: suspending an account keeps its settings. The limit comes first, since the 0 that it has
     * may be none: what ends in between stays suspended, and is resumed again.
     */
    resume: (mailboxes, ctx = {}) =>
      runEach(mailboxes, smartleadConcurrency, async ({ externalId, sends, dailyLimit, suspended }) => {
        await api.changeAccount(externalId, { max_email_per_day: dailyLimit }, ctx)
        // Noted by earlier releases as what does not send and has a limit all the same.
        const wasSuspended = suspended || (!sends && dailyLimit > 0)
        if (!wasSuspended) await api.unsuspendAccount(externalId, ctx).catch(unlessFree)
      }),
    domainCounts: (days, ctx = {}) => countByDomain(api, days, ctx),
    disconnect: (externalIds, ctx = {}) =>
      runEach(externalIds, smartleadConcurrency, async (id) => {
        try {
          await api.deleteAccount(id, ctx)
        } catch (error) {
          if (!isVendorError(error, 'not_found')) throw error
        }
      }),
    probe: (ctx = {}) =>
      tryingTool(async () => {
        await api.probe(ctx)
        return undefined
      }),
  }
}

/** The least that is certainly a limit. */
const leastLimit = 1

/** The key is good, since the limit was set with it. */
const sendsALittle = (error: VendorError): VendorError =>
  reworded(
    error,
    { kind: 'rejected' },
    `Smartlead does not suspend the mailbox (${error.reason}), so it sends at most ${leastLimit} a day; to stop it, take it out of its campaigns there`,
  )

/** Each with its own outcome: 403 may be of a single one. A key that is refused is not tried with the others. */
async function suspendEach(
  api: SmartleadApi,
  externalIds: readonly string[],
  ctx: CallContext,
): Promise<CallOutcome<void>[]> {
  let refusedKey: VendorError | undefined
  const outcomes = await runEach(externalIds, smartleadConcurrency, async (id) => {
    if (refusedKey) return failed(refusedKey)
    try {
      await api.suspendAccount(id, ctx).catch(unlessSuspended)
      return succeeded<void>(undefined)
    } catch (error) {
      if (!isVendorError(error, 'unauthorised')) throw error
      if (error.status !== 403) refusedKey = error
      return failed(error)
    }
  })
  return outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome))
}

/** Whether suspending twice is refused, and how, is not described: a worker that ended in between does it. */
const isSuspended =
  /(already|currently) (been )?(suspended|inactive|paused|disabled)|(is|was|has been) suspended|suspension (already )?exists/i
function unlessSuspended(error: unknown): void {
  if (!isVendorError(error, 'rejected') || !isSuspended.test(error.reason)) throw error
}

/** What is said of an account that nobody has suspended, or has let go on already, is not described. */
const isFree = /not (currently )?suspended|already (active|unsuspended)|no suspension/i
function unlessFree(error: unknown): void {
  if (isVendorError(error, 'not_found')) return
  if (!isVendorError(error, 'rejected') || !isFree.test(error.reason)) throw error
}

async function findAccount(
  api: SmartleadApi,
  address: string,
  ctx: CallContext,
): Promise<AccountBody | undefined> {
  const wanted = address.toLowerCase()
  for await (const page of api.accountPages(ctx)(wanted)) {
    const found = page.find((row) => row.from_email.toLowerCase() === wanted)
    if (found) return found
  }
  return undefined
}
