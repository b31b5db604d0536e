import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Input } from '../../input.tsx'
import { Select } from '../../select.tsx'
import { useAddressValue } from './use-address-value.ts'
import { useTypedFilter } from './use-typed-filter.ts'

/** What narrows a list: it stands in the address. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <search aria-label="Filters" className="mb-4 flex flex-wrap items-center gap-2">
    {children}
  </search>
)

interface FilterSelectProps {
  label: string
  /** In the address. */
  name: string
  /** Where nothing is chosen: "All states". */
  all: string
  options: readonly { value: string; label: string }[]
}

export function FilterSelect({ label, name, all, options }: FilterSelectProps) {
  const [value, setValue] = useAddressValue(name)
  // What an old or mistyped address has is shown as it is: it can be seen, and taken away.
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <Select
      aria-label={label}
      size="small"
      className="max-w-44 max-sm:max-w-none max-sm:grow max-sm:basis-36"
      value={value}
      onValueChange={setValue}
      options={[{ value: '', label: all }, ...options, ...(isKnown ? [] : [{ value, label: value }])]}
    />
  )
}

/** What is typed narrows the list once nothing more is typed for a moment. */
export function FilterText({ label, name, hint }: { label: string; name: string; hint: string }) {
  const [typed, setTyped] = useTypedFilter(name)
  return (
    <span className="relative w-64 max-w-full max-sm:w-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={hint}
        className="h-control-small pl-8 text-secondary"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </span>
  )
}

/** A filter that other pages lead here with; it can only be taken away. */
export function FilterChip({ label, name }: { label: ReactNode; name: string }) {
  const [value, setValue] = useAddressValue(name)
  if (!value) return null
  return (
    <button
      type="button"
      onClick={() => setValue('')}
      className="inline-flex h-control-small max-w-full items-center gap-1.5 rounded-control border border-edge bg-selected px-2.5 text-secondary hover:bg-hover"
    >
      <span className="truncate">{label}</span>
      <X aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">Show all again</span>
    </button>
  )
}
