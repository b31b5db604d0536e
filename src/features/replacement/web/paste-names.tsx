import { useId } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { domainMaxLength, domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface PasteNamesProps {
  /** What the open field holds; undefined while it is closed. */
  text: string | undefined
  onText: (text: string | undefined) => void
  /** Domains that have no replacement yet. */
  left: number
  /** Why nothing can be entered yet. */
  unavailable: string | false
  onPaste: (names: string[]) => void
}

/** The names in a text, one in each line or with commas between them. */
const namesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Enters the new names of many domains at once: in the order in which the domains are listed. */
export function PasteNames({ text, onText, left, unavailable, onPaste }: PasteNamesProps) {
  const hintId = useId()
  if (text === undefined)
    return (
      <div>
        <Button size="small" unavailable={unavailable} onClick={() => onText('')}>
          Paste a list
        </Button>
      </div>
    )
  const names = namesIn(text)
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
        onChange={(event) => onText(event.target.value.toLowerCase())}
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
            onText(undefined)
          }}
        >
          {names.length > 0 ? `Enter ${countOf(names.length, 'domain')}` : 'Enter domains'}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onText(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
