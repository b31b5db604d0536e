import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import {
  adoptImport,
  forgetImport,
  lookAtImport,
  type ShownImport,
  stopImport,
} from '../api/console-fleet-import.ts'
import { downloadReport, lookAtImportsAgain } from './import-queries.ts'

type Act = typeof lookAtImport | typeof adoptImport | typeof stopImport | typeof forgetImport

function useAct(importId: string, act: Act) {
  return useStaffAction({
    mutationFn: () => callStaff(act, { params: { importId } }),
    onSuccess: tellAnswer(lookAtImportsAgain),
  })
}

/** What can be done with an import just now. */
export function ImportActs({ shown }: { shown: ShownImport }) {
  const { fleet, notYet } = shown
  const [asked, setAsked] = useState<'adopt' | 'forget'>()
  const looking = useAct(fleet.id, lookAtImport)
  const stopping = useAct(fleet.id, stopImport)
  const downloading = useStaffAction({ mutationFn: () => downloadReport(fleet.id) })
  if (fleet.state !== 'resting')
    return (
      <Button loading={stopping.isPending} onClick={() => stopping.mutate()}>
        Stop
      </Button>
    )
  const isLookedAt = fleet.lookedAt !== null
  const isOver = fleet.counts.adopted === fleet.counts.domains
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked('forget')}>
        Forget
      </Button>
      {isLookedAt && (
        <Button icon={<Download />} loading={downloading.isPending} onClick={() => downloading.mutate()}>
          Report
        </Button>
      )}
      {!isOver && (
        <Button
          variant={isLookedAt ? 'secondary' : 'primary'}
          loading={looking.isPending}
          onClick={() => looking.mutate()}
        >
          {isLookedAt ? 'Look again' : 'Look'}
        </Button>
      )}
      {isLookedAt && !isOver && (
        <Button variant="primary" unavailable={notYet ?? false} onClick={() => setAsked('adopt')}>
          Adopt
        </Button>
      )}
      {asked === 'adopt' && <AdoptDialog shown={shown} onClose={() => setAsked(undefined)} />}
      {asked === 'forget' && <ForgetDialog shown={shown} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface AskProps {
  shown: ShownImport
  onClose: () => void
}

function AdoptDialog({ shown: { fleet, adoptable }, onClose }: AskProps) {
  const adopting = useAct(fleet.id, adoptImport)
  const { domains, orders, customers, mailboxes } = adoptable
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Adopt ${countOf(domains, 'domain')}?`}
      confirmLabel={`Adopt ${countOf(domains, 'domain')}`}
      onConfirm={() => adopting.mutateAsync()}
    >
      <p>
        Coming in as they stand: {countOf(orders, 'order')} of {countOf(customers, 'customer')} with{' '}
        {countOf(mailboxes, 'mailbox', 'mailboxes')}. Addresses, records, forwarding and subscriptions stay as
        they are; nothing is changed at the third parties, nothing is charged, and nobody gets a mail.
      </p>
      <p className="mt-2">
        From then on this product keeps them so. Passwords of mailboxes are not held. Adopting is not taken
        back: what is not wanted is cancelled, as every order is.
      </p>
    </ConfirmDialog>
  )
}

function ForgetDialog({ shown: { fleet }, onClose }: AskProps) {
  const navigate = useNavigate()
  const forgetting = useAct(fleet.id, forgetImport)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Forget this file?"
      confirmLabel="Forget the file"
      danger
      onConfirm={async () => {
        await forgetting.mutateAsync()
        await navigate(operatorPaths.imports)
      }}
    >
      The file and what was found are removed. What was adopted stays.
    </ConfirmDialog>
  )
}
