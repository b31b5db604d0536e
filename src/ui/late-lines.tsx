import { SkeletonText } from './skeleton.tsx'
import { SlowNote } from './slow-note.tsx'

/** Stands for a part whose code is on its way. */
export const LateLines = ({ lines }: { lines: number }) => (
  <>
    <SkeletonText lines={lines} />
    <SlowNote className="mt-4" />
  </>
)
