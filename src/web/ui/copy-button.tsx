import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { toast } from './toast.ts'

interface CopyButtonProps {
  /** The text, or how to fetch it. */
  value: string | (() => Promise<string>)
  /** What is copied: "Copy API key". */
  label: string
  className?: string
}

/** Puts a value on the clipboard and says so, in place. */
export function CopyButton({ value, label, className }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const text = typeof value === 'string' ? value : await value().catch(() => undefined)
    if (text === undefined) return
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.error('Your browser did not allow copying. Select the text and copy it yourself.'),
    )
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11',
        className,
      )}
    >
      {isCopied ? <Check className="size-3.5 text-success" /> : <Copy className="size-3.5" />}
      <span className="sr-only" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
