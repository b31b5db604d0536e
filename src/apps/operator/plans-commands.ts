import { invalid } from '#base/http/refusal.ts'
import { shippedVersion } from '#base/prices/live-prices.ts'
import { formatUsd } from '#base/text/usd.ts'
import { planIds, purchasableTlds } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { planOfName } from '#features/plans/rules/plan-names.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import { priceList } from '#features/plans/rules/price-list-form.ts'
import { listPriceVersions } from '#features/plans/server/list-price-versions.ts'
import { restorePrices, savePrices } from '#features/plans/server/save-prices.ts'
import { type Command, given, reading, table } from './command.ts'
import { dayOf } from './customer-access-commands.ts'

const sale = (onSale: boolean): string => (onSale ? 'yes' : 'no')

/** What is sold at which price. Prices are changed in the console; here they are read and brought back, and plans named. */
export const plansCommands: readonly Command[] = [
  reading({
    name: 'plans show',
    summary: 'what is sold at which price now, and which version of the price list that is',
    read: async ({ prices }) => ({ version: prices.version, list: prices.now }),
    show: ({ version, list }) =>
      [
        version === shippedVersion ? 'Version 1, as the product ships with it:' : `Version ${version}:`,
        table(
          planIds.map((plan) => {
            const { cents, originalCents, onSale } = list.plans[plan]
            return {
              plan: planName(plan, planNamesOf(list)),
              price: formatUsd(cents),
              'original price': originalCents === null ? '' : formatUsd(originalCents),
              'on sale': sale(onSale),
            }
          }),
        ),
        '',
        table(
          purchasableTlds.map((tld) => {
            const { cents, ceilingCents, onSale } = list.tlds[tld]
            return {
              ending: `.${tld}`,
              fee: formatUsd(cents),
              'refused above': formatUsd(ceilingCents),
              'on sale': sale(onSale),
            }
          }),
        ),
        '',
        `An order that is reinstated: ${formatUsd(list.reinstateCents)}`,
      ].join('\n'),
  }),
  reading({
    name: 'plans list',
    summary: 'every version of the price list, newest first: who made it, when, and what it changed',
    read: (deps) => listPriceVersions(deps),
    show: (versions) =>
      table(
        versions.map(({ version, at, by, restored, changes }) => ({
          version,
          at: dayOf(new Date(at)),
          by,
          changed: changes.join('; '),
          restored: restored === null ? '' : `version ${restored}`,
        })),
      ),
  }),
  {
    name: 'plans rename',
    summary: 'call a plan something else, also what runs of it; a new version of the price list',
    options: {
      plan: { help: planIds.join(', '), required: true },
      name: { help: 'for customers and staff; as the product calls it without one' },
    },
    async run(deps, options, print) {
      const plan = planOfName(given(options, 'plan'))
      if (!plan) throw invalid(`--plan must be one of ${planIds.join(', ')}.`)
      await deps.prices.reload()
      const { now, version: basedOn } = deps.prices
      const named = { ...now.plans[plan], name: options.name ?? null }
      const list = priceList.safeParse({ ...now, plans: { ...now.plans, [plan]: named } })
      if (!list.success) throw invalid(`--name: ${list.error.issues[0]?.message}.`)
      const by = { id: null, name: 'command line' }
      const { version, changes } = await savePrices(deps, { basedOn, list: list.data }, by)
      print(`Version ${version}: ${changes.join('; ')}.`, { data: { version, changes } })
    },
  },
  {
    name: 'plans restore',
    summary: 'bring an earlier price list back, as a new version; what runs keeps its price',
    options: {
      version: { help: 'its number in plans list; 1 is what the product ships with', required: true },
    },
    async run(deps, options, print) {
      const typed = given(options, 'version')
      if (!/^[1-9]\d{0,8}$/.test(typed)) throw invalid('--version must be a number of plans list, or 1.')
      const by = { id: null, name: 'command line' }
      const { version, changes } = await restorePrices(deps, Number(typed), by)
      print(`Version ${typed} is back, as version ${version}: ${changes.join('; ')}.`, {
        data: { version, changes },
      })
    },
  },
]
