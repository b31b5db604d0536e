import { useState } from 'react'
import { useConfig } from '#ui/frame/use-config.ts'
import { useStanding } from '#ui/frame/use-standing.ts'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { requiredOf, selectedDomains } from '../rules/order-draft.ts'
import { DomainList } from './domain-list.tsx'
import { OwnDomainField } from './own-domain-field.tsx'
import { OwnDomainLines } from './own-domain-lines.tsx'
import { OwnNameFacts } from './own-name-facts.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { useOwnNames } from './use-own-names.ts'
import { useRemoveAll } from './use-remove-all.ts'
import { withDomains } from './with-domains.ts'

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
