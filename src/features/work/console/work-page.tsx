import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useWorkFilter } from './use-work-filter.ts'
import { WorkFilters } from './work-filters.tsx'
import { WorkList } from './work-list.tsx'
import { WorkNav } from './work-nav.tsx'

/** What people are asked to do where no API may do it. */
export function WorkPage() {
  const filtering = useWorkFilter()
  return (
    <ConsolePage title="Work" about="What waits for a person, and what became of it.">
      <WorkNav />
      <Card flush className="overflow-clip">
        <WorkFilters {...filtering} />
        {/* Another list has another choice. */}
        <WorkList key={JSON.stringify(filtering.filter)} filter={filtering.filter} />
      </Card>
    </ConsolePage>
  )
}

export { WorkPage as Component }
