import type { ExternalToast } from 'sonner'
import { whenIdle } from './when-idle.ts'

type Kind = 'success' | 'error' | 'info' | 'warning'
type Options = Pick<ExternalToast, 'id' | 'description' | 'action' | 'duration'>
type Show = (message: string, options?: Options) => void

/** The toaster's code arrives with the first toast or when the page is idle, never before the page itself. */
let toaster: Promise<typeof import('./toaster.tsx')> | undefined
const loadToaster = () => {
  if (!toaster) {
    toaster = import('./toaster.tsx')
    // The next message asks for it again: the line may be back by then.
    toaster.catch(() => {
      toaster = undefined
    })
  }
  return toaster
}

/** What has just been said is all that there is to say. */
let isHushed = false

const show =
  (kind: Kind): Show =>
  (message, options) => {
    if (isHushed) return
    loadToaster().then(
      ({ showToast }) => showToast(kind, message, options),
      () => window.alert(message),
    )
  }

/** Short messages over the page. Texts are whole sentences; five seconds unless told otherwise. */
export const toast: Record<Kind, Show> & {
  load: () => void
  hush: () => void
  dismiss: (id: string) => void
} = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  /** Drops what else is said of the same answer. */
  hush: () => {
    isHushed = true
    setTimeout(() => {
      isHushed = false
    })
  },
  /** Takes back a message that is not true any more. */
  dismiss: (id) =>
    void toaster?.then(
      ({ dismissToast }) => dismissToast(id),
      () => {},
    ),
  load: () =>
    void whenIdle()
      .then(loadToaster)
      .catch(() => {}),
}
