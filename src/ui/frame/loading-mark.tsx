import { Spinner } from '../spinner.tsx'

/** Shows only when it takes long enough to be noticed. */
export const LoadingMark = () => (
  <div role="status" className="animate-appear-late text-muted">
    <Spinner className="size-5" />
    <span className="sr-only">Loading</span>
  </div>
)
