import { useId, useState } from 'react'
import { domainMaxLength, domainsPerCallMax } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

interface PasteNamesProps {
  /** Domains that have no replacement yet. */
  left: number
  /** Why nothing can be entered yet. */
  unavailable: string | false
  onPaste: (names: string[]) => void
}

/** The names in a text, one in each line or with commas between them. */
const namesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Enters the new names of many domains at once: in the order in which the domains are listed. */
export function PasteNames({ left, unavailable, onPaste }: PasteNamesProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const hintId = useId()
  const names = namesIn(text)
  if (!isOpen)
    return (
      <div>
        <Button size="small" unavailable={unavailable} onClick={() => setOpen(true)}>
          Paste a list
        </Button>
      </div>
    )
  const close = () => {
    setOpen(false)
    setText('')
  }
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        aria-label="New domains, one in each line"
        aria-describedby={hintId}
        autoFocus
        rows={5}
        value={text}
        maxLength={2 * domainMaxLength * domainsPerCallMax}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => setText(event.target.value.toLowerCase())}
      />
      <p id={hintId} className="text-muted text-secondary">
        {names.length > left
          ? `These are ${countOf(names.length, 'name')}, and ${countOf(left, 'domain has', 'domains have')} no replacement yet.`
          : `They take the places of the ${countOf(left, 'domain')} without a replacement, from the top.`}
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          unavailable={
            names.length === 0
              ? 'Enter the new domains first.'
              : names.length > left && 'There are more names than domains without a replacement.'
          }
          onClick={() => {
            onPaste(names)
            close()
          }}
        >
          {names.length > 0 ? `Enter ${countOf(names.length, 'domain')}` : 'Enter domains'}
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
