import * as z from 'zod'
import {
  type HostLimit,
  outsideRecipients,
  trialRecipients,
} from '#features/accounts/rules/outside-recipients.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Exchange } from './exchange-invoke-command.ts'
import type { Graph } from './graph.ts'

/**
 * Service plans with a mailbox of Exchange Online. Others are named alike and have none: EXCHANGE_S_FOUNDATION is in
 * nearly every free product. https://learn.microsoft.com/entra/identity/users/licensing-service-plan-reference
 */
const mailboxPlans: ReadonlySet<string> = new Set([
  'EXCHANGE_B_STANDARD',
  'EXCHANGE_L_STANDARD',
  'EXCHANGE_S_DESKLESS',
  'EXCHANGE_S_DESKLESS_GOV',
  'EXCHANGE_S_ENTERPRISE',
  'EXCHANGE_S_ENTERPRISE_GOV',
  'EXCHANGE_S_ESSENTIALS',
  'EXCHANGE_S_STANDARD',
  'EXCHANGE_S_STANDARD_GOV',
  'EXCHANGE_S_STANDARD_MIDMARKET',
])

/** https://learn.microsoft.com/graph/api/resources/subscribedsku */
const sku = z.object({
  skuId: z.string(),
  capabilityStatus: z.string(),
  prepaidUnits: z.object({ enabled: z.int().nonnegative() }),
  servicePlans: z.array(z.object({ servicePlanName: z.string() })),
})

/** https://learn.microsoft.com/graph/api/resources/companysubscription: only here it is said what is a trial. */
const subscription = z.object({ skuId: z.string(), isTrial: z.boolean(), totalLicenses: z.int() })

async function rowsOf<Row extends z.ZodType>(graph: Graph, path: string, row: Row, ctx: CallContext) {
  const rows = await graph.list({ operation: 'licences', path, item: z.unknown() }, ctx)
  return rows.map((each) => row.safeParse(each))
}

/** Paid licenses with a mailbox. What cannot be read is not counted, and what may be a trial is none that is paid. */
async function paidLicenses(graph: Graph, ctx: CallContext): Promise<number> {
  const skus = await rowsOf(graph, '/subscribedSkus', sku, ctx)
  const subscriptions = await rowsOf(graph, '/directory/subscriptions', subscription, ctx)
  const isUnclear = subscriptions.some(({ success }) => !success)
  const trials = new Map<string, number>()
  for (const { data } of subscriptions)
    if (data?.isTrial) trials.set(data.skuId, (trials.get(data.skuId) ?? 0) + data.totalLicenses)
  if (isUnclear) return 0
  return skus.reduce((sum, { data }) => {
    const counts =
      data?.capabilityStatus === 'Enabled' &&
      data.servicePlans.some(({ servicePlanName }) => mailboxPlans.has(servicePlanName))
    return counts ? sum + Math.max(0, data.prepaidUnits.enabled - (trials.get(data.skuId) ?? 0)) : sum
  }, 0)
}

/** Undefined where Microsoft refuses it; that it is away, or does not take our credentials, is thrown. */
async function unlessRefused<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (!isVendorError(error) || error.kind === 'transient') throw error
    if (error.kind === 'unauthorised' && error.status !== 403) throw error
    return undefined
  }
}

/**
 * How many outside recipients a tenant may reach in a day: by Microsoft's own counter, else by the licenses that are paid
 * for, else the lowest.
 */
export async function sendingLimit(
  graph: Graph,
  exchange: Exchange | undefined,
  ctx: CallContext = {},
): Promise<HostLimit> {
  const counted = exchange && (await unlessRefused(exchange.sendingCounter(ctx)))
  if (counted) return { ...counted, by: 'counter' }
  const paid = await unlessRefused(paidLicenses(graph, ctx))
  return paid === undefined
    ? { perDay: trialRecipients, reached: null, by: 'unreadable' }
    : { perDay: outsideRecipients(paid), reached: null, by: 'licenses' }
}
