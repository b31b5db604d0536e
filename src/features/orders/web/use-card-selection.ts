import { type Dispatch, type SetStateAction, useState } from 'react'
import { type CardSelection, nothingSelected } from '../rules/order-selection.ts'

/**
 * The ticked cards. Another search, filter or order unticks them for good; another width of the window, in which the
 * panel is built again, does not.
 */
export function useCardSelection(view: string): [CardSelection, Dispatch<SetStateAction<CardSelection>>] {
  const [selection, setSelection] = useState(nothingSelected)
  if (selection !== nothingSelected && selection.view !== view) setSelection(nothingSelected)
  return [selection, setSelection]
}
