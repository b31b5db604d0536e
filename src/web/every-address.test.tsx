import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
import { columnsOf } from '#shared/health/health-rows.ts'
import { checkoutKinds } from '#shared/order-draft/checkout-request.ts'
import { askableActions } from '#shared/orders/asked-action.ts'
import { reinstatePath } from '#shared/reinstatement/reinstate-path.ts'
import { customerRoutes } from './customer-routes.tsx'
import { kept } from './testing/kept-answers.ts'
import { network } from './testing/network.ts'
import { openPage } from './testing/open-page.tsx'
import { goneDomains } from './testing/orders.ts'
import { pathsOf } from './testing/paths-of.ts'

const filters = 'q=nobody&tool=bison&status=error&type=google&attention=any&sort=oldest'
const question = 'emails=x&tool=bison&days=all&domains=own&ending=nope&reserve=yes&plan=google'

/** The queries that each page reads, with ids that are another customer's and words that nobody knows. */
const asked: Record<string, readonly string[]> = {
  '/dashboard': [
    filters,
    'order=ord_other&details=bun_other',
    ...askableActions.map((action) => `order=ord_other&action=${action}`),
    ...['order_success=true', 'order_failure=true', 'order_success=maybe'],
  ],
  '/instantly-bulk-update': ['domains=other.example', 'job=job_other'],
  '/smartlead-bulk-update': ['domains=other.example', 'job=job_other'],
  '/reinstate-order': ['domains=nonsense', reinstatePath(goneDomains).split('?')[1] ?? ''],
  '/cancel_order': ['id=bun_other'],
  '/health': [],
  '/health/dom_other': [],
  '/plan-by-volume': [question],
  '/account': [],
  '/set-up-second-factor': [],
  '/reset-password': [],
  '/choose-plan': [],
  '/select-domains': [],
  '/setup-domain-settings': [],
  '/review-order': ['order_cancelled=true', 'order_cancelled=maybe'],
  '/payment-success': ['session_id=cs_other'],
  '/replacement-cancelled': ['checkout=chk_other&order=ord_other'],
  '/reinstatement-cancelled': ['checkout=chk_other&order=ord_other'],
  '/payment-cancel': [...checkoutKinds.map((kind) => `for=${kind}&checkout=chk_other`), 'for=nonsense'],
  '/connect-mailboxes': ['domain=other.example'],
  '/confirmed_order': ['session_id=cs_other'],
  '/connect': ['#of-another'],
  '/forgot-password': [],
  '/choose-password': ['#of-another'],
}

/** What a customer without orders is answered: nothing is theirs, whatever they name. */
function answerNothing(): void {
  const none = kept(listBulkJobs, 'bulk-jobs')
  const overview = kept(domainsHealth, 'health-overview')
  network.answer(listBulkJobs, { ...none, jobs: [] })
  network.answer(recentLists, { lists: [] })
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

const addresses = pathsOf(customerRoutes)
  .map((path) => path.replace(/:\w+/, 'dom_other'))
  .flatMap((path) => {
    const queries = asked[path]
    if (!queries) throw new Error(`Say which queries the page at ${path} reads.`)
    return [path, ...queries.map((query) => (query.startsWith('#') ? path + query : `${path}?${query}`))]
  })

test.each(addresses)(
  '%s has a heading and a way on for a customer without order or draft',
  async (address) => {
    answerNothing()
    openPage(address)
    await expect.element(page.getByRole('heading').first()).toBeVisible()
    await expect.element(page.getByRole('button').or(page.getByRole('link')).first()).toBeVisible()
    await expect
      .element(page.getByRole('heading', { name: /stopped working|Unexpected/ }))
      .not.toBeInTheDocument()
  },
)
