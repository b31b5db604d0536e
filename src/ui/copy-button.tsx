import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { changesOff } from './changes-off.ts'
import { copyText } from './copy-text.ts'
import { cx } from './cx.ts'
import { toast } from './toast.ts'

interface CopyButtonProps {
  /** The text, or how to fetch it. */
  value: string | (() => Promise<string>)
  /** What is copied: "Copy API key". */
  label: string
  /** Draws a text that is hidden, where it has to be copied by hand. */
  show?: (text: string) => void
  className?: string
}

/** Puts a value on the clipboard and says so, in place. */
export function CopyButton({ value, label, show, className }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  // What has to be fetched is a secret.
  const whyOff = typeof value === 'string' ? undefined : changesOff()
  const reasonId = useId()
  const copy = async (at: Element) => {
    const text = typeof value === 'string' ? value : value()
    if (await copyText(text, { at, ...(show && { show }) })) setCopied(true)
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={whyOff !== undefined || undefined}
      aria-describedby={whyOff && reasonId}
      onClick={({ currentTarget }) => (whyOff ? toast.error(whyOff) : void copy(currentTarget))}
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-50 pointer-coarse:size-11',
        className,
      )}
    >
      {isCopied ? <Check className="size-3.5 text-success" /> : <Copy className="size-3.5" />}
      <span className="sr-only" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
      {whyOff && (
        <span id={reasonId} hidden>
          {whyOff}
        </span>
      )}
    </button>
  )
}
