import { useQuery } from '@tanstack/react-query'
import type { PublicConfig } from '#features/brand/api/config.ts'
import { configQuery } from './config.ts'

/** Only for what is rendered behind `RequireAuth`, which waits for it. */
export function useConfig(): PublicConfig {
  const { data } = useQuery(configQuery)
  if (!data) throw new Error('useConfig is for pages behind RequireAuth')
  return data
}
