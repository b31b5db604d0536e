import { useQuery } from '@tanstack/react-query'

/**
 * Whether the mailed link that opened this page still works; undefined until that is known. Where nobody answers the
 * form is shown: what it sends is asked the same.
 */
export function useLinkWorks(
  check: (body: { token: string }) => Promise<{ works: boolean }>,
  token: string,
): boolean | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['mailed-link', token],
    queryFn: () => check({ token }),
    enabled: token !== '',
    // It is asked for each page that opens, and stands while a password is typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  return isPending ? undefined : (data?.works ?? true)
}
