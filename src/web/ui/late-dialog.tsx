import type { ComponentType } from 'react'
import { DialogPlace } from './dialog-place.tsx'
import { latePart } from './late-part.tsx'
import { MissingPart } from './missing-parts.tsx'
import type { OverlayFrame } from './overlay-frames.ts'
import { SkeletonText } from './skeleton.tsx'

interface Look<P> {
  frame: OverlayFrame
  /** As the dialog itself is titled. */
  title: string | ((props: P) => string)
}

/**
 * A dialog whose code comes later: it opens at once, with a grey place for what it holds. Where that does not arrive it
 * says so and can be tried again.
 */
export function lateDialog<P extends { onClose: (isDone: false) => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { frame, title }: Look<NoInfer<P>>,
): ComponentType<P> {
  const placeOf = (props: P) => ({
    frame,
    title: typeof title === 'string' ? title : title(props),
    onClose: () => props.onClose(false),
  })
  return latePart<P>(load, {
    Waiting: (props) => (
      <DialogPlace {...placeOf(props)}>
        <div role="status" aria-label="Loading">
          <SkeletonText lines={4} />
        </div>
      </DialogPlace>
    ),
    Missing: (props) => (
      <DialogPlace {...placeOf(props)}>
        <MissingPart isRetrying={props.isRetrying} onRetry={props.onRetry} />
      </DialogPlace>
    ),
  })
}
