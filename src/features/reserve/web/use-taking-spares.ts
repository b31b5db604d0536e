import { useQuery } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { useSpares } from '../api/reserve.ts'
import { type ReadySpare, sparesFor, type Wanting } from '../rules/spares.ts'
import { reserveQuery } from './reserve-query.ts'

/** Which ready spare each of these domains would get, by its name, and the press that has them take the places. */
export function useTakingSpares(wanting: readonly Wanting[]) {
  const { data } = useQuery(reserveQuery)
  const ready = data?.pools.flatMap(({ spares, groupIds }) =>
    spares.flatMap(({ domain, domainType, state, readyAt }): ReadySpare[] =>
      state === 'ready' && readyAt !== null
        ? [{ domain, domainType, readyAt: Date.parse(readyAt), fits: groupIds }]
        : [],
    ),
  )
  const taking = useAction({
    mutationFn: (domains: string[]) => call(useSpares, { body: { domains } }),
    onSuccess: ({ message }) => void toast.success(message),
    // Another window may have taken one of them meanwhile.
    onSettled: () =>
      Promise.all(
        [['reserve'], ['orders'], ['health']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
  const given = sparesFor(wanting, ready ?? [])
  const from = data?.pools.find(({ spares }) =>
    spares.some(({ domain }) => [...given.values()].includes(domain)),
  )
  // They are of one order, as a rule, and so in one tool; of several the first one is told of.
  return { given, tool: from?.tool, take: taking.mutateAsync }
}
