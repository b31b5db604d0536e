import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderDraft } from '#features/ordering/rules/order-draft.ts'
import {
  type PlannedStart,
  type StartChanges,
  startChanges,
  startPlanned,
} from '#features/ordering/rules/planned-order.ts'
import { useCredentialEntries } from '#features/ordering/web/credential-entries.ts'
import { useOrderDraft } from '#features/ordering/web/order-draft-store.ts'
import { tabDraft } from '#features/ordering/web/tab-draft.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { isEdited } from '#features/tools/web/credentials/tool-values.ts'

/** What a press would change of an order that was begun before. */
export interface AskedStart {
  start: PlannedStart
  draft: OrderDraft
  changes: StartChanges | undefined
  /** The tool whose credentials were typed and not saved; they would be gone. */
  typed: SendingToolId | undefined
}

/** Begins an order in the wizard; where one is begun already and would become another, it is asked first. */
export function useStartOrder() {
  const [draft, change] = useOrderDraft({ begins: true })
  const [entered, enter] = useCredentialEntries(tabDraft())
  const navigate = useNavigate()
  const [asked, setAsked] = useState<AskedStart>()

  const begin = (start: PlannedStart) => {
    change((present) => startPlanned(present, start))
    enter((before) => (before?.tool === start.tool ? before : undefined))
    void navigate('/select-domains')
  }
  return {
    asked,
    start: (start: PlannedStart) => {
      const changes = startChanges(draft, start)
      const isTyped = entered !== undefined && isEdited(entered.values, entered.base?.shown ?? {})
      const typed = isTyped && entered.tool !== start.tool ? entered.tool : undefined
      if (changes || typed) setAsked({ start, draft, changes, typed })
      else begin(start)
    },
    agree: () => asked && begin(asked.start),
    refuse: () => setAsked(undefined),
  }
}
