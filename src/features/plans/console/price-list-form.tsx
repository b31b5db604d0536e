import { countOf } from '#base/text/count-of.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { AskBeforeLeaving } from '#ui/console/page/ask-before-leaving.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { ConsolePlans } from '../api/console-plans.ts'
import { planIds } from '../rules/catalog.ts'
import { PlansCard } from './plans-card.tsx'
import { TldsCard } from './tlds-card.tsx'
import { usePriceDraft } from './use-price-draft.ts'

/** The price list that counts now, to be changed as a whole. */
export function PriceListForm({ plans, mayWrite }: { plans: ConsolePlans; mayWrite: boolean }) {
  const form = usePriceDraft(plans)
  const { list } = plans
  const { next, draft, problems, refused, changes, formRef, isAsking, setAsking, saving } = form
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changes.length > 0) form.ask()
      }}
    >
      {/* Who may not change it reads the same page. */}
      <fieldset disabled={!mayWrite} className="flex min-w-0 flex-col gap-5">
        {refused && <Alert>{refused}</Alert>}
        <PlansCard form={form} mayWrite={mayWrite} />
        <TldsCard form={form} registrarCents={plans.registrarCents} mayWrite={mayWrite} />
        <Card>
          <CardHeader title="Orders that come back" />
          <Field
            label="Price per month in US dollars"
            hint="Of an order that was cancelled and is reinstated, whatever its plan."
            error={problems.reinstateCents}
            className="mt-3 max-w-80"
          >
            <Input
              name="reinstateCents"
              value={draft.reinstateCents}
              inputMode="decimal"
              autoComplete="off"
              onChange={({ target }) => form.set({ reinstateCents: target.value })}
            />
          </Field>
        </Card>
        {mayWrite && (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            loading={saving.isPending}
            unavailable={changes.length === 0 && 'Nothing is different from what is there now.'}
          >
            Sell at these prices
          </Button>
        )}
      </fieldset>
      <AskBeforeLeaving unsaved={changes.length > 0} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sell at these prices?"
        confirmLabel="Sell at these prices"
        onConfirm={() => saving.mutateAsync()}
      >
        <span className="block">For everybody who orders from now on:</span>
        <ul aria-label="Changes" className="my-2 list-disc pl-5">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        {planIds.some((plan) => list.plans[plan].name !== next.plans[plan].name) && (
          <span className="mb-2 block">
            A plan’s new name stands at once wherever the plan is read, also of what runs.
          </span>
        )}
        <span className="block">{keptText(plans.running)}</span>
      </ConfirmDialog>
    </form>
  )
}

/** For whom nothing changes. */
function keptText(running: ConsolePlans['running']): string {
  const groups = running.reduce((sum, each) => sum + each.groups, 0)
  const keep =
    groups === 0
      ? 'Nothing runs yet.'
      : `${countOf(groups, 'order')} that ${groups === 1 ? 'runs keeps its price' : 'run keep their prices'}.`
  return `${keep} Customers with a price of their own keep paying that, and whoever has a payment page open pays what it says.`
}
