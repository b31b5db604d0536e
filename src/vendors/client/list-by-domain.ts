/** The pages of a vendor's list: of everything, or of what a search finds. */
export type Pages<T> = (search?: string) => AsyncIterable<T[]>

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/**
 * What a tool has on these domains, in about as few calls as it takes. One domain is searched for. Several are
 * picked out of the whole list, unless that turns out to be longer than one search for each would be. Searches
 * match parts of words, so everything is compared with the whole domain again, and offsets shift while others
 * work, so what comes twice is kept once.
 */
export async function listByDomain<T>(
  domains: readonly string[],
  pages: Pages<T>,
  addressOf: (row: T) => string,
): Promise<T[]> {
  const wanted = new Set(domains.map((domain) => domain.toLowerCase()))
  const found = new Map<string, T>()
  const keep = (rows: T[]) => {
    for (const row of rows)
      if (wanted.has(domainOf(addressOf(row)))) found.set(addressOf(row).toLowerCase(), row)
  }
  if (wanted.size > 1 && (await keptWithin(wanted.size, pages(), keep))) return [...found.values()]
  for (const domain of wanted) for await (const page of pages(domain)) keep(page)
  return [...found.values()]
}

/** Whether the list ended within so many pages. */
async function keptWithin<T>(budget: number, pages: AsyncIterable<T[]>, keep: (rows: T[]) => void) {
  let read = 0
  for await (const page of pages) {
    keep(page)
    if (++read > budget) return false
  }
  return true
}

/** Everything, or what a search finds, what comes twice once. */
export async function listAll<T>(
  pages: Pages<T>,
  addressOf: (row: T) => string,
  search?: string,
): Promise<T[]> {
  const found = new Map<string, T>()
  for await (const page of pages(search)) for (const row of page) found.set(addressOf(row).toLowerCase(), row)
  return [...found.values()]
}

/** The same pages, each told of as soon as it is read. */
export const told = <T>(pages: Pages<T>, onRead: ((rows: number) => void) | undefined): Pages<T> =>
  async function* (search) {
    for await (const page of pages(search)) {
      onRead?.(page.length)
      yield page
    }
  }
