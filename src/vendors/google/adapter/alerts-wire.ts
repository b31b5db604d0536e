import { createHash } from 'node:crypto'
import * as z from 'zod'
import { keptDetail } from '#features/health/rules/signals/account-alerts.ts'
import type { HostAlert } from '#vendors/ports/mailbox-hosts.ts'

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

const short = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, shortMost)
        .toWellFormed()
    : ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null where it is no moment of this age that a database can keep. */
function momentOf(value: unknown): Date | null {
  const at = typeof value === 'string' && value.length <= 60 ? Date.parse(value) : Number.NaN
  return at > Date.UTC(2000) && at < Date.UTC(2200) ? new Date(at) : null
}

const addressIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 320 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
    ? value.toLowerCase().toWellFormed()
    : null

/** One without a name of its own is known by what it holds. */
const idOf = (value: unknown, id: unknown): string =>
  typeof id === 'string' && id.length > 0 && id.length <= shortMost
    ? id.replace(/\p{Cc}/gu, ' ').toWellFormed()
    : `without an id: ${createHash('sha256')
        .update(JSON.stringify(value) ?? '')
        .digest('base64url')}`

/**
 * One alert as we keep it. Whatever of it cannot be read is left empty, which is no reason to think that there is none: it
 * then is one that nobody has described.
 */
export function hostAlert(value: unknown): HostAlert {
  const { alertId, createTime, type, source, data, deleted, metadata, updateTime } = isRecord(value)
    ? value
    : {}
  const about = isRecord(data) ? data : {}
  const status = isRecord(metadata) ? metadata.status : undefined
  const kind = short(about['@type']).replace(/^type\.googleapis\.com\//, '')
  return {
    alertId: idOf(value, alertId),
    type: short(type),
    source: short(source),
    kind,
    address: addressIn(about.email),
    data: keptDetail(kind, data).toWellFormed(),
    at: momentOf(createTime),
    changedAt: momentOf(updateTime) ?? momentOf(createTime),
    isClosed: deleted === true || status === 'CLOSED',
  }
}
