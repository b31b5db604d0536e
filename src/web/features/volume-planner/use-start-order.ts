import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderDraft } from '#shared/order-draft/order-draft.ts'
import {
  type PlannedStart,
  type StartChanges,
  startChanges,
  startPlanned,
} from '#shared/order-draft/planned-order.ts'
import type { SendingToolId } from '#shared/tools/sending-tools.ts'
import { useCredentialEntries } from '../order-wizard/credential-entries.ts'
import { useOrderDraft } from '../order-wizard/order-draft-store.ts'
import { tabDraft } from '../order-wizard/tab-draft.ts'
import { isEdited } from '../tool-credentials/tool-values.ts'

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
