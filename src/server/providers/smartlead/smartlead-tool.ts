import { newMailboxWarmup } from '#shared/tools/new-mailbox-warmup.ts'
import { domainOf, listByDomain } from '../list-by-domain.ts'
import { mailServers } from '../mail-servers.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { MailboxToConnect, SendingTool, ToolMailbox } from '../ports/sending-tools.ts'
import { settleEach } from '../settle-each.ts'
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
  dependencies: VendorClientDependencies,
): SendingTool {
  const api = createSmartleadApi(urls, credentials, dependencies)
  return {
    kind: 'smartlead',
    connectsBy: () => 'api',
    async mailboxes(domains, ctx = {}) {
      const found = await listByDomain(domains, api.accountPages(ctx), (row) => row.from_email)
      return found.map(toToolMailbox)
    },
    async ensureConnected(mailboxes, ctx = {}) {
      const there = await accountsAt(api, mailboxes, ctx)
      return settleEach(mailboxes, smartleadConcurrency, (mailbox) =>
        ensureAccount(api, mailbox, there.get(mailbox.address.toLowerCase()), ctx),
      )
    },
    configure: (externalIds, { dailyLimit, warmupOn }, ctx = {}) =>
      settleEach(externalIds, smartleadConcurrency, async (id) => {
        await api.changeAccount(id, { max_email_per_day: dailyLimit }, ctx)
        await api.changeWarmup(id, warmupOn ? switchedOn : { warmup_enabled: false }, ctx)
      }),
    // One call for both: that it suspends is documented but not shown afterwards, that it sends nothing is.
    pause: (externalIds, ctx = {}) =>
      settleEach(externalIds, smartleadConcurrency, async (id) => {
        await api.changeAccount(id, { is_suspended: true, max_email_per_day: 0 }, ctx)
      }),
    // Warm-up is as it was: suspending an account keeps its settings.
    resume: (mailboxes, ctx = {}) =>
      settleEach(mailboxes, smartleadConcurrency, async ({ externalId, sends, dailyLimit }) => {
        const is_suspended = !sends && dailyLimit > 0
        await api.changeAccount(externalId, { is_suspended, max_email_per_day: dailyLimit }, ctx)
      }),
    disconnect: (externalIds, ctx = {}) =>
      settleEach(externalIds, smartleadConcurrency, async (id) => {
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

/** Those of the mailboxes that are there, by address: one is searched for, many are listed. */
async function accountsAt(
  api: SmartleadApi,
  mailboxes: readonly MailboxToConnect[],
  ctx: CallContext,
): Promise<Map<string, AccountBody>> {
  const [first] = mailboxes
  if (!first) return new Map()
  if (mailboxes.length === 1) {
    const found = await findAccount(api, first.address, ctx)
    return new Map(found ? [[first.address.toLowerCase(), found]] : [])
  }
  const domains = [...new Set(mailboxes.map((mailbox) => domainOf(mailbox.address)))]
  const found = await listByDomain(domains, api.accountPages(ctx), (row) => row.from_email)
  return new Map(found.map((row) => [row.from_email.toLowerCase(), row]))
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

async function ensureAccount(
  api: SmartleadApi,
  mailbox: MailboxToConnect,
  there: AccountBody | undefined,
  ctx: CallContext,
): Promise<ToolMailbox> {
  if (there) return adjust(api, mailbox, toToolMailbox(there), ctx)
  const servers = mailServers[mailbox.platform]
  try {
    const { id } = await api.save(
      {
        id: null,
        from_name: `${mailbox.firstName} ${mailbox.lastName}`.trim(),
        from_email: mailbox.address,
        user_name: mailbox.address,
        password: mailbox.password,
        smtp_host: servers.smtpHost,
        smtp_port: servers.smtpPort,
        imap_host: servers.imapHost,
        imap_port: servers.imapPort,
        ...freshWarmup,
        max_email_per_day: mailbox.dailyLimit,
      },
      [mailbox.password],
      ctx,
    )
    return {
      externalId: String(id),
      address: mailbox.address.toLowerCase(),
      // Saved is not signed in: the next list says.
      connection: { state: 'unknown' },
      sends: true,
      warmupOn: true,
      warmupBarred: false,
      dailyLimit: mailbox.dailyLimit,
    }
  } catch (error) {
    // "Already exists" is success when it is there: another call of ours may have made it meanwhile.
    if (!isVendorError(error, 'rejected')) throw error
    const made = await findAccount(api, mailbox.address, ctx)
    if (made) return adjust(api, mailbox, toToolMailbox(made), ctx)
    throw error
  }
}

async function adjust(
  api: SmartleadApi,
  { dailyLimit }: MailboxToConnect,
  there: ToolMailbox,
  ctx: CallContext,
): Promise<ToolMailbox> {
  if (there.dailyLimit !== dailyLimit)
    await api.changeAccount(there.externalId, { max_email_per_day: dailyLimit }, ctx)
  const switchOn = !there.warmupOn && !there.warmupBarred
  if (switchOn) await api.changeWarmup(there.externalId, switchedOn, ctx)
  return { ...there, dailyLimit, warmupOn: there.warmupOn || switchOn }
}
