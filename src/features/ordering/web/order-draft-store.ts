import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Prices } from '#features/plans/rules/price-list.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { toast } from '#ui/toast.ts'
import { type OrderDraft, orderDraftMessages } from '../rules/order-draft.ts'
import { draftKeys, readDraft, writeDraft } from '../rules/order-draft-storage.ts'
import {
  type DraftTexts,
  forgetOld,
  isLatest,
  isOfDrafts,
  keepBeside,
  keepDraft,
  latestDraft,
  nameLatest,
  readKept,
  removeKept,
  setLatestAside,
} from './kept-drafts.ts'
import { holdDraft, letGoWhileHidden, newDraftId, openDrafts, setTabDraft, tabDraft } from './tab-draft.ts'

/** Drafts of which this page has the only copy: what the browser refuses to keep, and what may be another tab's. */
const unkept = new Map<string, DraftTexts>()

/** Other tabs' changes arrive as storage events, this tab's own through `changed`. */
const listeners = new Set<() => void>()
export function changed(): void {
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || isOfDrafts(key)) changed()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** A draft that was not begun in this tab, and is held by none that is known of yet. */
let unsure: string | undefined

/** The draft of this tab. Without one it takes over the draft edited last, unless a new one `begins` here. */
function ownDraft(begins = false): string {
  const own = tabDraft()
  if (own) return own
  unsure = begins ? undefined : latestDraft()?.id
  const id = unsure ?? newDraftId()
  setTabDraft(id)
  return id
}

const textsOf = (id: string): DraftTexts => unkept.get(id) ?? readKept(id)
const readKey = (key: string): string | null => textsOf(ownDraft())[key] ?? null

/** The texts themselves, so that what is stored between a page's first look and its subscription is seen. */
const storedTexts = () => {
  const texts = textsOf(ownDraft())
  return JSON.stringify(draftKeys.map((key) => texts[key]))
}

/** Another draft is this tab's from now on. */
export function switchTo(id: string): void {
  setTabDraft(id)
  changed()
  void settle()
}

/** The draft of this tab, while it is not known whether another open tab has it: that one's must not change. */
let unsettled: string | undefined

/** Makes sure that no other open tab has this draft: a tab that was made of another one goes on with a copy. */
async function settle(): Promise<void> {
  const id = ownDraft()
  nameLatest(id)
  void openDrafts().then((open) => {
    if (forgetOld((each) => open.has(each))) changed()
  })
  const isTakenOver = unsure === id
  unsure = undefined
  unsettled = id
  const isOurs = await holdDraft(id, { waits: !isTakenOver })
  if (unsettled === id) unsettled = undefined
  const texts = textsOf(id)
  if (isOurs) {
    if (unkept.has(id)) keep(id, texts)
    return
  }
  // What was changed in the meantime goes with the copy.
  unkept.delete(id)
  if (tabDraft() !== id) return
  const next = newDraftId()
  if (!isTakenOver && !keepBeside(next, texts)) unkept.set(next, texts)
  switchTo(next)
}

letGoWhileHidden(() => void settle())

function store(changes: Record<string, string | null>): void {
  const id = ownDraft()
  const all = Object.entries({ ...textsOf(id), ...changes })
  const texts = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] != null))
  if (unsettled === id) {
    unkept.set(id, texts)
    changed()
  } else keep(id, texts)
}

/** Drafts that the browser has refused to keep, which is told once. */
const refused = new Set<string>()

function keep(id: string, texts: DraftTexts): void {
  if (keepDraft(id, texts)) {
    unkept.delete(id)
    refused.delete(id)
  } else {
    unkept.set(id, texts)
    if (!refused.has(id)) toast.warning(orderDraftMessages.notStored, { id: 'draft-not-stored' })
    refused.add(id)
  }
  changed()
}

/** Forgets an order being put together, this tab's unless another is named. */
export function dropOrderDraft(id = ownDraft()): void {
  unkept.delete(id)
  refused.delete(id)
  removeKept(id)
  if (id === ownDraft()) switchTo(newDraftId())
  else changed()
}

/** A text that is kept with this tab's draft and is no part of the order. */
export const readBeside = readKey
export const keepTextBeside = (key: string, text: string | null): void => store({ [key]: text })

/** The draft of a customer in this tab, for pages that only look. */
export function peekOrderDraft(customer: string): OrderDraft {
  const texts = textsOf(tabDraft() ?? latestDraft()?.id ?? '')
  return readDraft((key) => texts[key] ?? null, { customer }).draft
}

/** Begins another order in this tab, from a page that shows none; the one before it can be continued. */
export function putOrderDraft(draft: OrderDraft, customer: string, prices: Prices): void {
  switchTo(newDraftId())
  store(writeDraft(draft, customer, prices))
}

export type ChangeDraft = (change: (draft: OrderDraft) => OrderDraft) => void

/**
 * The order being put together in this tab, as the browser keeps it, and how to change it. Storage is the only copy: a
 * change starts from what is stored now, so that nothing of it is undone where two tabs have one draft after all. A page
 * on which orders begin takes over none.
 */
export function useOrderDraft({ begins = false } = {}): [OrderDraft, ChangeDraft] {
  const customer = useUser().email
  const { plansEnabled, purchasableTlds } = useConfig()
  const prices = usePrices()
  useState(() => ownDraft(begins))
  const seen = useSyncExternalStore(subscribe, storedTexts)
  const read = useCallback(
    () => readDraft(readKey, { customer, plans: plansEnabled, tlds: purchasableTlds }),
    [customer, plansEnabled, purchasableTlds],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` says that the stored texts have changed
  const { draft, repaired, foreign } = useMemo(read, [read, seen])
  useEffect(() => void settle(), [])

  // Once per damage: a browser that keeps the broken text in spite of us is not asked for ever.
  const damage = foreign ? 'foreign' : repaired.join(' ')
  const mended = useRef('')
  useEffect(() => {
    if (damage === mended.current) return
    mended.current = damage
    if (!damage) return
    if (foreign) return leaveForeign()
    toast.warning(orderDraftMessages.repaired, { id: 'draft-repaired' })
    store(writeDraft(draft, customer, prices))
  }, [damage, foreign, draft, customer, prices])

  const change = useCallback<ChangeDraft>(
    (apply) => store(writeDraft(apply(read().draft), customer, prices)),
    [read, customer, prices],
  )
  return [draft, change]
}

/** The draft is another account's: it stays theirs, and this tab begins a new one. */
function leaveForeign(): void {
  const id = ownDraft()
  if (isLatest(id)) setLatestAside(id)
  unkept.delete(id)
  switchTo(newDraftId())
}
