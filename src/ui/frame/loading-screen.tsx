import { SlowNote } from '../slow-note.tsx'
import { LoadingMark } from './loading-mark.tsx'

/** The first load, before it is known who is there. */
export const LoadingScreen = () => (
  <div className="grid min-h-dvh place-content-center place-items-center gap-3 px-4 text-center">
    <LoadingMark />
    <SlowNote />
  </div>
)
