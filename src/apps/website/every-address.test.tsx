import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkoutKinds } from '#features/ordering/rules/checkout-request.ts'
import { askableActions } from '#features/orders/rules/asked-action.ts'
import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import { answerNothing } from '#tests/web/answer-nothing.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { goneDomains } from '#tests/web/orders.ts'
import { pathsOf } from '#tests/web/paths-of.ts'
import { customerRoutes } from './customer-routes.tsx'

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
  '/tasks': [],
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
