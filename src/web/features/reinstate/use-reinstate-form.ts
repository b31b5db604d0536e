import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reinstatePrefill } from '#shared/api/orders.ts'
import type { ReinstateForm } from '#shared/reinstatement/reinstate-form.ts'
import {
  domainsThatCost,
  emptyReinstateForm,
  prefillReinstateForm,
  type ReinstateStart,
} from '#shared/reinstatement/reinstate-prefill.ts'
import type { SelectedDomain } from '#shared/reinstatement/reinstate-selection.ts'
import { type SendingToolId, unknownTool } from '#shared/tools/sending-tools.ts'
import { call } from '../../api.ts'

const prefillQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: ['reinstate-prefill', ...names],
    queryFn: async ({ signal }) => {
      const answer = await call(reinstatePrefill, { body: { domains: [...names] }, signal })
      if (!answer.success) throw new Error('The settings were not found.')
      return answer
    },
    // What is being edited does not change under the customer's hands.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })

type Edits = Partial<
  Pick<ReinstateStart, 'forwardingDomain' | 'companyName' | 'users' | 'profilePictureLink' | 'tool'>
>
type Values = Record<string, string>

/**
 * The wizard's form: what was delivered last, with the customer's edits over it. An answer that comes late, after
 * a failure and another try, therefore fills what was not touched and leaves the rest.
 */
export function useReinstateForm(domains: readonly SelectedDomain[]) {
  const prefill = useQuery(prefillQuery(domains.map(({ domain }) => domain)))
  const start = prefill.data ? prefillReinstateForm(domains, prefill.data) : emptyReinstateForm
  const [edits, setEdits] = useState<Edits>({})
  const [typedValues, setTypedValues] = useState<Partial<Record<SendingToolId, Values>>>({})

  const tool = edits.tool ?? start.tool ?? unknownTool
  const untouched = tool === start.tool ? start.toolValues : emptyReinstateForm.toolValues
  const toolValues = typedValues[tool] ?? untouched
  const form: ReinstateForm & ReinstateStart = { ...start, ...edits, tool, toolValues }
  return {
    form,
    tool,
    toolValues,
    edit: (change: Edits) => setEdits((before) => ({ ...before, ...change })),
    editTool: (name: string, value: string) =>
      setTypedValues((before) => ({
        ...before,
        [tool]: { ...(before[tool] ?? untouched), [name]: value },
      })),
    /** Of the chosen domains; unknown while their settings could not be read. */
    costAgain: prefill.data && domainsThatCost(domains, prefill.data),
    isLoading: prefill.isPending,
    isFailed: prefill.isError,
    isRetrying: prefill.isError && prefill.isFetching,
    retry: () => void prefill.refetch(),
  }
}
