import { useMemo } from 'react'
import { type Prices, withOwnPrices } from '#features/plans/rules/price-list.ts'
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

/** Asks what is paid now; the pages follow. */
export const lookAtPricesAgain = () =>
  Promise.all([queryClient.refetchQueries(configQuery), queryClient.refetchQueries(sessionQuery)])

/** Asks what the signed-in customer pays now; what is known, where nobody answers. Undefined for who is signed out. */
export async function presentPrices(): Promise<Prices | undefined> {
  await lookAtPricesAgain()
  const config = queryClient.getQueryData(configQuery.queryKey)
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  return config && user ? withOwnPrices(config.prices, user.ownPrices) : undefined
}
