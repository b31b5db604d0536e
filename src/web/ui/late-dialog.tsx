import type { ComponentType } from 'react'
import { DialogPlace } from './dialog-place.tsx'
import { latePart } from './late-part.tsx'
import { MissingPart } from './missing-parts.tsx'
import type { OverlayFrame } from './overlay-frames.ts'
import { SkeletonText } from './skeleton.tsx'

/** What a dialog that comes late is handed beside its own: the title that its place had. */
export interface Titled {
  title: string
}

interface Look<P> {
  frame: OverlayFrame
  title: string | ((props: P) => string)
}

/**
 * A dialog whose code comes later: it opens at once, with its title and a grey place for what it holds. Where that does
 * not arrive it says so and can be tried again.
 */
export function lateDialog<P extends { onClose: (isDone: false) => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { frame, title }: Look<Omit<NoInfer<P>, 'title'>>,
): ComponentType<Omit<P, 'title'>> {
  type Owned = Omit<P, 'title'> & Pick<P, 'onClose'>
  const titleOf = (props: Owned) => (typeof title === 'string' ? title : title(props))
  const placeOf = (props: Owned) => ({ frame, title: titleOf(props), onClose: () => props.onClose(false) })
  const loadTitled = async () => {
    const Dialog = (await load()).default as ComponentType<Owned & Titled>
    return { default: (props: Owned) => <Dialog {...props} title={titleOf(props)} /> }
  }
  return latePart<Owned>(loadTitled, {
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
  }) as ComponentType<Omit<P, 'title'>>
}
