import { centsOfDollars, formatUsd } from '#shared/money/pricing.ts'
import { planIds } from '#shared/plans/catalog.ts'
import { planName } from '#shared/plans/naming.ts'
import { planOfName } from '#shared/plans/plan-names.ts'
import { planNamesOf } from '#shared/plans/price-list.ts'
import { priceCents, priceMessages } from '#shared/plans/price-list-form.ts'
import { customerByEmail } from '../features/customers/customer-by-email.ts'
import { listOwnPrices, setOwnPrice } from '../features/customers/own-prices.ts'
import { invalid } from '../http/refusal.ts'
import { readOwnPrices } from '../prices/own-prices.ts'
import { type Command, given, reading, table } from './command.ts'
import { dayOf } from './customer-access-commands.ts'
import { email, parseEmail } from './customer-email.ts'

const none = 'none'

/** What one customer pays for new orders. */
export const customerPricesCommands: readonly Command[] = [
  // Before the shorter name.
  {
    name: 'customer prices set',
    summary: 'give a customer a price of their own for new orders of a plan; what runs keeps its price',
    options: {
      email,
      plan: { help: planIds.join(', '), required: true },
      dollars: { help: 'per order, such as 42.50; none for the price of the list again', required: true },
    },
    async run(deps, options, print) {
      const { db } = deps
      const { id: customerId } = await customerByEmail(db, parseEmail(options.email))
      const plan = planOfName(given(options, 'plan'))
      if (!plan) throw invalid(`--plan must be one of ${planIds.join(', ')}.`)
      const cents = centsOf(given(options, 'dollars'))
      const by = { id: null, name: 'command line' }
      print(await setOwnPrice(deps, { customerId, plan, cents, by }), { data: { plan, cents } })
    },
  },
  reading({
    name: 'customer prices',
    summary: 'what a customer pays for new orders of each plan, and every own price they had',
    options: { email },
    async read({ db, prices }, options) {
      const { id } = await customerByEmail(db, parseEmail(options.email))
      const own = await readOwnPrices(db, id)
      const names = planNamesOf(prices.now)
      return {
        prices: planIds.map((plan) => ({
          plan,
          name: planName(plan, names),
          listCents: prices.now.plans[plan].cents,
          ownCents: own[plan] ?? null,
        })),
        history: (await listOwnPrices(db, id)).map((row) => ({ ...row, name: planName(row.plan, names) })),
      }
    },
    show: ({ prices, history }) =>
      [
        table(
          prices.map(({ name, listCents, ownCents }) => ({
            plan: name,
            'price list': formatUsd(listCents),
            'own price': ownCents === null ? none : formatUsd(ownCents),
          })),
        ),
        ...(history.length === 0
          ? []
          : [
              '',
              table(
                history.map(({ name, cents, by, at }) => ({
                  from: dayOf(new Date(at)),
                  plan: name,
                  'own price': cents === null ? none : formatUsd(cents),
                  by,
                })),
              ),
            ]),
      ].join('\n'),
  }),
]

function centsOf(typed: string): number | null {
  if (typed === none) return null
  const cents = /^\d{1,6}(?:\.\d{1,2})?$/.test(typed) ? centsOfDollars(Number(typed)) : 0
  if (!priceCents.safeParse(cents).success) throw invalid(`--dollars: ${priceMessages.range}, or none.`)
  return cents
}
