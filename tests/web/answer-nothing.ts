import { factorRule, ownSecondFactor, ownSessions } from '#features/accounts/api/account.ts'
import { checkForgottenLink } from '#features/accounts/api/auth.ts'
import {
  instantlyCredentials,
  listBulkJobs,
  readBulkResults,
  smartleadToken,
} from '#features/bulk-update/api/bulk-update.ts'
import { getJob } from '#features/bulk-update/api/jobs.ts'
import { recentLists } from '#features/bulk-update/api/loaded-lists.ts'
import { confirmPayment, discardPayment, readRoom } from '#features/checkout/api/payments.ts'
import { domainsHealth, oneDomainsHealth, ownHealthMail } from '#features/health/api/health.ts'
import { columnsOf } from '#features/health/rules/health-rows.ts'
import { getGroup } from '#features/orders/api/groups.ts'
import { getOrderOverview } from '#features/orders/api/order-overview.ts'
import { reinstatePrefill } from '#features/reinstatement/api/reinstate.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { openConnectLink } from '#features/tools/api/connecting.ts'
import { listConnections } from '#features/tools/api/connections.ts'
import { listTasks } from '#features/work/api/tasks.ts'
import { kept } from './kept-answers.ts'
import { network } from './network.ts'

/** What a customer without orders is answered: nothing is theirs, whatever they name. */
export function answerNothing(): void {
  const none = kept(listBulkJobs, 'bulk-jobs')
  const overview = kept(domainsHealth, 'health-overview')
  network.answer(listBulkJobs, { ...none, jobs: [] })
  network.answer(recentLists, { lists: [] })
  network.answer(listTasks, { orders: [], updates: [] })
  network.answer(domainsHealth, { ...overview, domains: columnsOf([]), needs: [] })
  network.answer(instantlyCredentials, { success: true, credentials: null })
  network.answer(smartleadToken, { success: true, token: null })
  network.answer(listConnections, { connections: [] })
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  network.answer(readRoom, kept(readRoom, 'room'))
  network.answer(ownSessions, kept(ownSessions, 'account-sessions'))
  network.answer(ownSecondFactor, kept(ownSecondFactor, 'account-factor'))
  network.answer(factorRule, kept(factorRule, 'account-factor-rule'))
  network.answer(ownHealthMail, kept(ownHealthMail, 'account-health-mail'))
  network.answer(checkForgottenLink, { works: false })
  for (const endpoint of [
    ...[getGroup, getOrderOverview, reinstatePrefill, oneDomainsHealth],
    ...[confirmPayment, discardPayment, getJob, readBulkResults, openConnectLink],
  ])
    network.refuse(endpoint, { status: 404, code: 'not_found', message: 'There is no such thing.' })
}
