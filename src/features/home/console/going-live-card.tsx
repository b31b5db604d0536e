import { useQuery } from '@tanstack/react-query'
import { type GoingLiveStep, goingLiveStates, goingLiveSteps } from '#features/checks/rules/going-live.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { checksQuery } from './home-queries.ts'

const tones = { done: 'success', missing: 'danger', not_proven: 'warning' } as const

/** How far a new installation is; nothing from its first delivered domain on. */
export function GoingLiveCard() {
  const steps = useQuery(checksQuery).data?.goingLive
  if (!steps) return null
  return (
    <Card flush className="mb-5 overflow-hidden">
      <div className="border-line border-b px-5 py-3.5">
        <CardHeader
          title="Going live"
          description="The way to the first delivered domain. docs/going-live.md explains each step."
        />
      </div>
      <ul aria-label="Going live">
        {steps.map((each) => (
          <Step key={each.step} {...each} />
        ))}
      </ul>
    </Card>
  )
}

const Step = ({ step, state, about }: GoingLiveStep) => (
  <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-line border-t px-5 py-2.5 first:border-t-0 max-sm:grid-cols-1">
    <span className="max-sm:mb-1">
      <Badge tone={tones[state]}>{goingLiveStates[state]}</Badge>
    </span>
    <div className="min-w-0">
      <span className="font-medium wrap-anywhere">{goingLiveSteps[step]}</span>
      <p className="text-muted text-secondary wrap-anywhere">{about}</p>
    </div>
  </li>
)
