import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import type { OrderAction } from '#shared/orders/order-actions.ts'
import { latePart } from '../../ui/late-part.ts'
import { MissingDialog } from '../../ui/missing-parts.tsx'
import type { ActionDialogProps } from './action-dialog-props.ts'

const dialogs = {
  updateForwarding: latePart(() => import('./update-forwarding/update-forwarding-dialog.tsx'), MissingDialog),
  updateUsernames: latePart(() => import('./change-usernames/change-usernames-dialog.tsx'), MissingDialog),
  replaceDomains: latePart(
    async () => ({
      default: (await import('./replace-domains/replace-domains-dialog.tsx')).ReplaceSelectedDialog,
    }),
    MissingDialog,
  ),
  exportMailboxes: latePart(() => import('./order-details/export-selected-dialog.tsx'), MissingDialog),
} satisfies Partial<Record<OrderAction | 'exportMailboxes', unknown>>

type Opened = { action: keyof typeof dialogs } & Omit<ActionDialogProps, 'onClose'>

const OpenDialog = createContext<(opened: Opened) => void>(() => {})

/** Opens the dialog of an action over the workspace. */
export const useOpenActionDialog = () => useContext(OpenDialog)

/**
 * Holds the open dialog above what its button belongs to: list and panel come and go with the width of the window
 * and with the filters, and what was typed stays.
 */
export function ActionDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  const Dialog = opened && dialogs[opened.action]
  return (
    <OpenDialog value={setOpened}>
      {children}
      {opened && Dialog && (
        <Suspense>
          <Dialog order={opened.order} groups={opened.groups} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </OpenDialog>
  )
}
