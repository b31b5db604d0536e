import { noteOnSparePrice } from '#features/reserve/rules/spares.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { type PlanId, planIds, plans } from '../rules/catalog.ts'
import { AmountCell, EntryTable, NameCell, SaleCell } from './price-cells.tsx'
import type { PriceForm } from './use-price-draft.ts'

const titles = ['Plan', 'Name', 'Price per month', 'Original price', 'Spares', 'On sale']

/** What one order of each plan costs. */
export function PlansCard({ form, mayWrite }: { form: PriceForm; mayWrite: boolean }) {
  const { draft, problems } = form
  const change = (plan: PlanId, entry: Partial<(typeof draft.plans)[PlanId]>) =>
    form.set({ plans: { ...draft.plans, [plan]: { ...draft.plans[plan], ...entry } } })
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Plans"
          description={`Per order, every 30 days. An original price is struck through beside the present one. Spares are domains that customers keep warm for replacement: they cost what the plan costs unless a lower price stands here. ${noteOnSparePrice()} A name of your own stands wherever customers and staff read the plan’s, also of what runs; new invoices have it after five minutes at most.`}
        />
        {problems.plans && <p className="mt-2 text-danger text-secondary">{problems.plans}.</p>}
      </div>
      <EntryTable label="Plans" titles={titles}>
        {planIds.map((plan) => {
          const { name } = plans[plan]
          const { name: ownName, cents, originalCents, spareCents, onSale } = draft.plans[plan]
          return (
            <tr key={plan}>
              <th scope="row" className="font-medium">
                {name}
              </th>
              <NameCell
                title="Name"
                of={name}
                name={`plans.${plan}.name`}
                value={ownName}
                placeholder={name}
                problem={problems[`plans.${plan}.name`]}
                onChange={(value) => change(plan, { name: value })}
              />
              <AmountCell
                title="Price per month"
                of={name}
                name={`plans.${plan}.cents`}
                value={cents}
                problem={problems[`plans.${plan}.cents`]}
                onChange={(value) => change(plan, { cents: value })}
              />
              <AmountCell
                title="Original price"
                of={name}
                name={`plans.${plan}.originalCents`}
                value={originalCents}
                placeholder="None"
                problem={problems[`plans.${plan}.originalCents`]}
                onChange={(value) => change(plan, { originalCents: value })}
              />
              <AmountCell
                title="Spares"
                of={name}
                name={`plans.${plan}.spareCents`}
                value={spareCents}
                placeholder="As the plan"
                problem={problems[`plans.${plan}.spareCents`]}
                onChange={(value) => change(plan, { spareCents: value })}
              />
              <SaleCell
                title="On sale"
                of={name}
                onSale={onSale}
                disabled={!mayWrite}
                onChange={(next) => change(plan, { onSale: next })}
              />
            </tr>
          )
        })}
      </EntryTable>
    </Card>
  )
}
