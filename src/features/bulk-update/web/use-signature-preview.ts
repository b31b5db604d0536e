import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { previewSignature } from '../api/bulk-update.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'

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

const previewQuery = (signature: string) =>
  queryOptions({
    queryKey: ['signature-preview', signature],
    queryFn: ({ signal }) => call(previewSignature, { body: { signature }, signal }),
    meta: { quiet: true },
  })

/** A signature as the server would keep it: what is cleaned away is decided there alone. */
export function useSignaturePreview(signature: string): SignaturePreview {
  const debounced = useDebounced(signature, pauseMs)
  const isEmpty = signature.trim() === ''
  const { data, isFetching, isError, refetch } = useQuery({
    ...previewQuery(debounced),
    enabled: debounced.trim() !== '',
    placeholderData: keepPreviousData,
  })
  return {
    html: isEmpty ? '' : (data?.html ?? ''),
    removed: isEmpty ? [] : (data?.removed ?? []),
    isBehind: !isEmpty && (isFetching || debounced !== signature),
    hasFailed: !isEmpty && isError && !isFetching,
    tryAgain: () => void refetch(),
  }
}

interface CleanSignatures {
  /** What the server would keep; until that is known, what was typed. */
  cleanOf: (signature: string) => string
  /** Why these cannot be set: of one of them the server would keep nothing, and refuses it in any case. */
  problem: string | undefined
}

/** What the fields' previews tell of these signatures. */
export function useCleanSignatures(signatures: readonly string[]): CleanSignatures {
  const previews = useQueries({
    queries: signatures.map((signature) => ({ ...previewQuery(signature), enabled: false })),
    combine: (results) => results.map(({ data }) => data),
  })
  const empty = previews.find((preview) => preview && preview.html === '')
  const taken = empty && empty.removed.length > 0 ? ` Taken out: ${empty.removed.join(', ')}.` : ''
  return {
    cleanOf: (signature) => previews[signatures.indexOf(signature)]?.html ?? signature,
    problem: empty && `${bulkJobMessages.signatureEmpty}${taken}`,
  }
}
