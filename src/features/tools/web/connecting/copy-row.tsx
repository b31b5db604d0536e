import { Check, Copy } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { KeyHint } from './key-hint.tsx'

interface CopyRowProps {
  label: string
  /** What stands there to be read. */
  value: ReactNode
  /** Puts it on the clipboard; returns whether it did. */
  copy: (at: Element) => Promise<boolean>
  hotkey?: string
  buttonRef?: Ref<HTMLButtonElement>
  /** Beside the value. */
  aside?: ReactNode
}

/** Something to take over to another page, with one press or one key. */
export function CopyRow({ label, value, copy, hotkey, buttonRef, aside }: CopyRowProps) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 grow basis-52">
        <p className="text-label text-muted">{label}</p>
        <div className="flex min-w-0 items-center gap-1">
          <span translate="no" className="min-w-0 break-all font-mono text-secondary">
            {value}
          </span>
          {aside}
        </div>
      </div>
      <Button
        ref={buttonRef}
        size="small"
        aria-keyshortcuts={hotkey}
        icon={copied ? <Check className="text-success" /> : <Copy />}
        onClick={async ({ currentTarget }) => {
          if (await copy(currentTarget)) setCopied((count) => count + 1)
        }}
      >
        {copied ? 'Copied' : 'Copy'}
        <span className="sr-only">{label.toLowerCase()}</span>
        {hotkey && <KeyHint>{hotkey}</KeyHint>}
      </Button>
      <span className="sr-only" role="status">
        {copied ? `${label} copied` : ''}
      </span>
    </div>
  )
}
