import { useMemo } from 'react'
import { type Prices, withOwnPrices } from '#shared/plans/price-list.ts'
import { queryClient } from '../query-client.ts'
import { configQuery } from './config.ts'
import { sessionQuery } from './session.ts'
import { useConfig } from './use-config.ts'
import { useUser } from './use-user.ts'

/** What the signed-in customer pays; only for what is rendered behind `RequireAuth`. */
export function usePrices(): Prices {
  const { prices } = useConfig()
  const { ownPrices } = useUser()
  return useMemo(() => withOwnPrices(prices, ownPrices), [prices, ownPrices])
}

/** After the server has named other prices than the page did. */
export const lookAtPricesAgain = () =>
  Promise.all([queryClient.refetchQueries(configQuery), queryClient.refetchQueries(sessionQuery)])
