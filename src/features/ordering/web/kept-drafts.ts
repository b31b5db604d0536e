import { storagePrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { readStored, removeStored, storedKeys, writeStored } from '#ui/browser-storage.ts'
import { draftKeys } from '../rules/order-draft-storage.ts'
import { customerText } from '../rules/order-draft-texts.ts'

/** Kept with a draft, so that turning back from the payment page does not make the second try dearer. */
export const promotionCodeKey = `${storagePrefix}.promotionCode`
/** With a draft that was sent to be paid: under the order's id the names it held. */
export const placedOrderKey = `${storagePrefix}.placedOrder`

/** Which draft lies under the keys above, and since when it is as it is. */
const latestKey = `${storagePrefix}.latestDraft`
/** The others, by account and draft. */
const othersPrefix = `${storagePrefix}.drafts.`
const partKeys = [...draftKeys, promotionCodeKey, placedOrderKey]

/** The stored texts of a draft, by key. */
export type DraftTexts = Readonly<Partial<Record<string, string>>>

/** A draft other than the one edited last. */
interface Other {
  id: string
  key: string
  owner: string
  editedAt: string
  texts: DraftTexts
}

/** How many others are kept, and for how long after they were edited last. */
export const keptDrafts = { max: 10, days: 30 } as const

export const isOfDrafts = (key: string): boolean =>
  key === latestKey || key.startsWith(othersPrefix) || partKeys.includes(key)

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const timeOf = (value: unknown): string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : new Date(0).toISOString()

/** The draft edited last; an older release has left it without a name. */
export function latestDraft(): { id: string; editedAt: string } | undefined {
  const { id, editedAt } = parsed(readStored(latestKey))
  return typeof id === 'string' ? { id, editedAt: timeOf(editedAt) } : undefined
}

const latestTexts = (): DraftTexts =>
  Object.fromEntries(
    partKeys.flatMap((key) => {
      const text = readStored(key)
      return text === null ? [] : [[key, text]]
    }),
  )

const accountOf = (email: string) => email.trim().toLowerCase()
const ownerOf = ({ user }: DraftTexts): string => {
  const owner = customerText.safeParse(user)
  return owner.success ? accountOf(owner.data.email) : ''
}
const keyOf = (id: string, texts: DraftTexts) => `${othersPrefix}${ownerOf(texts)}.${id}`

function readOther(key: string): Other {
  const { editedAt, texts } = parsed(readStored(key))
  const at = key.lastIndexOf('.')
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    partKeys.includes(entry[0]) && typeof entry[1] === 'string'
  return {
    id: key.slice(at + 1),
    key,
    owner: key.slice(othersPrefix.length, at),
    editedAt: timeOf(editedAt),
    texts: Object.fromEntries(Object.entries(texts ?? {}).filter(isText)),
  }
}

const others = (): Other[] =>
  storedKeys()
    .filter((key) => key.startsWith(othersPrefix))
    .map(readOther)
    .toSorted((one, other) => other.editedAt.localeCompare(one.editedAt))

const otherKey = (id: string) =>
  storedKeys().find((key) => key.startsWith(othersPrefix) && key.endsWith(`.${id}`))

/** Whether a draft lies under the keys above; what nobody has named is whoever's asks that has none elsewhere. */
export function isLatest(id: string): boolean {
  const latest = latestDraft()
  return latest ? latest.id === id : otherKey(id) === undefined
}

/** The texts of a draft. */
export function readKept(id: string): DraftTexts {
  if (isLatest(id)) return latestTexts()
  const key = otherKey(id)
  return key ? readOther(key).texts : {}
}

/** All drafts of an account, the one edited last first. */
export function draftsOf(customer: string): Pick<Other, 'id' | 'editedAt' | 'texts'>[] {
  const latest = latestDraft()
  const first = latest ? [{ ...latest, texts: latestTexts() }] : []
  return [
    ...first.filter(({ texts }) => ownerOf(texts) === accountOf(customer)),
    ...others().filter(({ owner }) => owner === accountOf(customer)),
  ]
}

/** Keeps a draft beside the one edited last; false where there is no room for it. */
export function keepBeside(id: string, texts: DraftTexts, editedAt = new Date().toISOString()): boolean {
  if (!texts.selectedPlan) return true
  const key = keyOf(id, texts)
  const text = JSON.stringify({ editedAt, texts })
  writeStored(key, text)
  if (readStored(key) === text) return true
  removeStored(key)
  return false
}

/** Gives the keys of the draft edited last to this one; false, with everything as it was, where that cannot be. */
function giveKeysTo(id: string): boolean {
  const latest = latestDraft()
  const before = latestTexts()
  const isOther = latest !== undefined && latest.id !== id
  if (isOther && !keepBeside(latest.id, before, latest.editedAt)) return false
  const text = JSON.stringify({ id, editedAt: new Date().toISOString() })
  writeStored(latestKey, text)
  if (readStored(latestKey) === text) return true
  if (isOther) removeStored(keyOf(latest.id, before))
  return false
}

/** Names what an older release has left. */
export function nameLatest(id: string): void {
  if (!latestDraft() && isLatest(id) && latestTexts().selectedPlan) giveKeysTo(id)
}

/** Stores a draft as the one edited last; false where the browser has not kept all of it. */
export function keepDraft(id: string, texts: DraftTexts): boolean {
  if (!giveKeysTo(id)) return false
  const before = otherKey(id)
  if (before) removeStored(before)
  for (const part of partKeys) {
    const text = texts[part]
    if (text === undefined) removeStored(part)
    else writeStored(part, text)
  }
  // Full, it keeps what it had: whether something is there says nothing.
  return partKeys.every((part) => readStored(part) === (texts[part] ?? null))
}

function clearKeys(): void {
  for (const key of [...partKeys, latestKey]) removeStored(key)
}

/** Removes a draft, wherever it lies. */
export function removeKept(id: string): void {
  if (isLatest(id)) clearKeys()
  const key = otherKey(id)
  if (key) removeStored(key)
}

/** Takes the keys from the draft edited last: it is another account's. One that nobody has named is `id`. */
export function setLatestAside(id: string): void {
  const latest = latestDraft() ?? { id, editedAt: new Date().toISOString() }
  const texts = latestTexts()
  if (ownerOf(texts)) keepBeside(latest.id, texts, latest.editedAt)
  clearKeys()
}

/** Forgets what is too old, or too many of an account, but for what is open somewhere; whether anything was. */
export function forgetOld(isOpen: (id: string) => boolean): boolean {
  const oldest = new Date(Date.now() - keptDrafts.days * 86_400_000).toISOString()
  const forgotten = Object.values(Object.groupBy(others(), ({ owner }) => owner)).flatMap((ofOne = []) =>
    ofOne.filter(({ id, editedAt }, at) => (at >= keptDrafts.max || editedAt < oldest) && !isOpen(id)),
  )
  for (const { key } of forgotten) removeStored(key)
  return forgotten.length > 0
}
