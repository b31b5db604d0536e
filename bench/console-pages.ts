import type pg from 'pg'
import type { Dependencies } from '#delivery/dependencies.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { healthStateNames } from '#features/health/rules/health-states.ts'
import { packedDay } from '#features/health/rules/packed-day.ts'
import { fillInstallation, largeInstallation } from '#tests/server/large-installation.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import type { Figure } from './figures.ts'
import { ownPlainProfile } from './plain-tab.ts'
import { signedInOwner } from './signed-in-owner.ts'
import { launchBrowser, measureMoves, measureOpening, type Side } from './warm-pages.ts'
import { withProduct } from './with-product.ts'
import { fillYearOfPayments } from './year-of-payments.ts'

const home = '/operator'

/** The lists and figures that the menu leads to from Home. */
const inMenu = {
  Work: '/operator/work',
  Customers: '/operator/customers',
  Orders: '/operator/orders',
  Domains: '/operator/domains',
  Health: '/operator/health',
  Capacity: '/operator/capacity',
  Money: '/operator/money',
}

/** Every page that is opened in a day, with one of each thing as they are found in the large installation. */
const pages: Record<string, string> = {
  Home: home,
  ...inMenu,
  Plans: '/operator/plans',
  Import: '/operator/import',
  Brand: '/operator/brand',
  Staff: '/operator/staff',
  Account: '/operator/account',
  'A customer': '/operator/customers/cus_f7',
  'An order': '/operator/orders/ord_f7',
  'A domain': '/operator/domains/dom_f77',
  "A domain's health": '/operator/health/dom_f77',
  'A mailbox': '/operator/mailboxes/mbx_dom_f77_3',
}

/** A page of it has its title and something in it. */
export const consoleAt = (url: string): Side => ({
  url,
  name: 'console',
  there: ['main h1', 'main :is(tbody tr, dl, ul li, .text-card-title)'],
})

/** The console's pages with 400 orders, 4,000 domains, 60,000 mailboxes and a year of payments, in Chromium. */
export const measureConsolePages = (): Promise<Figure[]> =>
  withProduct(async ({ url, deps, pool }) => {
    const browser = await launchBrowser()
    try {
      await fillDatabase(deps, pool)
      const profile = await ownPlainProfile(browser, await signedInOwner(deps, url))
      const side = consoleAt(url)
      const figures: Figure[] = []
      for (const page of Object.entries(pages)) figures.push(await measureOpening(profile, side, page))
      figures.push(...(await measureMoves(profile, side, { from: 'Home', home, inMenu })))
      return figures
    } finally {
      await browser.close()
    }
  })

async function fillDatabase(deps: Dependencies, pool: pg.Pool): Promise<void> {
  const { id } = await addCustomer(deps.db, {
    email: 'a@a.test',
    name: 'Ada Byron',
    password: 'Inboxyard.1',
  })
  await fillInstallation(pool, await createPaidOrder(deps, { customerId: id }), largeInstallation)
  await fillYearOfPayments(pool)
  await fillWork(pool)
  await fillHealth(pool)
  // The database would do it itself while pages are measured.
  await pool.query('vacuum analyze')
}

/** As much work as nobody has got to for a week: without any, the page has no list to draw. */
async function fillWork(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into work_items (id, kind, subject, customer_id, instructions)
     select 'wrk_f' || slot || substr(id, 5), 'google_dkim', name, customer_id, 'Make a key for ' || name || ' in the Admin console.'
     from domains where id like 'dom\\_f%' order by id limit 250`,
  )
}

/** Every tenth domain on watch, and every fortieth at rest, for a quarter of a year. */
async function fillHealth(pool: pg.Pool): Promise<void> {
  const state = (key: string) =>
    `case when ${key} % 40 = 0 then 'rest' when ${key} % 10 = 0 then 'watch' else 'healthy' end`
  const slot = 'substr(d.id, 6)::int'
  await pool.query(
    `insert into domain_health (domain_id, customer_id, looked_at, state, score, coverage, share)
     select d.id, d.customer_id, now(), ${state(slot)}, 100 - ${slot} % 40, 90, 100 from domains d where d.id like 'dom\\_f%'
     on conflict (domain_id) do update set (looked_at, state, score, coverage, share)
       = (excluded.looked_at, excluded.state, excluded.score, excluded.coverage, excluded.share)`,
  )
  await pool.query(
    `insert into health_days (domain_id, day, state, score, coverage, verdicts)
     select d.id, current_date - n, array_position($1::text[], ${state(`(${slot} + n)`)}) - 1, 90, 90, $2
     from domains d, generate_series(0, 89) n where d.id like 'dom\\_f%'`,
    [healthStateNames, packedDay.verdicts([])],
  )
}
