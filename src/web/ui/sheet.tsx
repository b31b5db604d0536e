import { cx } from './cx.ts'
import { Overlay, type OverlayProps } from './dialog.tsx'

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
        'fixed flex flex-col bg-raised shadow-float',
        side === 'right' &&
          'inset-y-0 right-0 w-full max-w-[40rem] data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right',
        side === 'bottom' &&
          'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-dialog data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
      )}
    />
  )
}
