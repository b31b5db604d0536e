import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pointsToText } from '#features/domains/rules/points-to.ts'
import { verifyAvailability } from '#features/names/api/find-domains.ts'
import type { AvailabilityResult } from '#features/names/rules/domain-availability.ts'
import { type StandingName, stopsText } from '#features/names/rules/standing-records.ts'
import { call } from '#ui/api.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { useStanding } from '#ui/frame/use-standing.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { requiredOf, selectedDomains } from '../rules/order-draft.ts'
import { DomainList } from './domain-list.tsx'
import { OwnDomainField } from './own-domain-field.tsx'
import { OwnDomainLines } from './own-domain-lines.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { useRemoveAll } from './use-remove-all.ts'
import { withDomains } from './with-domains.ts'

interface OwnNameFactsProps {
  /** Absent while it is looked up, and where that failed. */
  known: AvailabilityResult | undefined
  isLooking: boolean
  /** What it has in DNS now. */
  standing: StandingName | undefined
  nameServers: readonly string[]
}

/** Where an own name points now; and why it cannot be used, where that turned out after it was added. */
function OwnNameFacts({ known, isLooking, standing, nameServers }: OwnNameFactsProps) {
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

/** What is known of own names that were chosen. Nobody waits for it: a name without an answer says so. */
function useOwnNames(names: readonly string[]) {
  const { data = [], isFetching } = useQuery({
    queryKey: ['own-names', ...names],
    queryFn: async ({ signal }) => {
      const { results } = await call(verifyAvailability, {
        body: { domains: [...names], is_user_own: 'yes' },
        signal,
      })
      return results
    },
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  })
  return { known: new Map(data.map((each) => [each.domain, each])), isLooking: isFetching }
}

/** Bringing names along: one at a time or pasted by the line. */
export default function OwnDomains(props: PlatformDomainsProps) {
  const { draft, platform, change } = props
  const [how, setHow] = useState<'single' | 'bulk'>('single')
  const remove = (name: string) =>
    change((present) => withDomains(present, platform, (list) => list.filter((each) => each !== name)))
  const removeAll = useRemoveAll(props)
  const names = selectedDomains(draft)[platform]
  const { known, isLooking } = useOwnNames(names)
  const standing = useStanding(names)
  const { nameServers } = useConfig()
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label="How to enter domains"
        value={how}
        onValueChange={setHow}
        tabs={[
          { value: 'single', label: 'One domain' },
          { value: 'bulk', label: 'Several domains' },
        ]}
      >
        <TabPanel value="single">
          <OwnDomainField {...props} />
        </TabPanel>
        <TabPanel value="bulk">
          <OwnDomainLines {...props} />
        </TabPanel>
      </Tabs>
      <DomainList
        option="own"
        platform={platform}
        names={names}
        required={requiredOf(draft)[platform]}
        about={(name) => (
          <OwnNameFacts
            known={known.get(name)}
            isLooking={isLooking}
            standing={standing.known.get(name)}
            nameServers={nameServers}
          />
        )}
        onRemove={remove}
        onRemoveAll={removeAll}
      />
    </div>
  )
}
