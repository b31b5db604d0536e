import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { HostAlert, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { alertsPage, hostAlert } from './alerts-wire.ts'
import type { GoogleApi } from './google-api.ts'

export const pageSize = 200
/** More alerts than these are not read in one go; what was read counts, and nothing is called well. */
export const pagesMost = 10

/**
 * The API is not switched on in the project, the scope is not delegated, or whoever asks may not read the list: the operator
 * has not asked for this. A quota that is used up is said with 403 as well.
 */
const isForbidden = ({ kind, code, status }: VendorError): boolean =>
  kind !== 'transient' && (status === 403 || code === 'unauthorized_client')

/** What Google says of the account as a whole: https://developers.google.com/workspace/admin/alertcenter */
export const googleAlerts = (api: GoogleApi): Pick<Required<MailboxHost>, 'alerts'> => ({
  async alerts(since, ctx) {
    const alerts: HostAlert[] = []
    let pageToken: string | undefined
    try {
      for (let page = 0; page < pagesMost; page++) {
        const query = new URLSearchParams({
          filter: `createTime >= "${since.toISOString()}"`,
          orderBy: 'createTime desc',
          pageSize: String(pageSize),
          ...(pageToken !== undefined && { pageToken }),
        })
        const got = await api.alertCenter(
          { operation: 'listAlerts', path: `/alerts?${query}`, answer: alertsPage },
          ctx,
        )
        alerts.push(...(got.alerts ?? []).map(hostAlert))
        pageToken = got.nextPageToken
        if (!pageToken) return { alerts, isWhole: true }
      }
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (isForbidden(error)) return 'forbidden'
      // What was read before it failed is true all the same.
      if (alerts.length === 0) throw error
    }
    return { alerts, isWhole: false }
  },
})
