import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateActsMenu } from '#ui/late-acts-menu.tsx'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import {
  type DnsAccount,
  drainConsoleDnsAccount,
  openConsoleDnsAccount,
  probeConsoleDnsAccount,
  removeConsoleDnsAccount,
} from '../api/console-dns-accounts.ts'
import { lookAtCapacityAgain } from './capacity-queries.ts'
import { tellTried } from './tell-tried.ts'

const DnsRenameDialog = lateDialog(() => import('./dns-rename-dialog.tsx'), {
  frame: 'medium',
  title: ({ account }) => `Rename ${account.label}`,
})
/** With an account it asks for another token of it, without one for another account. */
export const DnsTokenDialog = lateDialog(() => import('./dns-token-dialog.tsx'), {
  frame: 'medium',
  title: ({ account }) => (account ? `Renew the token of ${account.label}` : 'Add a registrar account'),
})

/** What may be done with an account at the registrar. */
export function DnsAccountActs({ account }: { account: DnsAccount }) {
  const [open, setOpen] = useState<'renew' | 'rename' | 'drain' | 'remove'>()
  const close = () => setOpen(undefined)
  const call = { params: { accountId: account.id }, body: {} }
  const probing = useStaffAction({
    mutationFn: () => callStaff(probeConsoleDnsAccount, call),
    onSuccess: async (answer) => {
      tellTried(answer)
      await lookAtCapacityAgain()
    },
  })
  const opening = useStaffAction({
    mutationFn: () => callStaff(openConsoleDnsAccount, call),
    onSuccess: tellAnswer(lookAtCapacityAgain),
  })
  const ofItsOwn = [
    { name: 'Renew the token', onSelect: () => setOpen('renew') },
    { name: 'Remove', onSelect: () => setOpen('remove') },
  ]
  return (
    <>
      <LateActsMenu
        trigger={
          <Button
            size="small"
            variant="quiet"
            icon={<MoreHorizontal />}
            loading={probing.isPending || opening.isPending}
            aria-label={`To do with ${account.label}`}
          />
        }
        acts={[
          { name: 'Ask now', onSelect: () => probing.mutate() },
          account.state === 'open'
            ? { name: 'Drain', onSelect: () => setOpen('drain') }
            : { name: 'Open again', onSelect: () => opening.mutate() },
          { name: 'Rename', onSelect: () => setOpen('rename') },
          ...(account.isEnvironments ? [] : ofItsOwn),
        ]}
      />
      {open === 'renew' && <DnsTokenDialog account={account} onClose={close} />}
      {open === 'rename' && <DnsRenameDialog account={account} onClose={close} />}
      {(open === 'drain' || open === 'remove') && <Ask act={open} account={account} onClose={close} />}
    </>
  )
}

const words = {
  drain: {
    title: (label: string) => `Drain ${label}?`,
    verb: 'Drain it',
    text: (domains: string) =>
      `It is given no new domains until it is opened again. The ${domains} that it has stay with it, and are renewed and changed there.`,
  },
  remove: {
    title: (label: string) => `Remove ${label}?`,
    verb: 'Remove it',
    text: (domains: string) =>
      `Its token is forgotten here. Only an account that drains and has no domain is removed; this one has ${domains}.`,
  },
} as const

interface AskProps {
  act: keyof typeof words
  account: DnsAccount
  onClose: () => void
}

function Ask({ act, account, onClose }: AskProps) {
  const call = { params: { accountId: account.id }, body: {} }
  const acting = useStaffAction({
    mutationFn: () => callStaff(act === 'drain' ? drainConsoleDnsAccount : removeConsoleDnsAccount, call),
    onSuccess: tellAnswer(lookAtCapacityAgain),
  })
  const { title, verb, text } = words[act]
  return (
    <LateConfirmDialog
      onClose={onClose}
      title={title(account.label)}
      confirmLabel={verb}
      danger={act === 'remove'}
      onConfirm={() => acting.mutateAsync()}
    >
      {text(countOf(account.domains, 'domain'))}
    </LateConfirmDialog>
  )
}
