import { type SendingToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { cx } from './cx.ts'

/** A monogram on the tool's own tint; not its logo. */
const tints: Record<SendingToolId, { letter: string; className: string }> = {
  instantly: { letter: 'I', className: 'bg-info-tint text-info' },
  smartlead: { letter: 'S', className: 'bg-success-tint text-success' },
  bison: { letter: 'B', className: 'bg-warning-tint text-warning' },
  other: { letter: '…', className: 'bg-neutral-tint text-neutral' },
}

/** Decorative: the tool's name stands beside it, unless `named`. */
export function ToolGlyph({
  tool,
  named,
  className,
}: {
  tool: SendingToolId
  named?: boolean
  className?: string
}) {
  const tint = tints[tool]
  return (
    <span
      {...(named ? { role: 'img', 'aria-label': sendingToolNames[tool] } : { 'aria-hidden': true })}
      className={cx(
        'grid size-4 shrink-0 place-items-center rounded-mark font-semibold text-[0.625rem] leading-none',
        tint.className,
        className,
      )}
    >
      {tint.letter}
    </span>
  )
}
