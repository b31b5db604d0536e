import * as z from 'zod'
import type { Purpose } from '#vendors/client/budgets.ts'
import type { WithToken } from '#vendors/client/token-cache.ts'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'
import type { MessageTrace } from '#vendors/ports/mailbox-hosts.ts'
import type { Graph } from './graph.ts'
import { probePermissions } from './probe.ts'
import type { MicrosoftTenant } from './tenant.ts'
import { failedDelivery, refusalRead, traceDetail } from './trace-wire.ts'

const path = '/admin/exchange/tracing/messageTraces'
const permission = 'ExchangeMessageTrace.Read.All'

/**
 * Documented: 100 requests in 5 minutes, for whoever asks the tenant. This takes a tenth of a day's, and in no five minutes
 * more than 40; the tenant's own people and other tools have the rest.
 */
const rate: Rate = { perSecond: 100 / 300 / 10, burst: 30 }

/** Nobody waits for it, so it is not divided with what people wait for. */
const purpose: Purpose = 'looks'

/** Documented: 1 to 5,000. */
export const pageSize = 1_000
/** More than these of one list are not read, and nothing is called well then. */
export const pagesMost = 5

/**
 * Neither the permission nor, where it is said with 401, the tenant's own entry for the service behind the trace is there.
 * A token that is not accepted is said with 401 as well, by another code.
 */
const isForbidden = ({ kind, status, code }: VendorError): boolean =>
  kind !== 'transient' && (status === 403 || (status === 401 && code === 'Unauthorized'))

const seconds = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')

/** What became of a tenant's mail: https://learn.microsoft.com/graph/api/messagetracingroot-list-messagetraces */
export function messageTrace(
  graph: Graph,
  { tenantId }: Pick<MicrosoftTenant, 'tenantId'>,
  withToken: WithToken,
): MessageTrace {
  const limit = { key: `microsoft:${tenantId}:trace`, rate, among: [purpose] }
  return {
    async failed({ from, to }, ctx) {
      const filter = `status eq 'failed' and receivedDateTime ge ${seconds(from)} and receivedDateTime le ${seconds(to)}`
      const query = `$filter=${encodeURIComponent(filter)}&$top=${pageSize}`
      try {
        const { items, isWhole } = await graph.firstPages(
          { operation: 'listFailedMail', path: `${path}?${query}`, item: z.unknown(), limit },
          pagesMost,
          { ...ctx, purpose },
        )
        const rows = items.map(failedDelivery)
        const failed = rows.filter((row) => row !== undefined && row !== 'nobodys')
        return { failed, isWhole: isWhole && !rows.includes(undefined) }
      } catch (error) {
        if (isVendorError(error) && isForbidden(error)) return 'forbidden'
        throw error
      }
    },

    async whyFailed({ id, recipient }, ctx) {
      // In OData a quote within a text is written twice.
      const to = encodeURIComponent(recipient.replaceAll("'", "''"))
      // Like any collection of Graph's it may come in pages, and the reason is in the last: https://learn.microsoft.com/graph/paging
      const { items, isWhole } = await graph.firstPages(
        {
          operation: 'readFailedMail',
          path: `${path}/${id}/getDetailsByRecipient(recipientAddress='${to}')`,
          item: traceDetail,
          limit,
        },
        pagesMost,
        { ...ctx, purpose },
      )
      return isWhole ? refusalRead(items) : null
    },

    probe: (ctx) => probePermissions(withToken, [permission], ctx),
  }
}
