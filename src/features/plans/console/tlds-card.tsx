import { formatUsd } from '#base/text/usd.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import { purchasableTlds, type Tld } from '../rules/catalog.ts'
import { AmountCell, EntryTable, SaleCell } from './price-cells.tsx'
import { typedCents } from './price-draft.ts'
import type { PriceForm } from './use-price-draft.ts'

const titles = ['Ending', 'Fee', 'Registrar’s cost', 'Margin', 'Refused above', 'On sale']

interface TldsCardProps {
  form: PriceForm
  registrarCents: Readonly<Record<string, number>>
  mayWrite: boolean
}

/** What registering a domain costs customers, beside what it costs the operator. */
export function TldsCard({ form, registrarCents, mayWrite }: TldsCardProps) {
  const { draft, problems } = form
  const change = (tld: Tld, entry: Partial<(typeof draft.tlds)[Tld]>) =>
    form.set({ tlds: { ...draft.tlds, [tld]: { ...draft.tlds[tld], ...entry } } })
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Domains"
          description="Once, for registering one. A name for which the registrar asks more than “Refused above” is not sold. The registrar’s cost is entered with the money."
        />
        {problems.tlds && <p className="mt-2 text-danger text-secondary">{problems.tlds}.</p>}
      </div>
      <EntryTable label="Domains" titles={titles}>
        {purchasableTlds.map((tld) => {
          const { cents, ceilingCents, onSale } = draft.tlds[tld]
          const cost = registrarCents[tld]
          const fee = typedCents(cents)
          return (
            <tr key={tld}>
              <th scope="row" className="font-medium">
                .{tld}
              </th>
              <AmountCell
                title="Fee"
                of={`.${tld}`}
                name={`tlds.${tld}.cents`}
                value={cents}
                problem={problems[`tlds.${tld}.cents`]}
                onChange={(value) => change(tld, { cents: value })}
              />
              <LabelledCell label="Registrar’s cost">
                {cost === undefined ? <span className="text-muted">Not entered</span> : formatUsd(cost)}
              </LabelledCell>
              <LabelledCell label="Margin">
                {cost === undefined || fee < 0 ? (
                  <span className="text-muted">Unknown</span>
                ) : (
                  <span className={fee < cost ? 'text-danger' : undefined}>{formatUsd(fee - cost)}</span>
                )}
              </LabelledCell>
              <AmountCell
                title="Refused above"
                of={`.${tld}`}
                name={`tlds.${tld}.ceilingCents`}
                value={ceilingCents}
                problem={problems[`tlds.${tld}.ceilingCents`]}
                onChange={(value) => change(tld, { ceilingCents: value })}
              />
              <SaleCell
                title="On sale"
                of={`.${tld}`}
                onSale={onSale}
                disabled={!mayWrite}
                onChange={(next) => change(tld, { onSale: next })}
              />
            </tr>
          )
        })}
      </EntryTable>
    </Card>
  )
}
