import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewSignature } from '#shared/api/bulk-update.ts'
import { call } from '../../api.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

/** How long someone has to pause in typing before the server is asked. */
const pauseMs = 400

interface SignaturePreview {
  /** Empty when there is nothing to show. */
  html: string
  /** What of the text cannot be kept, in words. */
  removed: readonly string[]
  /** What is shown belongs to an earlier text. */
  isBehind: boolean
  hasFailed: boolean
  tryAgain: () => void
}

/** A signature as the server would keep it: what is cleaned away is decided there alone. */
export function useSignaturePreview(signature: string): SignaturePreview {
  const settled = useDebounced(signature, pauseMs)
  const isEmpty = signature.trim() === ''
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['signature-preview', settled],
    queryFn: ({ signal }) => call(previewSignature, { body: { signature: settled }, signal }),
    enabled: settled.trim() !== '',
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  return {
    html: isEmpty ? '' : (data?.html ?? ''),
    removed: isEmpty ? [] : (data?.removed ?? []),
    isBehind: !isEmpty && (isFetching || settled !== signature),
    hasFailed: !isEmpty && isError && !isFetching,
    tryAgain: () => void refetch(),
  }
}
