// Nothing of this is needed before accounts were fetched: its code comes while credentials are entered.
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** What stands below a tool's steps. */
export const PastUpdates = latePart(() => import('./past-updates.tsx'), {
  Waiting: () => <Skeleton className="mt-10 h-24 w-full" />,
  Missing: (missed) => <MissingPart {...missed} className="mt-10" />,
})

const Table = () => <Skeleton className="h-96 w-full" />

/** The tables of what a search has found. */
export const InstantlyConfirmStep = latePart(() => import('./instantly-confirm-step.tsx'), {
  Waiting: Table,
  Missing: MissingPart,
})
export const SmartleadConfirmStep = latePart(() => import('./smartlead-confirm-step.tsx'), {
  Waiting: Table,
  Missing: MissingPart,
})

/** Beside the steps, and above the buttons that start an update. */
export const ChangeSummary = latePart(() => import('./change-summary.tsx'), {
  Waiting: () => <Skeleton className="h-48 w-full" />,
  Missing: MissingPart,
})

export const SuccessScreen = latePart(() => import('./success-screen.tsx'), {
  Waiting: () => <Skeleton className="h-48 w-full" />,
  Missing: MissingPart,
})
