import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { keysOf } from '#base/records/keys-of.ts'
import { changeAddressAfter } from '#ui/frame/change-address.ts'
import { useStepBack } from '#ui/frame/leaving.tsx'
import { noFilters, type OrderFilters, readFilters, writeFilters } from '../rules/order-filters.ts'

const orderParameter = 'order'
const detailsParameter = 'details'

/** Between the last keystroke in the search box and the address that has it. */
const typingPauseMs = 300

export interface OrdersAddress {
  filters: OrderFilters
  /** Takes effect at once; what is typed reaches the address a little later. */
  setFilters: (filters: OrderFilters) => void
  clearFilters: () => void
  /** The order chosen by the address, which may not be listed. */
  orderId: string | null
  /** Stepping through the list with the keys leaves no trail for Back. */
  selectOrder: (orderId: string, options?: { replace?: boolean }) => void
  /** Back to the list, where only one of both is shown. */
  leaveOrder: () => void
  /** The group whose details are open. */
  detailsOf: string | null
  openDetails: (groupId: string) => void
  closeDetails: () => void
}

interface OpenedHere {
  openedHere?: true
}
const openedHere: OpenedHere = { openedHere: true }

/** What the workspace shows, as the address has it: a link can be shared, and Back leads back. */
export function useOrdersAddress(): OrdersAddress {
  const { query, setQuery } = useQueryInSteps()
  const stepBack = useStepBack()
  const cameFromHere = Boolean((useLocation().state as OpenedHere | null)?.openedHere)
  const { inAddress, filters, setTyped } = useTypedFilters(query, setQuery)
  const put = (name: string, value: string | null, options?: Parameters<typeof setQuery>[1]) =>
    setQuery((current) => {
      const next = new URLSearchParams(current)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    }, options)
  /** Undoes the step that led here; an address that was opened as it is has no such step. */
  const undo = (name: string) => {
    if (cameFromHere) stepBack()
    else put(name, null, { replace: true })
  }

  return {
    filters,
    setFilters: (next) => {
      const { search, ...chosen } = next
      if (search !== filters.search) setTyped(search)
      const isChosen = keysOf(chosen).some((field) => chosen[field] !== inAddress[field])
      if (isChosen) setQuery((current) => writeFilters(current, next))
    },
    clearFilters: () => {
      setTyped(null)
      setQuery((current) => writeFilters(current, { ...noFilters, sort: filters.sort }))
    },
    orderId: query.get(orderParameter),
    selectOrder: (orderId, { replace = false } = {}) =>
      put(orderParameter, orderId, { replace, state: replace ? null : openedHere }),
    leaveOrder: () => undo(orderParameter),
    detailsOf: query.get(detailsParameter),
    openDetails: (groupId) => put(detailsParameter, groupId, { state: openedHere }),
    closeDetails: () => undo(detailsParameter),
  }
}

/** The query of the address, and how to change it several times before the first change has arrived. */
function useQueryInSteps() {
  const [query, setAddress] = useSearchParams()
  /** What the address will be once the steps under way have arrived: the next one builds on it. */
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  }, [query])
  const navigateTo = useRef(setAddress)
  navigateTo.current = setAddress
  const setQuery = useCallback(
    (change: (current: URLSearchParams) => URLSearchParams, options?: Parameters<typeof setAddress>[1]) => {
      const next = change(latest.current)
      // The second press of a double one leads nowhere, and Back need not undo it.
      if (next.toString() === latest.current.toString()) return
      latest.current = next
      navigateTo.current(next, options)
    },
    [],
  )
  return { query, setQuery }
}

/** The filters of the address, with what was typed into the search box since. */
function useTypedFilters(query: URLSearchParams, setQuery: ReturnType<typeof useQueryInSteps>['setQuery']) {
  const inAddress = useMemo(() => readFilters(query), [query])
  const [typed, setTyped] = useState<string | null>(null)
  if (typed !== null && typed === inAddress.search) setTyped(null)

  useEffect(() => {
    if (typed === null) return
    return changeAddressAfter(typingPauseMs, () =>
      setQuery((current) => writeFilters(current, { ...readFilters(current), search: typed }), {
        // One step back leads to where the search began.
        replace: inAddress.search !== '',
      }),
    )
  }, [typed, inAddress.search, setQuery])

  const filters = useMemo(
    () => (typed === null ? inAddress : { ...inAddress, search: typed }),
    [inAddress, typed],
  )
  return { inAddress, filters, setTyped }
}
