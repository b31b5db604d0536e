import { LoadingMark } from './loading-mark.tsx'

/** The first load, before it is known who is there. */
export const LoadingScreen = () => (
  <div className="grid min-h-dvh place-items-center">
    <LoadingMark />
  </div>
)
