import { cx } from './cx.ts'

interface ProgressBarProps {
  /** What is progressing, for those who cannot see the bar. */
  label: string
  value: number
  max: number
  /** In words, "312 of 1,000"; the percentage unless given. */
  valueText?: string
  /** Draws one segment per step instead of one bar. */
  segments?: number
  className?: string
}

/** How far something has come. The words beside it belong to the part that shows it. */
export function ProgressBar({ label, value, max, valueText, segments = 1, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className={cx('flex h-1.5 gap-0.5', className)}
    >
      {Array.from({ length: segments }, (_, segment) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity
        <span key={segment} className="h-full grow overflow-hidden rounded-full bg-neutral-tint">
          <span
            className="block h-full origin-left bg-accent transition-transform duration-300"
            style={{ transform: `scaleX(${Math.min(1, Math.max(0, share * segments - segment))})` }}
          />
        </span>
      ))}
    </div>
  )
}
