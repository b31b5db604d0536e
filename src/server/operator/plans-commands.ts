import { formatUsd } from '#shared/money/pricing.ts'
import { planIds, plans, purchasableTlds } from '#shared/plans/catalog.ts'
import { listPriceVersions } from '../features/console/plans/list-price-versions.ts'
import { restorePrices } from '../features/console/plans/save-prices.ts'
import { invalid } from '../http/refusal.ts'
import { shippedVersion } from '../prices/live-prices.ts'
import { type Command, given, reading, table } from './command.ts'
import { dayOf } from './customer-access-commands.ts'

const sale = (onSale: boolean): string => (onSale ? 'yes' : 'no')

/** What is sold at which price. It is changed in the console; here it is read and brought back. */
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
              plan: plans[plan].name,
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
