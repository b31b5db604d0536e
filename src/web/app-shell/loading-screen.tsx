import { Spinner } from '../ui/spinner.tsx'

/** The first load, before it is known who is there. Shows only when it takes long enough to be noticed. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-muted">
      <div className="animate-appear-late">
        <Spinner className="size-5" />
        <span className="sr-only">Loading</span>
      </div>
    </div>
  )
}
