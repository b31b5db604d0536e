import { signedInKey } from '#features/accounts/rules/session-storage-keys.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { consoleHealth } from '#features/health/api/console-health.ts'
import { domainsHealth } from '#features/health/api/health.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { ask } from '../ask.ts'
import { consoleAt } from '../console-pages.ts'
import { type Figure, median } from '../figures.ts'
import { type Cookie, cookiesOf, ownPlainProfile } from '../plain-tab.ts'
import { signedInCustomer } from '../signed-in-customer.ts'
import { signedInOwner } from '../signed-in-owner.ts'
import { launchBrowser, measureMoves, measureOpening, type Side } from '../warm-pages.ts'
import { withProduct } from '../with-product.ts'
import { fillAgency } from './fill-agency.ts'

const times = 7
const customer = { email: 'agency@example.test', name: 'Ada Byron', password: 'Inboxyard.1' }

/** The customers' pages: rows of a table, or the dashboard's list of orders. */
const customersAt = (url: string): Side => ({
  url,
  name: 'customer',
  there: ['main :is(tbody tr, [role=option])'],
  begin: `localStorage.setItem(${JSON.stringify(signedInKey)}, 'yes')`,
})

/** The pages of the health of 10,000 domains, of one customer and as staff see them, in Chromium and at the server. */
export const measureHealthPage = (): Promise<Figure[]> =>
  withProduct(async ({ url, deps, pool }) => {
    const { id } = await addCustomer(deps.db, customer)
    await fillAgency(deps, pool, id)
    const owner = await signedInOwner(deps, url)
    const theirs = cookiesOf(await signedInCustomer(url, customer.email, customer.password), url)
    return [
      await measureAnswer(`${url}${domainsHealth.path}`, theirs),
      await measureAnswer(`${url}${readReserve.path}`, theirs),
      await measureAnswer(`${url}${consoleHealth.path}`, owner),
      ...(await measureInBrowser(url, { theirs, owner })),
    ]
  })

async function measureAnswer(address: string, cookies: readonly Cookie[]): Promise<Figure> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answers = []
  for (let time = 0; time < times; time++) answers.push(await ask(address, { cookie }))
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong) throw new Error(`${address} answered ${wrong.status}.`)
  const took = answers.map(({ ms }) => ms)
  return {
    what: `GET ${new URL(address).pathname}`,
    measured: median(took),
    unit: 'ms',
    note: `slowest ${Math.max(...took).toFixed(0)} ms, ${((answers[0]?.bytes ?? 0) / 1024).toFixed(0)} KB`,
  }
}

async function measureInBrowser(url: string, { theirs, owner }: Record<'theirs' | 'owner', Cookie[]>) {
  const browser = await launchBrowser()
  try {
    const profile = await ownPlainProfile(browser, [...theirs, ...owner])
    const customers = customersAt(url)
    return [
      await measureOpening(profile, customers, ['Health', '/health']),
      ...(await measureMoves(profile, customers, {
        from: 'the dashboard',
        home: '/dashboard',
        inMenu: { Health: '/health' },
      })),
      await measureOpening(profile, consoleAt(url), ['Health', '/operator/health']),
    ]
  } finally {
    await browser.close()
  }
}
