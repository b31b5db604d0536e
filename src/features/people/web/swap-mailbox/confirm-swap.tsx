import { refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import { call } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { type ListedMailbox, swapMailbox } from '../../api/mailboxes.ts'
import { swapPromise } from '../../rules/swap-mailbox.ts'

interface ConfirmSwapProps {
  mailbox: ListedMailbox
  people: readonly { id: string; fullName: string }[]
  /** Whose the new mailbox is to be. */
  personId: string
  onPerson: (id: string) => void
  onClose: () => void
}

/** Asks whose the new mailbox is, and says what becomes of the old one. */
export function ConfirmSwap({ mailbox, people, personId, onPerson, onClose }: ConfirmSwapProps) {
  const swapping = useAction({
    mutationFn: () => call(swapMailbox, { body: { address: mailbox.address, personId } }),
    onSuccess: ({ message }) => toast.success(message),
    // It may be another's by now: then what is shown has changed.
    onSettled: () => refetchOrders(),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={<span className="wrap-anywhere">Swap {mailbox.address}?</span>}
      confirmLabel="Swap mailbox"
      onConfirm={() => swapping.mutateAsync()}
    >
      <div className="flex flex-col gap-4">
        <p>{swapPromise}</p>
        {people.length > 1 && (
          <Field label="Person of the new mailbox">
            <Select
              value={personId}
              onValueChange={onPerson}
              options={people.map(({ id, fullName }) => ({ value: id, label: fullName }))}
            />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  )
}
