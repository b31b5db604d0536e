import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { all, listedCountText, type OrderFilters, sortOptions } from '../rules/order-filters.ts'

interface ListSortingProps {
  filters: OrderFilters
  listed: number
  /** Without filters; not known while only those in view are here. */
  total: number | undefined
  onChange: (filters: OrderFilters) => void
}

/** How many orders are listed, in which order, and whether only those that need attention. */
export function ListSorting({ filters, listed, total, onChange }: ListSortingProps) {
  const isNarrowed = filters.attention !== all
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b px-2 py-1.5">
      <p className="grow pl-2 text-muted text-secondary tabular-nums" aria-live="polite">
        {total !== undefined && listedCountText(listed, total)}
      </p>
      <Select
        size="small"
        aria-label="Sort orders"
        value={filters.sort}
        options={sortOptions}
        onValueChange={(sort) => onChange({ ...filters, sort })}
        className="w-auto max-w-44"
      />
      <Button
        size="small"
        variant={isNarrowed ? 'primary' : 'secondary'}
        icon={<TriangleAlert />}
        aria-pressed={isNarrowed}
        onClick={() => onChange({ ...filters, attention: isNarrowed ? all : 'needed' })}
      >
        Needs attention
      </Button>
    </div>
  )
}
