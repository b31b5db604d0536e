import type { SortingState } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useAddressValue } from '../page/use-address-value.ts'

/** How a table is sorted, as the address has it: `?sort=name`, and `?sort=-name` from the end. */
export function useAddressSorting(columns: readonly { id: string; sortBy?: unknown }[]) {
  const [text, setText] = useAddressValue('sort')
  const sorting = useMemo((): SortingState => {
    const id = text.replace(/^-/, '')
    const isKnown = columns.some((column) => column.id === id && column.sortBy)
    return isKnown ? [{ id, desc: text.startsWith('-') }] : []
  }, [text, columns])
  return {
    sorting,
    setSorting: ([first]: SortingState) => setText(first ? `${first.desc ? '-' : ''}${first.id}` : ''),
  }
}
