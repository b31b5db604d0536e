import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { changesOff } from './changes-off.ts'
import { CopyButton } from './copy-button.tsx'
import { cx } from './cx.ts'
import { useOneAtATime } from './one-at-a-time.ts'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.ts'

interface SecretFieldProps {
  label: string
  /** What stands there while hidden: "••••4f2a". */
  masked: string
  /** Fetches the secret when it is shown or copied; failing is reported by the caller. */
  reveal: () => Promise<string>
  className?: string
}

/** A stored secret: masked, shown when asked for, copied without being shown. */
export function SecretField({ label, masked, reveal, className }: SecretFieldProps) {
  const [secret, setSecret] = useState<string>()
  const [isShown, setShown] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const oneAtATime = useOneAtATime()
  const whyOff = changesOff()
  const reasonId = useId()
  const toggle = async () => {
    if (isShown || secret !== undefined) return setShown(!isShown)
    setLoading(true)
    try {
      setSecret(await reveal())
      setShown(true)
    } catch {
      // Reported where it failed; the secret stays hidden.
    } finally {
      setLoading(false)
    }
  }
  const name = `${isShown ? 'Hide' : 'Show'} ${label}`
  return (
    <div className={cx('flex min-w-0 items-center gap-1', className)}>
      <span translate="no" className="min-w-0 grow truncate font-mono text-secondary">
        {isShown ? secret : masked}
      </span>
      <CopyButton
        value={secret ?? reveal}
        label={`Copy ${label}`}
        show={(text) => {
          setSecret(text)
          setShown(true)
        }}
      />
      <button
        type="button"
        aria-label={name}
        title={name}
        aria-busy={isLoading || undefined}
        aria-disabled={whyOff !== undefined || undefined}
        aria-describedby={whyOff && reasonId}
        onClick={() => (whyOff ? toast.error(whyOff) : oneAtATime(toggle))}
        className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-50 pointer-coarse:size-11"
      >
        {isLoading ? (
          <Spinner className="size-3.5" />
        ) : isShown ? (
          <EyeOff className="size-3.5" />
        ) : (
          <Eye className="size-3.5" />
        )}
        {whyOff && (
          <span id={reasonId} hidden>
            {whyOff}
          </span>
        )}
      </button>
    </div>
  )
}
