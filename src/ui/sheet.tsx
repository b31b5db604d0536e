import { cx } from './cx.ts'
import { Overlay, type OverlayProps } from './dialog.tsx'
import { overlayFrames } from './overlay-frames.ts'

interface SheetProps extends OverlayProps {
  /** Right for details (640 px), bottom for what a bar opens on phones. */
  side?: 'right' | 'bottom'
}

/** A dialog that comes from an edge and leaves the rest of the page in sight. */
export function Sheet({ side = 'right', ...overlay }: SheetProps) {
  return (
    <Overlay
      {...overlay}
      className={cx(
        overlayFrames[side],
        side === 'right'
          ? 'data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right'
          : 'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
      )}
    />
  )
}
