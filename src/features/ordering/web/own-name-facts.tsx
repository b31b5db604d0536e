import { pointsToText } from '#features/domains/rules/points-to.ts'
import type { AvailabilityResult } from '#features/names/rules/domain-availability.ts'
import { type StandingName, stopsText } from '#features/names/rules/standing-records.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface OwnNameFactsProps {
  /** Absent while it is looked up, and where that failed. */
  known: AvailabilityResult | undefined
  isLooking: boolean
  /** What it has in DNS now. */
  standing: StandingName | undefined
  nameServers: readonly string[]
}

/** Where an own name points now; and why it cannot be used, where that turned out after it was added. */
export function OwnNameFacts({ known, isLooking, standing, nameServers }: OwnNameFactsProps) {
  if (!known && isLooking) return <Skeleton className="mt-1 h-3.5 w-2/5" />
  if (known && !known.available && !known.exists_in_airtable)
    return <span className="block text-danger text-label">{known.message}</span>
  const stops = standing && stopsText(standing)
  return (
    <>
      <span className="block break-words text-label text-muted">
        {pointsToText(known?.nameServers, nameServers)}
      </span>
      {stops && <span className="block text-label text-warning wrap-anywhere">{stops}</span>}
    </>
  )
}
