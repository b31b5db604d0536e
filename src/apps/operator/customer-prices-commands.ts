import { invalid } from '#base/http/refusal.ts'
import { readNextPrices, readOwnPrices } from '#base/prices/own-prices.ts'
import { centsOfDollars, formatUsd } from '#base/text/usd.ts'
import { customerByEmail } from '#features/customers/server/customer-by-email.ts'
import { listOwnPrices, setOwnPrice } from '#features/customers/server/own-prices.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { ownPriceFrom } from '#features/plans/rules/own-price.ts'
import { planOfName } from '#features/plans/rules/plan-names.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import { priceCents, priceMessages } from '#features/plans/rules/price-list-form.ts'
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
      from: { help: 'the day of UTC to come with which it begins, such as 2027-03-31; at once without it' },
    },
    async run(deps, options, print) {
      const { db } = deps
      const { id: customerId } = await customerByEmail(db, parseEmail(options.email))
      const plan = planOfName(given(options, 'plan'))
      if (!plan) throw invalid(`--plan must be one of ${planIds.join(', ')}.`)
      const cents = centsOf(given(options, 'dollars'))
      const from = options.from === undefined ? null : fromOf(options.from)
      const by = { id: null, name: 'command line' }
      const told = await setOwnPrice(deps, { customerId, plan, cents, from, by })
      print(told, { data: { plan, cents, from } })
    },
  },
  reading({
    name: 'customer prices',
    summary: 'what a customer pays for new orders of each plan, and every own price they had',
    options: { email },
    async read({ db, prices }, options) {
      const { id } = await customerByEmail(db, parseEmail(options.email))
      const [own, next] = await Promise.all([readOwnPrices(db, id), readNextPrices(db, id)])
      const names = planNamesOf(prices.now)
      return {
        prices: planIds.map((plan) => ({
          plan,
          name: planName(plan, names),
          listCents: prices.now.plans[plan].cents,
          ownCents: own[plan] ?? null,
          next: next[plan] ?? null,
        })),
        history: (await listOwnPrices(db, id)).map((row) => ({ ...row, name: planName(row.plan, names) })),
      }
    },
    show: ({ prices, history }) =>
      [
        table(
          prices.map(({ name, listCents, ownCents, next }) => ({
            plan: name,
            'price list': formatUsd(listCents),
            'own price': ownCents === null ? none : formatUsd(ownCents),
            next: next ? `${next.cents === null ? none : formatUsd(next.cents)} from ${next.from}` : '',
          })),
        ),
        ...(history.length === 0
          ? []
          : [
              '',
              table(
                history.map(({ name, cents, from, by, at }) => ({
                  set: dayOf(new Date(at)),
                  from: from ?? dayOf(new Date(at)),
                  plan: name,
                  'own price': cents === null ? none : formatUsd(cents),
                  by,
                })),
              ),
            ]),
      ].join('\n'),
  }),
]

function fromOf(typed: string): string {
  const from = ownPriceFrom.safeParse(typed.trim())
  if (!from.success) throw invalid(`--from: ${from.error.issues[0]?.message}`)
  return from.data
}

function centsOf(typed: string): number | null {
  if (typed === none) return null
  const cents = /^\d{1,6}(?:\.\d{1,2})?$/.test(typed) ? centsOfDollars(Number(typed)) : 0
  if (!priceCents.safeParse(cents).success) throw invalid(`--dollars: ${priceMessages.range}, or none.`)
  return cents
}
