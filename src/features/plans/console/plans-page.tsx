import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { plansQuery } from './plans-queries.ts'
import { PriceListForm } from './price-list-form.tsx'
import { PriceVersionsCard } from './price-versions-card.tsx'
import { RunningCard } from './running-card.tsx'

/** What is sold at which price. */
export function PlansPage() {
  const query = useQuery(plansQuery)
  const mayWrite = mayStaff(useStaff().role, 'plans.write')
  return (
    <ConsolePage
      title="Plans and prices"
      about="What customers are offered. A change counts for new orders at once; what runs keeps its price."
    >
      <Loaded query={query} failed="The prices could not be loaded." within="page">
        {(plans) => (
          <div className="flex flex-col gap-5">
            <PriceListForm key={plans.version} plans={plans} mayWrite={mayWrite} />
            <RunningCard running={plans.running} />
            <PriceVersionsCard version={plans.version} versions={plans.versions} mayWrite={mayWrite} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  )
}

export { PlansPage as Component }
