import { factorRule, ownSecondFactor, ownSessions } from '#shared/api/account.ts'
import { checkForgottenLink } from '#shared/api/auth.ts'
import {
  instantlyCredentials,
  listBulkJobs,
  readBulkResults,
  smartleadToken,
} from '#shared/api/bulk-update.ts'
import { openConnectLink } from '#shared/api/connecting.ts'
import { listConnections } from '#shared/api/connections.ts'
import { getGroup } from '#shared/api/groups.ts'
import { domainsHealth, oneDomainsHealth, ownHealthMail } from '#shared/api/health.ts'
import { getJob } from '#shared/api/jobs.ts'
import { recentLists } from '#shared/api/loaded-lists.ts'
import { getOrderOverview } from '#shared/api/order-overview.ts'
import { reinstatePrefill } from '#shared/api/orders.ts'
import { confirmPayment, discardPayment, readRoom } from '#shared/api/payments.ts'
import { readReserve } from '#shared/api/reserve.ts'
import { listTasks } from '#shared/api/tasks.ts'
import { columnsOf } from '#shared/health/health-rows.ts'
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
