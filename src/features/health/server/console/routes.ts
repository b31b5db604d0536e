import type { Routes } from '#base/http/binding.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/console-health.ts'
import { readRefused } from '../dmarc/refused-reports.ts'
import { readStaffHealthMail, setStaffHealthMail } from '../health-mail.ts'
import { setHealthMode } from '../health-mode.ts'
import { readDomainHealth } from '../read/read-domain-health.ts'
import { readOverview } from '../read/read-overview.ts'
import { readStrips } from '../read/read-strips.ts'

/** How all customers' delivered domains are, as staff see them. */
export function consoleHealthRoutes({ db, vendors }: Dependencies): Routes {
  return (bind) => {
    bind(api.consoleHealth, () => readOverview(db, { watched: vendors.blocklists.watched }))

    bind(api.consoleStrips, async ({ query }) => ({ strips: await readStrips(db, query.ids) }))

    bind(api.refusedReports, async () => ({ reports: await readRefused(db) }))

    bind(api.staffHealthMail, async ({ staff }) => ({ mail: await readStaffHealthMail(db, staff.id) }))

    bind(api.setStaffHealthMail, async ({ staff, body }) => ({
      message: await setStaffHealthMail(db, staff.id, body.mail),
    }))

    bind(api.setCustomerHealthMode, async ({ params, body }) => ({
      message: await setHealthMode(db, params.customerId, body.mode, 'operator'),
    }))

    bind(api.consoleDomainHealth, async ({ params }) => {
      const found = await readDomainHealth(db, params.domainId)
      if (!found) throw notFound('This domain is not watched. It is from the moment that it is delivered.')
      return found
    })
  }
}
