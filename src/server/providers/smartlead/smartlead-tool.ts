import type { Platform } from '#shared/plans/catalog.ts'
import { newMailboxWarmup } from '#shared/tools/new-mailbox-warmup.ts'
import { failed } from '../call-outcome.ts'
import { listByDomain } from '../list-by-domain.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { SendingTool } from '../ports/sending-tools.ts'
import { eachOnItsOwn, outcomeOfBoth, runEach } from '../run-each.ts'
import { tryingTool } from '../tool-trial.ts'
import type { VendorClientDependencies } from '../vendor-client.ts'
import { isVendorError, type VendorError } from '../vendor-error.ts'
import { reworded } from '../vendor-words.ts'
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
        await api.changeAccount(id, { max_email_per_day: dailyLimit }, ctx)
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
      const suspended = await eachOnItsOwn(
        externalIds,
        runEach(externalIds, smartleadConcurrency, async (id) => {
          await api.suspendAccount(id, ctx).catch(unlessSuspended)
        }),
      )
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
    // Warm-up is as it was: suspending an account keeps its settings.
    resume: (mailboxes, ctx = {}) =>
      runEach(mailboxes, smartleadConcurrency, async ({ externalId, sends, dailyLimit }) => {
        const wasSuspended = !sends && dailyLimit > 0
        // First of all: a limit that is shown says that it is not suspended any more.
        if (!wasSuspended) await api.unsuspendAccount(externalId, ctx).catch(unlessFree)
        await api.changeAccount(externalId, { max_email_per_day: dailyLimit }, ctx)
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

/** Whether suspending twice is refused is not described. */
function unlessSuspended(error: unknown): void {
  if (!isVendorError(error, 'rejected') || !/already suspended/i.test(error.reason)) throw error
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
