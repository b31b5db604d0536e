import { useState } from 'react'
import { formatUsd } from '#base/text/usd.ts'
import type { PublicConfig } from '#features/brand/api/config.ts'
import { registrationCents } from '#features/plans/rules/price-list.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { FormRefusal } from '#ui/console/form-refusal.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { type ConsoleDomainPage, renameConsoleDomain } from '../api/console-domains.ts'
import { lookAtDomainsAgain } from './domain-queries.ts'

/** What the customer pays for the name, as they would be told. */
function priceText(name: string, isOwn: boolean, isFree: boolean, { prices }: PublicConfig): string {
  if (isOwn) return 'It costs nothing: the customer has it already, and points it here.'
  if (isFree) return 'It costs nothing: the name that could not be had was paid for.'
  const tld = name.trim().toLowerCase().split('.').at(-1) ?? ''
  return `The customer pays ${formatUsd(registrationCents(prices, tld))} for it first; you are given the page to send them.`
}

/** Another name in the place of one that cannot be had. */
export default function RenameDialog({
  title,
  page,
  onClose,
}: { page: ConsoleDomainPage; onClose: () => void } & Titled) {
  const { domain, rename } = page
  const config = useConfig()
  const [name, setName] = useState('')
  const [isOwn, setOwn] = useState(false)
  const renaming = useStaffAction({
    mutationFn: () =>
      callStaff(renameConsoleDomain, { params: { domainId: domain.id }, body: { name, isOwn } }),
    hasForm: true,
    onSuccess: async ({ message, paymentUrl }) => {
      toast.success(message)
      await lookAtDomainsAgain()
      if (!paymentUrl) onClose()
    },
  })
  const { error, data } = renaming
  const pageToPay = data?.paymentUrl
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={priceText(name, isOwn, rename.price === 'free', config)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {pageToPay ? 'Done' : 'Cancel'}
          </Button>
          {!pageToPay && (
            <Button
              variant="primary"
              loading={renaming.isPending}
              unavailable={name.trim() === '' && 'Please enter the new name.'}
              onClick={() => renaming.mutateAsync().catch(() => {})}
            >
              Choose this name
            </Button>
          )}
        </>
      }
    >
      <FormRefusal error={error} className="mb-4" />
      {pageToPay ? (
        <Alert
          tone="info"
          title="Send the customer this page"
          action={<CopyButton value={pageToPay} label="Copy the payment page" />}
        >
          <span className="wrap-anywhere">{pageToPay}</span>
        </Alert>
      ) : (
        <>
          <Field label="New name">
            <Input value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
          </Field>
          <Checkbox checked={isOwn} onCheckedChange={setOwn}>
            The customer has it already
          </Checkbox>
        </>
      )}
    </Dialog>
  )
}
