import { randomUUID } from 'node:crypto'
import { uuidOf } from '#vendors/sandbox/plausible-key.ts'
import type { Store } from '#vendors/sandbox/store.ts'

/** A document as text. Numbers that a vendor has given out stand in it as `@collection:number`. */
interface CopiedDocument {
  collection: string
  id: string
  parent: string
  value: string
}

/** Everything that is known here about some names, in a form that can be put under others. */
export interface VendorOriginal {
  documents: CopiedDocument[]
  /** What vendors have given out for them: ids, and numbers as they stand in the documents. A copy gets new ones. */
  ids: string[]
  /** Those of them that are a customer's account at a sending tool: copies that say so share one. */
  accountIds: string[]
}

/** Where documents hold numbers that a vendor counts up, and whose they are: in `id`, `parent`, fields, or all there is. */
interface Numbers {
  id?: string
  parent?: string
  value?: string
  fields?: Record<string, string>
}
const numbersIn: Record<string, Numbers> = {
  'dnsimple.domains': { fields: { id: 'dnsimple.domains' } },
  'dnsimple.zones': { fields: { id: 'dnsimple.zones' } },
  'dnsimple.registrations': {
    id: 'dnsimple.registrations',
    fields: { id: 'dnsimple.registrations', domainId: 'dnsimple.domains' },
  },
  'dnsimple.records': { id: 'dnsimple.records', fields: { id: 'dnsimple.records' } },
  'dnsimple.charges': { id: 'dnsimple.charges', fields: { id: 'dnsimple.charges' } },
  'smartlead.users': { id: 'smartlead.users', fields: { id: 'smartlead.users' } },
  'smartlead.keys': { value: 'smartlead.users' },
  'smartlead.accounts': {
    id: 'smartlead.accounts',
    parent: 'smartlead.users',
    fields: { id: 'smartlead.accounts', userId: 'smartlead.users' },
  },
  'bison.workspaces': { id: 'bison.workspaces', fields: { id: 'bison.workspaces' } },
  'bison.keys': { fields: { workspaceId: 'bison.workspaces' } },
  'bison.senders': {
    id: 'bison.senders',
    parent: 'bison.workspaces',
    fields: { id: 'bison.senders', workspaceId: 'bison.workspaces' },
  },
  'bison.addresses': { value: 'bison.senders' },
}
/** Where vendors' own ids stand that are not counted. */
const givenIds: Record<string, 'id' | 'parent'> = {
  'microsoft.users': 'id',
  'google.users': 'id',
  'instantly.workspaces': 'id',
  'bison.workspaces': 'parent',
}
const accountCollections = ['instantly.workspaces', 'smartlead.users', 'bison.workspaces']
/** Payments, mails and what the sandbox keeps for itself belong to no one's names. */
const isCopied = (collection: string) => !/^(stripe|mail|sandbox)\.|^instantly\.jobs$/.test(collection)

const number = (collection: string, of: unknown) => `@${collection}:${of}`

function asText(collection: string, id: string, parent: string, value: unknown): CopiedDocument {
  const numbers = numbersIn[collection]
  const { fields } = numbers ?? {}
  const text =
    numbers?.value !== undefined
      ? JSON.stringify(number(numbers.value, value))
      : JSON.stringify(value, (key, held) => {
          // What someone signed in with names the original mailbox, under the host's signature.
          if (key === 'refreshToken') return undefined
          return typeof held === 'number' && fields?.[key] ? number(fields[key], held) : held
        })
  return {
    collection,
    id: numbers?.id ? number(numbers.id, id) : id,
    parent: numbers?.parent ? number(numbers.parent, parent) : parent,
    value: text,
  }
}

/** Whole ids and numbers in a text. */
const parts = /@[a-z]+\.[a-z]+:\d+|[\w-]+/gi

