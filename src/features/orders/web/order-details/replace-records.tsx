import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { replaceRecords } from '#features/domains/api/domains.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { refetchOrders } from '../shared/orders-query.ts'

/** Removes DNS records that are in the way of what a domain needs, once they were shown. */
export function ReplaceRecords({ domain, records }: { domain: string; records: string[] }) {
  const [isAsking, setAsking] = useState(false)
  const replacing = useAction({
    mutationFn: () => call(replaceRecords, { body: { domain, records: records.join('\n') } }),
    onSuccess: ({ message }) => toast.success(message),
    // Others may be in the way by now.
    onSettled: () => refetchOrders(),
  })
  const label = `Replace ${countOf(records.length, 'DNS record')}`
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${label}?`}
        confirmLabel={label}
        onConfirm={() => replacing.mutateAsync()}
      >
        <p className="wrap-anywhere">
          We’ll remove {records.length === 1 ? 'this record' : 'these records'} of{' '}
          <span translate="no" className="text-text">
            {domain}
          </span>{' '}
          and add what your inboxes and forwarding need. Copy what you want to keep.
        </p>
        <ul className="mt-2">
          {records.map((line) => (
            <li key={line}>
              <code translate="no" className="font-mono text-text wrap-anywhere">
                {line}
              </code>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}
