import { Hono } from 'hono'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { googleError } from './answers.ts'
import type { GoogleState, WorkspaceAlert } from './state.ts'
import type { GoogleEnv, Tokens } from './tokens.ts'

const scope = 'https://www.googleapis.com/auth/apps.alerts'
/** Not published; a server "may return fewer items than requested", so it does. */
const pageMost = 50
/** Not published: few, so that nothing depends on many. */
const quota = { perSecond: 2, burst: 30 }

/** The one filter and the one order that the product uses, of those in .../alertcenter/reference/filter-fields. */
const createdFilter = /^createTime >= "([^"]+)"$/
const newestFirst = 'createTime desc'

/** https://google.aip.dev/193: the error of a service whose API is not switched on in the project. */
const notSwitchedOn = () =>
  Response.json(
    {
      error: {
        code: 403,
        message:
          'Google Workspace Alert Center API has not been used in this project before or it is disabled.',
        status: 'PERMISSION_DENIED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'SERVICE_DISABLED',
            domain: 'googleapis.com',
            metadata: { service: 'alertcenter.googleapis.com' },
          },
        ],
      },
    },
    { status: 403 },
  )

/**
 * https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts/list. Alerts are only there once
 * a person or Google raises them (`/_google/alert`); whatever else is asked for is refused.
 */
export function createAlertCenter(world: World, state: GoogleState, tokens: Tokens) {
  const buckets = createBuckets(world, quota.perSecond, quota.burst)
  const routes = new Hono<GoogleEnv>()
  routes.get('/alerts', (c) => {
    const refused = tokens.authorise(c, scope)
    if (refused) return refused
    const { account, isAdmin } = c.get('session')
    if (account.hasAlertApi === false) return notSwitchedOn()
    if (!isAdmin) return googleError(403, 'forbidden', 'The caller does not have permission')
    if (!buckets(account.customerId).take().ok)
      return googleError(429, 'rateLimitExceeded', "Quota exceeded for quota metric 'Requests'.")
    const { filter, orderBy, pageSize = String(pageMost), pageToken, ...others } = c.req.query()
    const since = Date.parse(createdFilter.exec(filter ?? '')?.[1] ?? '')
    if (Number.isNaN(since) || orderBy !== newestFirst || Object.keys(others).length > 0)
      return googleError(400, 'invalidArgument', 'The sandbox knows createTime >= "…", the newest first.')
    const size = Math.min(pageMost, Number(pageSize))
    const from = pageToken === undefined ? 0 : Number(Buffer.from(pageToken, 'base64url').toString())
    if (!(size >= 1 && from >= 0)) return googleError(400, 'invalidArgument', 'Invalid page.')
    const alerts = state.alerts
      .list({ parent: account.customerId })
      .filter(({ createTime }) => Date.parse(createTime) >= since)
      .sort((a, b) => Date.parse(b.createTime) - Date.parse(a.createTime))
    const page = alerts.slice(from, from + size)
    return c.json({
      // A list without alerts has no `alerts` at all, as a message without a field has not in JSON.
      ...(page.length > 0 && { alerts: page.map(({ raw, ...alert }) => raw ?? present(alert)) }),
      ...(alerts.length > from + size && {
        nextPageToken: Buffer.from(String(from + size)).toString('base64url'),
      }),
    })
  })
  return routes
}

/** https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts (Alert, AlertMetadata) */
const present = ({ customerId, status, updateTime, ...alert }: Omit<WorkspaceAlert, 'raw'>) => ({
  ...alert,
  // Without its "C", as the reference says.
  customerId: customerId.slice(1),
  startTime: alert.createTime,
  updateTime,
  metadata: { customerId: customerId.slice(1), alertId: alert.alertId, status, updateTime },
})
