import { useEffect, useState } from 'react'
import { changeAddressAfter } from '../../frame/change-address.ts'
import { useAddressValue } from './use-address-value.ts'

/**
 * A filter that is typed: the address has it once nothing more is typed for a moment. When something else changes the
 * address, as a link, Back or "Show all", that counts, and is what the box has from then on.
 */
export function useTypedFilter(name: string, pauseMs = 250): [string, (typed: string) => void] {
  const [value, setValue] = useAddressValue(name)
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  /** On its way to the address: more may be typed before it is there. */
  const [sent, setSent] = useState<string>()
  if (seen !== value) {
    setSeen(value)
    setSent(undefined)
    if (value !== sent) setTyped(value)
  }
  useEffect(() => {
    const text = typed.trim()
    if (text === value) return
    return changeAddressAfter(pauseMs, () => {
      setSent(text)
      setValue(text)
    })
  }, [typed, value, setValue, pauseMs])
  return [typed, setTyped]
}
