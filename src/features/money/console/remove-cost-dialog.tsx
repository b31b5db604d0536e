import { formatUsd } from '#base/text/usd.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { type MoneyView, removeCost } from '../api/console-money.ts'
import { subjectText } from '../rules/cost-of.ts'
import { costKinds } from '../rules/money-words.ts'
import { lookAtMoneyAgain } from './money-queries.ts'

type Cost = MoneyView['costs'][number]

/** Asks before a cost is taken away, and says what counts then. */
export default function RemoveCostDialog({
  title,
  cost: { kind, subject, from },
  costs,
  onClose,
}: {
  cost: Cost
  costs: readonly Cost[]
  onClose: () => void
} & Titled) {
  const removing = useStaffAction({
    mutationFn: () => callStaff(removeCost, { body: { kind, subject, from } }),
    onSuccess: tellAnswer(lookAtMoneyAgain),
  })
  const before = costs
    .filter((each) => each.kind === kind && each.subject === subject && each.from < from)
    .reduce<Cost | undefined>(
      (latest, each) => (latest && latest.from > each.from ? latest : each),
      undefined,
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel="Remove cost"
      danger
      onConfirm={() => removing.mutateAsync()}
    >
      {costKinds[kind].title}, {subjectText(kind, subject)}:{' '}
      {before
        ? `${formatUsd(before.cents)} per ${costKinds[kind].per} counts again, as entered for ${before.from}.`
        : 'no cost is known for those months then, so their margins are unknown.'}
    </ConfirmDialog>
  )
}