/** What the sandbox knows about each group of words (names, keys), and about what that refers to in turn. */
export function originalsOf(store: Store, groups: readonly (readonly string[])[]): VendorOriginal[] {
  const all = store
    .collections()
    .map(({ name }) => name)
    .filter(isCopied)
    .flatMap((collection) =>
      store
        .collection(collection)
        .entries()
        .map(({ id, parent, value }) => asText(collection, id, parent ?? '', value)),
    )
  // A name may stand inside a host or an address, an id stands by itself.
  const words = new RegExp(groups.flat().sort(longestFirst).map(RegExp.escape).join('|'), 'g')
  const mentioning = new Map<string, Set<CopiedDocument>>()
  for (const document of all) {
    const text = `${document.id} ${document.parent} ${document.value}`
    for (const [part] of [...text.matchAll(words), ...text.matchAll(parts)]) {
      const known = mentioning.get(part)
      if (known) known.add(document)
      else mentioning.set(part, new Set([document]))
    }
  }
  const given = new Set(
    all.flatMap((document) => {
      const place = givenIds[document.collection]
      return place ? [document[place]] : []
    }),
  )
  const isGiven = (part: string) => part.startsWith('@') || given.has(part)
  const accounts = new Set(all.filter(isAccount).flatMap(({ id, parent }) => [id, parent].filter(isGiven)))
  return groups.map((group) => originalOf(all, { mentioning, isGiven, accounts }, group))
}

const isAccount = ({ collection }: CopiedDocument) => accountCollections.includes(collection)

interface References {
  mentioning: ReadonlyMap<string, ReadonlySet<CopiedDocument>>
  isGiven(part: string): boolean
  /** Ids of customers' accounts at sending tools. */
  accounts: ReadonlySet<string>
}

function originalOf(
  all: readonly CopiedDocument[],
  { mentioning, isGiven, accounts }: References,
  words: readonly string[],
): VendorOriginal {
  const found = new Set<CopiedDocument>()
  const ids = new Set<string>()
  const meet = (word: string) => {
    for (const document of mentioning.get(word) ?? []) {
      // An account leads to itself only: what else is in it may belong to other names.
      if (found.has(document) || (accounts.has(word) && !isAccount(document))) continue
      found.add(document)
      for (const [part] of `${document.id} ${document.parent} ${document.value}`.matchAll(parts)) {
        if (!isGiven(part)) continue
        ids.add(part)
        meet(part)
      }
    }
  }
  for (const word of words) meet(word)
  return {
    documents: all.filter((document) => found.has(document)),
    ids: [...ids],
    accountIds: [...ids].filter((id) => accounts.has(id)),
  }
}

/** Numbers of copies begin here, far from where the vendors count. */
const firstNumber = 10_000_000

/** A new id in place of one that a vendor gave out, of the same form. */
function newIdFor(store: Store, id: string): string {
  if (id.startsWith('@') || /^\d+$/.test(id)) {
    const next = String(firstNumber + store.next('sandbox.copies'))
    return id.startsWith('@') ? next : id.slice(0, Math.max(0, id.length - next.length)) + next
  }
  return /-7...-a/.test(id) ? uuidOf(`copy ${randomUUID()}`) : randomUUID()
}

/**
 * Puts an original under other words, once for each copy; ids among the words are taken as they are, so that copies
 * can share an account. Returns by copy the ids that stand in place of the original's.
 */
export function putCopies(
  store: Store,
  original: VendorOriginal,
  copies: readonly Record<string, string>[],
): Record<string, string>[] {
  const split = splitterOf([...new Set(copies.flatMap((copy) => Object.keys(copy)))])
  const texts = original.documents.map(({ collection, id, parent, value }) => ({
    collection: store.collection(collection),
    id: split(id),
    parent: split(parent),
    value: split(value),
  }))
  return store.transaction(() =>
    copies.map((copy) => {
      const ids = Object.fromEntries(original.ids.map((id) => [id, copy[id] ?? newIdFor(store, id)]))
      const to = new Map<string, string>([...Object.entries(copy), ...Object.entries(ids)])
      for (const id of original.ids) if (id.startsWith('@')) to.set(`"${id}"`, ids[id] as string)
      const written = (pieces: string[]) => pieces.map((piece) => to.get(piece) ?? piece).join('')
      for (const { collection, id, parent, value } of texts)
        collection.putText(written(id), written(value), written(parent))
      return ids
    }),
  )
}

/** What vendors give out, by its form: hundreds of ids in one pattern would take far longer to find. */
const givenOut = '"?@[a-z]+\\.[a-z]+:\\d+"?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\d{15,}'
const nothing = '(?!)'

/** Cuts a text at the words and at every id, which stay pieces of their own; a longer word goes before one inside it. */
function splitterOf(words: readonly string[]): (text: string) => string[] {
  const others = words.filter((word) => !word.startsWith('@')).sort(longestFirst)
  const pattern = new RegExp(`(${givenOut}|${others.map(RegExp.escape).join('|') || nothing})`)
  return (text) => text.split(pattern)
}

const longestFirst = (one: string, other: string) => other.length - one.length
