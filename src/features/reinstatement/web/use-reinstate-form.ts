import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type SendingToolId, sendingToolIds, unknownTool } from '#features/tools/rules/sending-tools.ts'
import { createEntries } from '#ui/frame/kept-entries.ts'
import type { ReinstateForm } from '../rules/reinstate-form.ts'
import {
  companiesReplaced,
  domainsThatCost,
  emptyReinstateForm,
  placesForChosen,
  prefillReinstateForm,
  type ReinstateStart,
  standingOn,
} from '../rules/reinstate-prefill.ts'
import type { SelectedDomain } from '../rules/reinstate-selection.ts'
import { prefillQuery } from './prefill-query.ts'

type Values = Record<string, string>
type Edits = Partial<
  Pick<ReinstateStart, 'forwardingDomain' | 'companyName' | 'users' | 'profilePictureLink' | 'tool'>
>

/** What entries are kept by: the domains they are for. */
export const namesOf = (domains: readonly SelectedDomain[]): string =>
  domains.map(({ domain }) => domain).join(' ')

const useEdits = createEntries<Edits>(
  'reinstate-form',
  z.partial(
    z.object({
      forwardingDomain: z.string(),
      companyName: z.string(),
      users: z.array(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })),
      profilePictureLink: z.string(),
      tool: z.enum(sendingToolIds),
    }),
  ),
)
/** In memory alone: these are credentials. */
const useTypedValues = createEntries<Partial<Record<SendingToolId, Values>>>('reinstate-tool')

/**
 * The wizard's form: what was delivered last, with the customer's edits over it. An answer that comes late, after
 * a failure and another try, therefore fills what was not touched and leaves the rest.
 */
export function useReinstateForm(domains: readonly SelectedDomain[]) {
  const prefill = useQuery(prefillQuery(domains.map(({ domain }) => domain)))
  const [edits = {}, setEdits] = useEdits(namesOf(domains))
  const [typedValues = {}, setTypedValues] = useTypedValues(namesOf(domains))
  const start = prefill.data ? prefillReinstateForm(domains, prefill.data) : emptyReinstateForm

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
        [tool]: { ...(before?.[tool] ?? untouched), [name]: value },
      })),
    /** Whom the orders were for that get one name now, where these are several. */
    companies: prefill.data ? companiesReplaced(domains, prefill.data) : [],
    /** What stood on the chosen domains; as long as that could not be read, nothing is known of any. */
    standing: standingOn(domains, prefill.data ?? { ordersByDomain: {} }),
    /** Of the chosen domains; unknown while their settings could not be read. */
    costAgain: prefill.data && domainsThatCost(domains, prefill.data),
    /** What of them needs room at a mailbox host; unknown likewise. */
    places: prefill.data && placesForChosen(domains, prefill.data),
    isLoading: prefill.isPending,
    isFailed: prefill.isError,
    isRetrying: prefill.isError && prefill.isFetching,
    retry: () => void prefill.refetch(),
  }
}
