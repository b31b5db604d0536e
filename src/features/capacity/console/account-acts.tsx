import { MoreHorizontal, Pause, Play, Radio } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateActsMenu } from '#ui/late-acts-menu.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { type ConsoleAccountPage, openConsoleAccount, probeConsoleAccount } from '../api/console-capacity.ts'
import { lookAtCapacityAgain } from './capacity-queries.ts'
import { tellTried } from './tell-tried.ts'

const DrainDialog = lateDialog(() => import('./drain-dialog.tsx'), {
  frame: 'question',
  title: ({ page }) => `Drain ${page.account.label}?`,
})
const LimitsDialog = lateDialog(() => import('./limits-dialog.tsx'), {
  frame: 'medium',
  title: ({ account }) => `How much fits into ${account.label}?`,
})
const RenewDialog = lateDialog(() => import('./renew-dialog.tsx'), {
  frame: 'medium',
  title: ({ page }) => `Renew the secret of ${page.account.label}`,
})
const RemoveDialog = lateDialog(() => import('./remove-dialog.tsx'), {
  frame: 'question',
  title: ({ page }) => `Remove ${page.account.label}?`,
})

/** What may be done with one account. */
export function AccountActs({ page }: { page: ConsoleAccountPage }) {
  const [open, setOpen] = useState<'drain' | 'limits' | 'renew' | 'remove'>()
  const close = () => setOpen(undefined)
  const { account } = page
  const params = { accountId: account.id }
  const onSuccess = async (answer: { works: boolean; message: string }) => {
    tellTried(answer)
    await lookAtCapacityAgain()
  }
  const probing = useStaffAction({
    mutationFn: () => callStaff(probeConsoleAccount, { params, body: {} }),
    onSuccess,
  })
  const opening = useStaffAction({
    mutationFn: () => callStaff(openConsoleAccount, { params, body: {} }),
    onSuccess,
  })
  const mayDrain = account.state !== 'draining' && account.state !== 'closed'
  return (
    <>
      <Button icon={<Radio />} loading={probing.isPending} onClick={() => probing.mutate()}>
        Ask now
      </Button>
      {mayDrain ? (
        <Button icon={<Pause />} onClick={() => setOpen('drain')}>
          Drain
        </Button>
      ) : (
        <Button icon={<Play />} loading={opening.isPending} onClick={() => opening.mutate()}>
          Open again
        </Button>
      )}
      <LateActsMenu
        trigger={<Button icon={<MoreHorizontal />} aria-label={`More to do with ${account.label}`} />}
        acts={[
          { name: 'Change limits', onSelect: () => setOpen('limits') },
          { name: 'Renew the secret', onSelect: () => setOpen('renew') },
          { name: 'Remove', onSelect: () => setOpen('remove') },
        ]}
      />
      {open === 'drain' && <DrainDialog page={page} onClose={close} />}
      {open === 'limits' && <LimitsDialog account={account} onClose={close} />}
      {open === 'renew' && <RenewDialog page={page} onClose={close} />}
      {open === 'remove' && <RemoveDialog page={page} onClose={close} />}
    </>
  )
}
