import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { pathAskedFor } from '#ui/frame/last-path.ts'
import { sessionQuery } from '#ui/frame/session.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { queryClient } from '#ui/query-client.ts'
import { secondFactorTexts } from '../rules/own-second-factor.ts'
import { factorQuery } from './account-queries.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

/** Where whoever has no second factor is led while their account asks everybody for one. */
export function SetUpFactorPage() {
  const user = useUser()
  const navigate = useNavigate()
  const location = useLocation()
  const { data } = useQuery(factorQuery)
  // Whoever typed the address may set one up as well, and go on without.
  const [isAsked] = useState(user.mustSetUpFactor === true)
  const goOn = () => {
    queryClient.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, mustSetUpFactor: false })
    void navigate(pathAskedFor(location, user.id), { replace: true })
  }
  return (
    <div className="mx-auto flex max-w-column flex-col gap-5">
      {(isAsked || data?.isOn) && (
        <Alert tone={data?.isOn ? 'success' : 'warning'}>
          {data?.isOn ? 'Your second factor is set up.' : secondFactorTexts.wanted}
        </Alert>
      )}
      <SecondFactorCard />
      <Button
        variant="primary"
        className="self-end"
        unavailable={isAsked && !data?.isOn && secondFactorTexts.wanted}
        onClick={goOn}
      >
        Continue
      </Button>
    </div>
  )
}
export { SetUpFactorPage as Component }
