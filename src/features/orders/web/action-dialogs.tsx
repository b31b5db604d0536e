import { createContext, type ReactNode, useContext, useState } from 'react'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { OrderAction } from '../rules/order-actions.ts'
import type { ActionDialogProps } from './shared/action-dialog-props.ts'
import { KeptDialog, useLeftDialog } from './shared/kept-dialog.tsx'
import type { WorkspaceOrder } from './shared/orders-query.ts'

const dialogs = {
  updateForwarding: lateDialog(() => import('#features/forwarding/web/update-forwarding-dialog.tsx'), {
    frame: 'medium',
    title: ({ groups }) =>
      groups.length > 1 ? 'Bulk Update Forwarding Domains' : 'Update Forwarding Domain',
  }),
  updateUsernames: lateDialog(
    () => import('#features/people/web/change-usernames/change-usernames-dialog.tsx'),
    {
      frame: 'wide',
      title: 'Change Usernames',
    },
  ),
  replaceDomains: lateDialog(
    async () => ({
      default: (await import('#features/replacement/web/replace-domains-dialog.tsx')).ReplaceSelectedDialog,
    }),
    { frame: 'wide', title: 'Replace Domains' },
  ),
  chooseAnother: lateDialog(
    async () => ({
      default: (await import('#features/replacement/web/replace-domains-dialog.tsx')).ChooseAnotherDialog,
    }),
    { frame: 'wide', title: 'Choose Another Domain' },
  ),
  correctCredentials: lateDialog(
    async () => ({ default: (await import('./order-edit/order-edit-dialog.tsx')).CorrectCredentialsDialog }),
    { frame: 'medium', title: 'Edit Order' },
  ),
  exportMailboxes: lateDialog(() => import('./order-details/export-selected-dialog.tsx'), {
    frame: 'medium',
    title: 'Export mailboxes',
  }),
} satisfies Partial<Record<OrderAction | 'chooseAnother' | 'correctCredentials' | 'exportMailboxes', unknown>>

type Opened = { action: keyof typeof dialogs } & Omit<ActionDialogProps, 'onClose'>

const nameOf = ({ action, order, groups }: Opened): string[] => [
  action,
  order.orderId,
  ...groups.map(({ groupId }) => groupId),
]

const OpenDialog = createContext<(opened: Opened) => void>(() => {})

/** Opens the dialog of an action over the workspace. */
export const useOpenActionDialog = () => useContext(OpenDialog)

interface ActionDialogsProps {
  /** All that are here. */
  orders: readonly WorkspaceOrder[]
  children: ReactNode
}

/**
 * Holds the open dialog above what its button belongs to: list and panel come and go with the width of the window
 * and with the filters, and what was typed stays. One that was left with entries is open again.
 */
export function ActionDialogs({ orders, children }: ActionDialogsProps) {
  const [chosen, setOpened] = useState<Opened>()
  const left = useLeftDialog()
  const found = useLeftAction(left.of, orders)
  const opened = chosen ?? found
  const Dialog = opened && dialogs[opened.action]
  const close = () => {
    setOpened(undefined)
    left.forget()
  }
  return (
    <OpenDialog value={setOpened}>
      {children}
      {opened && Dialog && (
        <KeptDialog of={nameOf(opened)}>
          <Dialog order={opened.order} groups={opened.groups} onClose={close} />
        </KeptDialog>
      )}
    </OpenDialog>
  )
}

/** What a dialog was left with, as it was found in the list first: as it was opened with anything else. */
function useLeftAction(
  of: readonly string[] | undefined,
  orders: readonly WorkspaceOrder[],
): Opened | undefined {
  const [action = '', orderId, ...groupIds] = of ?? []
  const [found, setFound] = useState<Opened>()
  if (!of) return undefined
  const entry =
    (found ?? !(action in dialogs)) ? undefined : orders.find(({ order }) => order.orderId === orderId)
  const groups = entry?.groups.filter(({ groupId }) => groupIds.includes(groupId)) ?? []
  if (!entry || groups.length === 0 || groups.length < groupIds.length) return found
  const next = { action: action as Opened['action'], order: entry.order, groups }
  setFound(next)
  return next
}
