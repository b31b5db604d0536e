import { useState } from 'react'
import { requiredOf, selectedDomains } from '#shared/order-draft/order-draft.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { DomainList } from './domain-list.tsx'
import { OwnDomainField } from './own-domain-field.tsx'
import { OwnDomainLines } from './own-domain-lines.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { useRemoveAll } from './use-remove-all.ts'
import { withDomains } from './with-domains.ts'

/** Bringing names along: one at a time or pasted by the line. */
export default function OwnDomains(props: PlatformDomainsProps) {
  const { draft, platform, change } = props
  const [how, setHow] = useState<'single' | 'bulk'>('single')
  const remove = (name: string) =>
    change((present) => withDomains(present, platform, (list) => list.filter((each) => each !== name)))
  const removeAll = useRemoveAll(props)
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
        names={selectedDomains(draft)[platform]}
        required={requiredOf(draft)[platform]}
        onRemove={remove}
        onRemoveAll={removeAll}
      />
    </div>
  )
}
