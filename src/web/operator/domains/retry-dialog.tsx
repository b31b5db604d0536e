import { useState } from 'react'
import { retryConsoleDomains } from '#shared/api/console/domains.ts'
import { isWordGiven, typeTheNumber, wantsWord } from '#shared/domains/typed-word.ts'
import { countOf } from '#shared/text/count-of.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Titled } from '../../ui/late-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { TypedNumber } from '../page/typed-number.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAtDomainsAgain } from './domain-queries.ts'

interface RetryDialogProps extends Titled {
  ids: readonly string[]
  looksAnew: boolean
  onClose: () => void
  onDone: () => void
}

/** Says how many are about to be tried again or looked at. */
export default function RetryDialog({ title, ids, looksAnew, onClose, onDone }: RetryDialogProps) {
  const [word, setWord] = useState('')
  const retrying = useStaffAction({
    mutationFn: () => {
      if (!isWordGiven(ids.length, word)) throw new Error(typeTheNumber(ids.length))
      return callStaff(retryConsoleDomains, {
        body: { ids: [...ids], looksAnew, ...(wantsWord(ids.length) && { word }) },
      })
    },
    onSuccess: async ({ done, skipped, renewalsLeft }) => {
      const left = skipped > 0 ? ` ${countOf(skipped, 'domain')} left out: no paid order holds them.` : ''
      const renewals =
        renewalsLeft > 0
          ? ` ${countOf(renewalsLeft, 'renewal')} not asked for again: look at DNSimple and try each of these domains again on its own page.`
          : ''
      toast.success(
        `${countOf(done, 'domain')} ${looksAnew ? 'being looked at' : 'being tried again'}.${left}${renewals}`,
      )
      onDone()
      await lookAtDomainsAgain()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={looksAnew ? 'Look now' : 'Try again'}
      onConfirm={() => retrying.mutateAsync()}
    >
      {looksAnew
        ? 'Everything that is known of them counts as old: host, DNS and sending tool are read again, and what differs is put right.'
        : 'What they wait for is tried at once instead of when it would be next. What is known of them still counts.'}
      {!looksAnew &&
        ids.length === 1 &&
        ' Where it waits for a renewal that was lost or refused, that is asked for again: if it has already happened, it is paid twice. Look at DNSimple first.'}
      <TypedNumber domains={ids.length} value={word} onChange={setWord} />
    </ConfirmDialog>
  )
}
