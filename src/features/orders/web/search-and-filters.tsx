import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useConfig } from '#ui/frame/use-config.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { OrderListItem } from '../api/orders.ts'
import {
  type FilterOption,
  type OrderFilters,
  searchMaxLength,
  searchPlaceholder,
  statusOptions,
  toolOptions,
  typeOptions,
} from '../rules/order-filters.ts'
import { ordersQuery } from './shared/orders-query.ts'

interface SearchAndFiltersProps {
  filters: OrderFilters
  onChange: (filters: OrderFilters) => void
  /** Arrow down or Enter in the search box: on to what was found. */
  onLeaveSearch: () => void
}

export function SearchAndFilters({ filters, onChange, onLeaveSearch }: SearchAndFiltersProps) {
  const searchRef = useRef<HTMLInputElement>(null)
  useSlashFocus(searchRef)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && filters.search !== '') {
      event.preventDefault()
      onChange({ ...filters, search: '' })
    }
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      onLeaveSearch()
    }
  }
  return (
    <search className="flex flex-wrap items-center gap-2 border-line border-b p-2 split:flex-nowrap">
      <div className="relative w-full split:w-[calc(20rem-0.5rem)] split:shrink-0 split:pr-2">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          ref={searchRef}
          type="search"
          aria-label="Search orders"
          aria-keyshortcuts="/"
          placeholder={searchPlaceholder}
          title={searchPlaceholder}
          value={filters.search}
          maxLength={searchMaxLength}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ ...filters, search: target.value })}
          onKeyDown={onKeyDown}
          className="h-control-small text-ellipsis pl-8 text-secondary"
        />
      </div>
      <FilterSelects filters={filters} onChange={onChange} />
    </search>
  )
}

/** They stay as they are while someone types in the search box. */
function FilterSelects({ filters, onChange }: Pick<SearchAndFiltersProps, 'filters' | 'onChange'>) {
  const naming = useConfig()
  const plansShown = usePlansShown()
  const { tool, status, type } = filters
  const latest = useRef({ filters, onChange })
  latest.current = { filters, onChange }
  return useMemo(() => {
    const filter = <Field extends 'tool' | 'status' | 'type'>(
      field: Field,
      label: string,
      value: OrderFilters[Field],
      options: FilterOption<OrderFilters[Field]>[],
    ) => (
      <Select
        size="small"
        aria-label={label}
        value={value}
        options={options}
        onValueChange={(chosen) => latest.current.onChange({ ...latest.current.filters, [field]: chosen })}
        className="grow basis-36 split:max-w-44"
      />
    )
    return (
      <div className="flex w-full min-w-0 gap-2 max-split:flex-wrap">
        {filter('tool', 'Sending tool', tool, toolOptions)}
        {filter('status', 'Status', status, statusOptions)}
        {filter('type', 'Order type', type, typeOptions(naming, plansShown))}
      </div>
    )
  }, [tool, status, type, naming, plansShown])
}

/** The plans that are sold here, and those of orders from before. */
function usePlansShown() {
  const { plansEnabled } = useConfig()
  const { data } = useQuery(ordersQuery)
  return useMemo(
    () => [...new Set([...plansEnabled, ...(data?.orders ?? []).flatMap(plansOf)])],
    [plansEnabled, data],
  )
}

const plansOf = ({ groups }: OrderListItem) => groups.map(({ plan }) => plan)

/** `/` leads to the search box from wherever nothing is being typed. */
function useSlashFocus(input: RefObject<HTMLInputElement | null>): void {
  // Before the box can be seen: whoever sees it may press its key.
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input:not([type=checkbox]), textarea, select, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [input])
}
