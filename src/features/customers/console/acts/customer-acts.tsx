import { ChevronDown, Eye } from 'lucide-react'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateActsMenu } from '#ui/late-acts-menu.tsx'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import type { CustomerFacts } from '../../api/console-customer.ts'
import { exportConsoleCustomer, viewAsCustomer } from '../../api/console-customer-acts.ts'
import { lookAgain } from '../customer-queries.ts'
import { actOf, type CustomerActName, customerActs, isOffered } from './customer-act.ts'

const ActDialog = lateDialog(() => import('./act-dialog.tsx'), {
  frame: 'medium',
  title: ({ name, facts }) => actOf(name).question(facts.email),
})

/** What can be done about a customer in their state, by who may. */
export function CustomerActs({ facts }: { facts: CustomerFacts }) {
  const { role } = useStaff()
  const [open, setOpen] = useState<CustomerActName | 'export'>()
  const close = () => setOpen(undefined)
  const exporting = useStaffAction({
    mutationFn: () => callStaff(exportConsoleCustomer, { params: { customerId: facts.id }, body: {} }),
    onSuccess: async ({ fileName, text }) => {
      saveFile(fileName, text, 'plain')
      await lookAgain()
    },
  })
  const viewing = useStaffAction({
    mutationFn: () => callStaff(viewAsCustomer, { params: { customerId: facts.id }, body: {} }),
    // The page goes.
    isDone: () => true,
    onSuccess: () => window.location.assign('/dashboard'),
  })
  const offered = mayStaff(role, 'customers.manage')
    ? keysOf(customerActs).filter((name) => isOffered(actOf(name), facts))
    : []
  const mayExport = mayStaff(role, 'secrets.reveal')
  if (offered.length === 0 && !mayExport) return null
  return (
    <>
      {mayStaff(role, 'customers.view') && facts.state !== 'erased' && (
        <Button icon={<Eye />} loading={viewing.isPending} onClick={() => viewing.mutate()}>
          View as customer
        </Button>
      )}
      <LateActsMenu
        trigger={
          <Button>
            Actions
            <ChevronDown aria-hidden />
          </Button>
        }
        acts={[
          ...(mayExport ? [{ name: 'Export', onSelect: () => setOpen('export') }] : []),
          ...offered.map((name) => ({
            name: actOf(name).name,
            danger: actOf(name).danger === true,
            onSelect: () => setOpen(name),
          })),
        ]}
      />
      {open !== undefined && open !== 'export' && <ActDialog name={open} facts={facts} onClose={close} />}
      {open === 'export' && (
        <LateConfirmDialog
          onClose={close}
          title={`Export all about ${facts.email}?`}
          confirmLabel="Export"
          onConfirm={() => exporting.mutateAsync()}
        >
          A file with everything that is held about them, without passwords and credentials. The log says who
          took it out.
        </LateConfirmDialog>
      )}
    </>
  )
}
