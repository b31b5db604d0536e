import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { FormRefusal } from '#ui/console/form-refusal.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface AccountFormDialogProps {
  title: string
  description: string
  verb: string
  /** Why it cannot be sent yet. */
  unavailable: string | false
  unsaved: boolean
  action: { isPending: boolean; error: Error | null; mutateAsync: () => Promise<unknown> }
  onClose: () => void
  children: ReactNode
}

/** A form about an account: what the server refuses stands above the fields. */
export const AccountFormDialog = (props: AccountFormDialogProps) => (
  <Dialog
    open
    onOpenChange={props.onClose}
    unsaved={props.unsaved}
    title={props.title}
    description={props.description}
    footer={
      <>
        <Button variant="quiet" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={props.action.isPending}
          unavailable={props.unavailable}
          onClick={() => props.action.mutateAsync().catch(() => {})}
        >
          {props.verb}
        </Button>
      </>
    }
  >
    <div className="flex flex-col gap-3">
      <FormRefusal error={props.action.error} />
      {props.children}
    </div>
  </Dialog>
)
