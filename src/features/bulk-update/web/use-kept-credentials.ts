import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'

interface KeptOptions<Answer> {
  queryKey: readonly string[]
  read: (signal: AbortSignal) => Promise<Answer>
  isKept: (answer: Answer) => boolean
  /** Called once, as soon as something is known to be kept. */
  onKept: (answer: Answer) => void
  forget: () => Promise<unknown>
  /** The answer once nothing is kept. */
  nothing: NoInfer<Answer>
  onForgotten: () => void
}

/** The credentials that were kept from last time; what comes of them is up to the caller. */
export function useKeptCredentials<Answer extends { expiresAt?: string | undefined }>({
  queryKey,
  read,
  isKept,
  onKept,
  forget,
  nothing,
  onForgotten,
}: KeptOptions<Answer>) {
  const { data, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // Never cached: credentials stay no longer in memory than the page needs them.
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
  const isThere = data !== undefined && isKept(data)
  const [isUsed, setUsed] = useState(false)
  if (isThere && !isUsed) {
    setUsed(true)
    onKept(data)
  }
  const forgetting = useAction({
    mutationFn: forget,
    onSuccess: () => {
      queryClient.setQueryData(queryKey, nothing)
      onForgotten()
      toast.success('Your stored credentials were deleted.')
    },
  })
  return { isFailed: isError, isThere, expiresAt: data?.expiresAt, forget: () => forgetting.mutate() }
}
export type KeptCredentials = ReturnType<typeof useKeptCredentials>
