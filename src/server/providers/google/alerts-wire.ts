import * as z from 'zod'
import { keptDetail } from '#shared/health/signals/account-alerts.ts'
import type { HostAlert } from '../ports/mailbox-hosts.ts'

const shortMost = 200

/**
 * https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts/list: no field is required, so
 * none at all means that there are no alerts; a page that has others only is no page of alerts.
 */
export const alertsPage = z
  .looseObject({ alerts: z.array(z.unknown()).optional(), nextPageToken: z.string().max(8_000).optional() })
  .refine(
    (page) => page.alerts !== undefined || page.nextPageToken !== undefined || Object.keys(page).length === 0,
    'no alerts',
  )

/** What it cannot be told by, or kept for, without: everything else of an alert may be missing or of any form. */
const alert = z.looseObject({ alertId: z.string().min(1).max(shortMost), createTime: z.string().max(60) })

const short = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, shortMost)
        .toWellFormed()
    : ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it is no moment of this age that a database can keep. */
function momentOf(value: unknown): Date | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return at > Date.UTC(2000) && at < Date.UTC(2200) ? new Date(at) : undefined
}

const addressIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 320 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
    ? value.toLowerCase().toWellFormed()
    : null

/** One alert as we keep it; undefined where it cannot be read, which is no reason to think that there is none. */
export function hostAlert(value: unknown): HostAlert | undefined {
  const read = alert.safeParse(value)
  const at = momentOf(read.data?.createTime)
  if (!read.data || !at) return undefined
  const { alertId, type, source, data, deleted, metadata, updateTime } = read.data
  const about = isRecord(data) ? data : {}
  const status = isRecord(metadata) ? metadata.status : undefined
  const kind = short(about['@type']).replace(/^type\.googleapis\.com\//, '')
  return {
    alertId: alertId.replace(/\p{Cc}/gu, ' ').toWellFormed(),
    type: short(type),
    source: short(source),
    kind,
    address: addressIn(about.email),
    data: keptDetail(kind, data).toWellFormed(),
    at,
    changedAt: momentOf(updateTime) ?? at,
    isClosed: deleted === true || status === 'CLOSED',
  }
}
