import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { emptyDraft, type OrderDraft, orderDraftMessages } from '#shared/order-draft/order-draft.ts'
import { draftKeys, readDraft, writeDraft } from '#shared/order-draft/order-draft-storage.ts'
import type { Prices } from '#shared/plans/price-list.ts'
import { useConfig } from '../../app-shell/use-config.ts'
import { usePrices } from '../../app-shell/use-prices.ts'
import { useUser } from '../../app-shell/use-user.ts'
import { readStored, removeStored, writeStored } from '../../browser-storage.ts'
import { toast } from '../../ui/toast.ts'

/** What this page last wrote: the only copy in browsers that refuse to keep anything. */
let written: Partial<Record<string, string | null>> = {}
let isStorageRefused = false

/** Other tabs' changes arrive as storage events, this tab's own through `changed`. */
const listeners = new Set<() => void>()
function changed(): void {
  for (const listener of listeners) listener()
}
const isOfDraft = ({ key }: StorageEvent) => key === null || (draftKeys as readonly string[]).includes(key)

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (isOfDraft(event)) changed()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

const readKey = (key: string) => (isStorageRefused ? (written[key] ?? null) : readStored(key))

/** The texts themselves, so that what another tab stores between a page's first look and its subscription is seen. */
const storedTexts = () => JSON.stringify(draftKeys.map(readKey))

function store(texts: Record<string, string | null>): void {
  written = texts
  for (const [key, text] of Object.entries(texts)) {
    if (text === null) removeStored(key)
    else writeStored(key, text)
  }
  const wasRefused = isStorageRefused
  // Full, it keeps what it had: whether something is there says nothing.
  isStorageRefused = Object.entries(texts).some(([key, text]) => readStored(key) !== text)
  if (isStorageRefused && !wasRefused) toast.warning(orderDraftMessages.notStored, { id: 'draft-not-stored' })
  changed()
}

/** Forgets the order being put together: it was placed. */
export function dropOrderDraft(): void {
  store(Object.fromEntries(draftKeys.map((key) => [key, null])))
}

/** The stored draft of a customer, for pages that only look. */
export const peekOrderDraft = (customer: string): OrderDraft => readDraft(readKey, { customer }).draft

/** Keeps this as the order being put together, from a page that shows none. */
export const putOrderDraft = (draft: OrderDraft, customer: string, prices: Prices): void =>
  store(writeDraft(draft, customer, prices))

export type ChangeDraft = (change: (draft: OrderDraft) => OrderDraft) => void

/**
 * The order being put together, as the browser keeps it, and how to change it. Storage is the only copy: a
 * change starts from what is stored now, so that two tabs add to each other's work instead of undoing it.
 */
export function useOrderDraft(): [OrderDraft, ChangeDraft] {
  const customer = useUser().email
  const { plansEnabled, purchasableTlds } = useConfig()
  const prices = usePrices()
  const seen = useSyncExternalStore(subscribe, storedTexts)
  const read = useCallback(
    () => readDraft(readKey, { customer, plans: plansEnabled, tlds: purchasableTlds }),
    [customer, plansEnabled, purchasableTlds],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` says that the stored texts have changed
  const { draft, repaired, foreign } = useMemo(read, [read, seen])

  // Once per damage: a browser that keeps the broken text in spite of us is not asked for ever.
  const damage = foreign ? 'foreign' : repaired.join(' ')
  const mended = useRef('')
  useEffect(() => {
    if (damage === mended.current) return
    mended.current = damage
    if (!damage) return
    if (!foreign) toast.warning(orderDraftMessages.repaired, { id: 'draft-repaired' })
    store(writeDraft(foreign ? emptyDraft() : draft, customer, prices))
  }, [damage, foreign, draft, customer, prices])

  const change = useCallback<ChangeDraft>(
    (apply) => store(writeDraft(apply(read().draft), customer, prices)),
    [read, customer, prices],
  )
  return [draft, change]
}
