import type { ComponentType } from 'react'
import { DialogPlace } from './dialog-place.tsx'
import { LateLines } from './late-lines.tsx'
import { latePart } from './late-part.tsx'
import { MissingPart } from './missing-parts.tsx'
import type { OverlayFrame } from './overlay-frames.ts'

/** What a dialog that comes late is handed beside its own: the title that its place had. */
export interface Titled {
  title: string
}

interface Look<P> {
  frame: OverlayFrame
  title: string | ((props: P) => string)
}

interface Closable {
  onClose: (isDone: false) => void
}

/**
 * A dialog whose code comes later: it opens at once, with its title and a grey place for what it holds. Where that does
 * not arrive it says so and can be tried again. `Own` is what its owner gives it: all but the title, unless it names that.
 */
export function lateDialog<P extends Closable, Own extends Closable = Omit<P, 'title'> & Pick<P, 'onClose'>>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { frame, title }: Look<NoInfer<Own>>,
): ComponentType<Own> {
  const titleOf = (props: Own) => (typeof title === 'string' ? title : title(props))
  const placeOf = (props: Own) => ({ frame, title: titleOf(props), onClose: () => props.onClose(false) })
  const loadTitled = async () => {
    const Dialog = (await load()).default as unknown as ComponentType<Own & Titled>
    return { default: (props: Own) => <Dialog {...props} title={titleOf(props)} /> }
  }
  return latePart<Own>(loadTitled, {
    Waiting: (props) => (
      <DialogPlace {...placeOf(props)}>
        <div role="status" aria-label="Loading">
          <LateLines lines={4} />
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
