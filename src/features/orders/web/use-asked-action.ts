import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useConfig } from '#ui/frame/use-config.ts'
import { toast } from '#ui/toast.ts'
import {
  askedActionProblem,
  askedGroups,
  readAskedAction,
  withoutAskedAction,
} from '../rules/asked-action.ts'
import type { WorkspaceOrder } from './shared/orders-query.ts'
import { useStartAction } from './use-start-action.ts'

/**
 * Begins the action that the address asks for, with those groups of the shown order for which it is possible. The
 * question leaves the address first, so that neither reloading nor Back begins it again.
 */
export function useAskedAction({ order, groups }: Pick<WorkspaceOrder, 'order' | 'groups'>): void {
  const [query, setQuery] = useSearchParams()
  const start = useStartAction()
  const { planNames } = useConfig()
  const asked = query.get('order') === order.orderId ? readAskedAction(query) : undefined
  const begin = useRef(() => {})
  begin.current = () => {
    if (!asked) return
    setQuery(withoutAskedAction, { replace: true })
    const problem = askedActionProblem(asked, groups, planNames)
    if (problem) toast.error(problem)
    else start(asked, order, askedGroups(asked, groups))
  }
  useEffect(() => {
    if (asked) begin.current()
  }, [asked])
}
