import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { type ConsoleAccountPage, removeConsoleAccount } from '../api/console-capacity.ts'
import { lookAtCapacityAgain } from './capacity-queries.ts'

/** Forgets an account in which nothing stands; the server refuses any other. */
export default function RemoveDialog({
  title,
  page,
  onClose,
}: { page: ConsoleAccountPage; onClose: () => void } & Titled) {
  const { account } = page
  const navigate = useNavigate()
  const [leaves, setLeaves] = useState(false)
  const removing = useStaffAction({
    mutationFn: () =>
      callStaff(removeConsoleAccount, { params: { accountId: account.id }, body: { leaves } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await navigate(operatorPaths.capacity)
      await lookAtCapacityAgain()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel="Remove it"
      danger
      onConfirm={() => removing.mutateAsync()}
    >
      Its credentials are forgotten here; at its host it stays as it is. Only one that drains or is closed,
      and in which nothing stands, is removed.
      <Checkbox className="mt-3" checked={leaves} onCheckedChange={setLeaves}>
        Although entries of domains may be left there, which nobody removes then
      </Checkbox>
    </ConfirmDialog>
  )
}
