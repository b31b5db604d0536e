import { formatUsd } from '#base/text/usd.ts'
import { type Prices, registrationCents } from './price-list.ts'

/** What registering a domain costs, as people say it, of the endings that are on sale. */
export interface RegistrationFees {
  /** Undefined where there is nothing else on sale, or not that. */
  com: string | undefined
  others: string | undefined
}

export function registrationFees(prices: Pick<Prices, 'tlds'>, sold: readonly string[]): RegistrationFees {
  const cents = sold.flatMap((tld) => (tld === 'com' ? [] : [registrationCents(prices, tld)]))
  const [least, most] = [Math.min(...cents), Math.max(...cents)]
  return {
    com: sold.includes('com') ? formatUsd(registrationCents(prices, 'com')) : undefined,
    others:
      cents.length === 0
        ? undefined
        : least === most
          ? formatUsd(least)
          : `${formatUsd(least)} to ${formatUsd(most)}`,
  }
}
