import type { Platform } from '#shared/plans/catalog.ts'
import { newMailboxWarmup } from '#shared/tools/new-mailbox-warmup.ts'
import { listByDomain } from '../list-by-domain.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { SendingTool } from '../ports/sending-tools.ts'
import { eachOnItsOwn, outcomeOfBoth, runEach } from '../run-each.ts'
import { tryingTool } from '../tool-trial.ts'
import type { VendorClientDependencies } from '../vendor-client.ts'
import { isVendorError } from '../vendor-error.ts'
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
    // The limit alone keeps it from sending: where a suspension is refused, be it that there is one, that is enough.
    async pause(externalIds, ctx = {}) {
      const suspended = await eachOnItsOwn(
        externalIds,
        runEach(externalIds, smartleadConcurrency, async (id) => {
          await api.suspendAccount(id, ctx)
        }),
      )
      const still = await runEach(externalIds, smartleadConcurrency, async (id) => {
        await api.changeAccount(id, { max_email_per_day: 0 }, ctx)
      })
      return suspended.map((outcome, at) => {
        const limited = still[at] ?? outcome
        const isRefused = !outcome.ok && outcome.error.kind !== 'transient'
        return limited.ok && isRefused ? limited : outcomeOfBoth(limited, outcome)
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
