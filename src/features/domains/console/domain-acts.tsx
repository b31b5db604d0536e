import { MoreHorizontal, RefreshCw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateActsMenu } from '#ui/late-acts-menu.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { type ConsoleDomainPage, retryConsoleDomains } from '../api/console-domains.ts'
import { lookAtDomainsAgain } from './domain-queries.ts'

const MoveDialog = lateDialog(() => import('./move-dialog.tsx'), {
  frame: 'question',
  title: ({ page }) => `Move ${page.domain.name}?`,
})
const RetryDialog = lateDialog(() => import('./retry-dialog.tsx'), {
  frame: 'question',
  title: 'Try it again?',
})
const RenameDialog = lateDialog(() => import('./rename-dialog.tsx'), {
  frame: 'medium',
  title: ({ page }) => `Another name for ${page.domain.name}`,
})

/**
 * What staff may do about one domain. A move that cannot be made now says why when it is pressed; another name is for
 * few domains, and is offered for no others.
 */
export function DomainActs({ page }: { page: ConsoleDomainPage }) {
  const [open, setOpen] = useState<'move' | 'rename' | 'retry'>()
  const close = () => setOpen(undefined)
  const { domain, move, rename, isReleased } = page
  const retrying = useStaffAction({
    mutationFn: (looksAnew: boolean) =>
      callStaff(retryConsoleDomains, { body: { ids: [domain.id], looksAnew } }),
    onSuccess: async ({ done, renewalsLeft }, looksAnew) => {
      // It came to wait for one since the page was read.
      if (renewalsLeft.count > 0) setOpen('retry')
      else if (done === 0) toast.error('No paid order holds it any more.')
      else toast.success(looksAnew ? 'Everything about it is being looked at.' : 'It is being tried again.')
      await lookAtDomainsAgain()
    },
  })
  if (isReleased) return null
  return (
    <>
      <Button
        icon={<RotateCw />}
        loading={retrying.isPending}
        onClick={() => (page.waitsForRenewal ? setOpen('retry') : retrying.mutate(false))}
      >
        Try again
      </Button>
      <Button icon={<RefreshCw />} loading={retrying.isPending} onClick={() => retrying.mutate(true)}>
        Look now
      </Button>
      <LateActsMenu
        trigger={<Button icon={<MoreHorizontal />} aria-label={`More to do with ${domain.name}`} />}
        acts={[
          {
            name: 'Move to another account',
            onSelect: () => (move.refusal === null ? setOpen('move') : toast.error(move.refusal)),
          },
          ...(rename.refusal === null
            ? [{ name: 'Choose another name', onSelect: () => setOpen('rename') }]
            : []),
        ]}
      />
      {open === 'retry' && <RetryDialog ids={[domain.id]} looksAnew={false} onClose={close} onDone={close} />}
      {open === 'move' && <MoveDialog page={page} onClose={close} />}
      {open === 'rename' && <RenameDialog page={page} onClose={close} />}
    </>
  )
}
